/** OpenAI Chat Completions, and the compatible servers, which also show reasoning as text. */
import type { JsonObject } from '../provider-rules/rule.ts';
import { callsOf, type Dialect, frame, piecesOf, type Refusal, type Refused, type Reply } from './dialect.ts';

export const openaiChat: Dialect = {
  provider: 'openai-chat',
  asked: (path, { model, stream }) =>
    path.endsWith('/chat/completions') ? { model: String(model), streams: stream === true } : undefined,
  rulesOf: ({ messages, tools, ...request }) => ({ messages, tools, request }),
  write(reply) {
    const message = messageOf(reply);
    const finish_reason = reply.calls?.length ? 'tool_calls' : 'stop';
    const head = { id: `chatcmpl-${reply.number}`, created: 1_700_000_000, model: reply.model };
    const chunk = (choices: JsonObject[], rest: JsonObject = {}) =>
      frame({ ...head, object: 'chat.completion.chunk', choices, ...rest });
    const delta = (part: JsonObject) => chunk([{ index: 0, delta: part, finish_reason: null }]);
    const usage = usageOf(reply);
    return {
      body: { ...head, object: 'chat.completion', choices: [{ index: 0, message, finish_reason }], usage },
      frames: [
        delta({ role: 'assistant', content: '' }),
        ...piecesOf(reply.reasoning ?? '').map((reasoning_content) => delta({ reasoning_content })),
        ...piecesOf(reply.text ?? '').map((content) => delta({ content })),
        ...toolCalls(reply).flatMap((call, index) => callDeltas(call, index).map((part) => delta(part))),
        chunk([{ index: 0, delta: {}, finish_reason }]),
        chunk([], { usage }),
        'data: [DONE]\n\n',
      ],
      given: [message],
    };
  },
  refuse: openaiRefusal((size, window) => ({
    message: `This model's maximum context length is ${window} tokens. However, your messages resulted in ${size} tokens.`,
    param: 'messages',
  })),
};

/** Both APIs of OpenAI refuse in the same form. */
export function openaiRefusal(
  overflow: (size: number, window: number) => { message: string; param: string },
): (refusal: Refusal) => Refused {
  return ({ kind, detail, size, window }) => {
    const answer = (status: number, error: JsonObject) => ({ status, body: { error } });
    switch (kind) {
      case 'overflow':
        return answer(400, {
          ...overflow(size, window),
          type: 'invalid_request_error',
          code: 'context_length_exceeded',
        });
      case 'rate-limit':
        return answer(429, { message: detail, type: 'requests', param: null, code: 'rate_limit_exceeded' });
      case 'broken':
        return answer(500, { message: detail, type: 'server_error', param: null, code: null });
      case 'invalid':
        return answer(400, { message: detail, type: 'invalid_request_error', param: null, code: null });
    }
  };
}

function messageOf(reply: Reply): JsonObject {
  const tool_calls = toolCalls(reply);
  return {
    role: 'assistant',
    content: reply.text ?? null,
    refusal: null,
    ...(reply.reasoning !== undefined && { reasoning_content: reply.reasoning }),
    ...(tool_calls.length > 0 && { tool_calls }),
  };
}

function toolCalls(reply: Reply) {
  return callsOf(reply, 'call_').map(({ id, name, input }) => ({
    id,
    type: 'function',
    function: { name, arguments: JSON.stringify(input) },
  }));
}

/** Name and id first, then the arguments piece by piece. */
function callDeltas(call: ReturnType<typeof toolCalls>[number], index: number): JsonObject[] {
  const { id, type } = call;
  const begin = { index, id, type, function: { name: call.function.name, arguments: '' } };
  const rest = piecesOf(call.function.arguments).map((text) => ({ index, function: { arguments: text } }));
  return [begin, ...rest].map((entry) => ({ tool_calls: [entry] }));
}

function usageOf({ usage: { input, output } }: Reply): JsonObject {
  return { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
}
