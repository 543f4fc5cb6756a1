/**
 * A browser chat and its server route, as an application would write them: the SDK's own chat object on one
 * side, `streamText` on the other, and JSON between them.
 *
 * Invariant: what the route gets is what JSON carried; nothing live crosses over.
 */
import {
  AbstractChat,
  type ChatState,
  type ChatTransport,
  convertToModelMessages,
  isStepCount,
  streamText,
  type ToolApprovalConfiguration,
  type ToolSet,
  toUIMessageStream,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { mockId } from 'ai/test';
import type { Model } from './model.ts';

export interface Route {
  readonly model: Model;
  readonly tools?: ToolSet;
  /** False for a route that forgets to hand the tools to the conversion. */
  readonly convertsWithTools?: boolean;
  readonly toolApproval?: ToolApprovalConfiguration<ToolSet, Record<string, unknown>>;
  /** Hides what tools threw from the browser, as production routes do. */
  readonly hidesErrors?: boolean;
}

export class Chat extends AbstractChat<UIMessage> {
  constructor(route: Route) {
    super({ state: state(), transport: transport(route), generateId: mockId({ prefix: 'user-message' }) });
  }

  /** Asks one question after the other. A failed call is the scenario's failure. */
  async ask(questions: readonly string[]): Promise<void> {
    for (const question of questions) {
      await this.sendMessage({ text: question });
      if (this.error !== undefined) throw this.error;
    }
  }

  /** Stops as soon as the browser has seen `seen`. */
  async askAndStop(question: string, seen: string): Promise<void> {
    const asked = this.sendMessage({ text: question });
    while (!this.lastMessage?.parts.some((part) => part.type === 'text' && part.text === seen))
      await new Promise((resolve) => setImmediate(resolve));
    await this.stop();
    await asked;
  }

  /** Answers the oldest open approval request and goes on. */
  async decide(approved: boolean, reason?: string): Promise<void> {
    const open = this.messages
      .flatMap((message) => message.parts)
      .find((part) => 'state' in part && part.state === 'approval-requested');
    if (open === undefined || !('approval' in open) || open.approval === undefined)
      throw new Error('no approval is asked for');
    await this.addToolApprovalResponse({ id: open.approval.id, approved, ...(reason && { reason }) });
    await this.sendMessage();
  }
}

function transport(route: Route): ChatTransport<UIMessage> {
  const generateMessageId = mockId({ prefix: 'answer' });
  const generateId = mockId({ prefix: 'approval' });
  return {
    reconnectToStream: async () => null,
    async sendMessages({ messages, abortSignal }) {
      const received = throughJson(messages);
      const { tools, toolApproval } = route;
      const knownTools = tools && route.convertsWithTools !== false ? { tools } : {};
      const result = streamText({
        model: route.model,
        messages: await convertToModelMessages(received, knownTools),
        ...(tools && { tools }),
        ...(toolApproval && { toolApproval }),
        stopWhen: isStepCount(10),
        ...(abortSignal && { abortSignal }),
        // A failure reaches the browser through the stream; the default prints it as well.
        onError: () => {},
        _internal: { generateId },
      });
      const chunks = toUIMessageStream({
        stream: result.stream,
        ...(tools && { tools }),
        originalMessages: received,
        generateMessageId,
        ...(route.hidesErrors && { onError: () => 'Something went wrong.' }),
      });
      return chunks.pipeThrough(
        new TransformStream<UIMessageChunk, UIMessageChunk>({
          transform: (chunk, controller) => controller.enqueue(throughJson(chunk)),
        }),
      );
    },
  };
}

function state(): ChatState<UIMessage> {
  const chat: ChatState<UIMessage> = {
    status: 'ready',
    error: undefined,
    messages: [],
    pushMessage: (message) => {
      chat.messages = [...chat.messages, message];
    },
    popMessage: () => {
      chat.messages = chat.messages.slice(0, -1);
    },
    replaceMessage: (index, message) => {
      chat.messages = chat.messages.with(index, message);
    },
    snapshot: (thing) => structuredClone(thing),
  };
  return chat;
}

function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
