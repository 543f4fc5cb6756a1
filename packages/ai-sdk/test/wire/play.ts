/**
 * Plays a script through the SDK's own tool loop, against the server.
 *
 * Invariant: the history is the application's: what the SDK gives back is handed over again as it is.
 */
import { type ProviderServer, providerServer, type ServerAnswer } from '@daybook/testkit';
import { generateText, isStepCount, type ModelMessage, streamText } from 'ai';
import { isAllowed, type Turn, toolsOf } from './conversation.ts';
import type { ProviderModel, ProviderOptions } from './providers.ts';

export const modes = ['generate', 'stream'] as const;
export type Mode = (typeof modes)[number];

/** A place where the model is asked: everything that was said before it, and where the script stands. */
export interface Start {
  readonly messages: ModelMessage[];
  readonly turn: number;
  /** Replies of the turn that were given. */
  readonly replies: number;
}

export interface Stage extends AsyncDisposable {
  readonly server: ProviderServer;
  /** Plays from a place to the end, or for so many turns, and gives every place it came by. */
  play(run: Run): Promise<Start[]>;
}

export interface Run {
  readonly model: ProviderModel;
  readonly mode: Mode;
  readonly options?: ProviderOptions | undefined;
  /** The beginning when absent. */
  readonly from?: Start;
  /** To the end when absent. */
  readonly turns?: number;
}

export async function stageOf(script: readonly Turn[]): Promise<Stage> {
  let rest: ServerAnswer[] = [];
  const server = await providerServer({
    answer() {
      const next = rest.shift();
      if (!next) throw new Error('the script holds no further answer');
      return next;
    },
  });
  const play = async ({ from, turns = script.length, ...run }: Run): Promise<Start[]> => {
    const starts: Start[] = [];
    const first = from?.turn ?? 0;
    let messages = from?.messages ?? [];
    for (const [at, { users, replies }] of script.entries()) {
      if (at < first || at >= first + turns) continue;
      const given = from && at === first ? from.replies : 0;
      rest = replies.slice(given);
      if (!from || at > first) messages = [...messages, ...users];
      const seen = (list: ModelMessage[]) => {
        starts.push({ messages: list, turn: at, replies: replies.length - rest.length });
      };
      messages = await playTurn(run, messages, seen);
      if (rest.length > 0) throw new Error('the turn ended before its script');
    }
    return starts;
  };
  return { server, play, [Symbol.asyncDispose]: () => server.close() };
}

type Seen = (messages: ModelMessage[]) => void;

/** Goes on for as long as a person is asked about calls. */
async function playTurn(run: Run, begin: readonly ModelMessage[], seen: Seen): Promise<ModelMessage[]> {
  let messages = [...begin];
  for (;;) {
    const added = await ask(run, messages, seen);
    messages = [...messages, ...added];
    const responses = added.flatMap(approvalsFor);
    if (responses.length === 0) return messages;
    messages.push({ role: 'tool', content: responses });
  }
}

async function ask(
  { model, mode, options }: Run,
  messages: ModelMessage[],
  seen: Seen,
): Promise<ModelMessage[]> {
  const settings = {
    model,
    instructions: 'You keep the books of a harbour.',
    messages,
    tools: toolsOf(),
    toolApproval: { remove: 'user-approval' as const },
    stopWhen: isStepCount(20),
    maxRetries: 0,
    prepareStep: (step: { messages: ModelMessage[] }) => {
      seen([...step.messages]);
      return undefined;
    },
    ...(options && { providerOptions: options }),
  };
  if (mode === 'generate') return (await generateText(settings)).responseMessages;
  const failures: unknown[] = [];
  const result = streamText({ ...settings, onError: ({ error }) => void failures.push(error) });
  await result.consumeStream();
  if (failures.length > 0) throw failures[0];
  return result.responseMessages;
}

function approvalsFor(message: ModelMessage) {
  const parts = message.role === 'assistant' && Array.isArray(message.content) ? message.content : [];
  return parts.flatMap((part) => {
    if (part.type !== 'tool-approval-request') return [];
    const call = parts.find((other) => other.type === 'tool-call' && other.toolCallId === part.toolCallId);
    const approved = isAllowed(call?.type === 'tool-call' ? call.input : undefined);
    const { approvalId } = part;
    return [
      {
        type: 'tool-approval-response' as const,
        approvalId,
        approved,
        ...(!approved && { reason: 'Not while the tide is out.' }),
      },
    ];
  });
}
