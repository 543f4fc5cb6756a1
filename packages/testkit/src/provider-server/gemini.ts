/** Gemini generateContent: parts, and the signature of a thought on the part that it led to. */
import type { JsonObject } from '../provider-rules/rule.ts';
import { callsOf, type Dialect, frame, piecesOf, type Reply, sealOf } from './dialect.ts';

const PATH = /\/models\/([^/:]{1,200}):(generateContent|streamGenerateContent)$/;

export const gemini: Dialect = {
  provider: 'gemini',
  asked(path) {
    const [, model, method] = PATH.exec(path) ?? [];
    return model === undefined ? undefined : { model, streams: method === 'streamGenerateContent' };
  },
  rulesOf: ({ contents, tools, ...request }, model, given) => ({
    messages: contents,
    tools,
    request: { ...request, model },
    asReceived: given,
  }),
  write(reply) {
    const parts = partsOf(reply);
    const end = { finishReason: 'STOP', index: 0 };
    const head = { responseId: `response_${reply.number}`, modelVersion: reply.model };
    const content = (list: readonly JsonObject[]) => ({ role: 'model', parts: list });
    const last = { candidates: [{ content: content([]), ...end }], usageMetadata: usageOf(reply), ...head };
    return {
      body: { ...last, candidates: [{ content: content(parts), ...end }] },
      frames: [
        ...parts
          .flatMap(streamed)
          .map((part) => frame({ candidates: [{ content: content([part]), index: 0 }], ...head })),
        frame(last),
      ],
      given: [content(parts)],
    };
  },
  refuse({ kind, detail, size, window }) {
    const answer = (code: number, status: string, message: string) => ({
      status: code,
      body: { error: { code, message, status } },
    });
    switch (kind) {
      case 'overflow':
        return answer(
          400,
          'INVALID_ARGUMENT',
          `The input token count (${size}) exceeds the maximum number of tokens allowed (${window}).`,
        );
      case 'rate-limit':
        return answer(429, 'RESOURCE_EXHAUSTED', detail);
      case 'broken':
        return answer(500, 'INTERNAL', detail);
      case 'invalid':
        return answer(400, 'INVALID_ARGUMENT', detail);
    }
  },
};

/** Of parallel calls the first one is signed; a text is where there is no call. */
function partsOf(reply: Reply): JsonObject[] {
  const { reasoning, text } = reply;
  const signed = { thoughtSignature: sealOf(reply.number, 'thought') };
  const calls = callsOf(reply, 'fn_');
  const parts: JsonObject[] = [];
  if (reasoning !== undefined) parts.push({ text: reasoning, thought: true });
  if (text !== undefined) parts.push({ text, ...(calls.length === 0 && reasoning !== undefined && signed) });
  for (const [index, { id, name, input }] of calls.entries())
    parts.push({ functionCall: { id, name, args: input }, ...(index === 0 && signed) });
  return parts;
}

/** Texts arrive in pieces, and the signature of a text behind it in a part without words. */
function streamed(part: JsonObject): JsonObject[] {
  const { text, thoughtSignature, ...rest } = part;
  if (typeof text !== 'string') return [part];
  const pieces = piecesOf(text).map((piece) => ({ text: piece, ...rest }));
  return thoughtSignature === undefined ? pieces : [...pieces, { text: '', thoughtSignature }];
}

function usageOf({ usage: { input, output } }: Reply): JsonObject {
  return { promptTokenCount: input, candidatesTokenCount: output, totalTokenCount: input + output };
}
