/**
 * Which calls and results of a list have no partner: providers refuse either.
 *
 * A result belongs to the nearest earlier unanswered call with its id in the same step. A step may come as several
 * messages of the assistant; once results have come, what the assistant says next is another step. Calls that the
 * provider runs itself are for it to pair: their results may come much later, and a call may be told twice.
 */
import { perMessage } from '../journal/known.ts';
import type { Message, MessagePart } from '../journal/message.ts';

export interface Unpaired {
  /** Results whose call is not in front of them. */
  readonly orphans: ReadonlySet<MessagePart>;
  /** Calls that the conversation went on without. Those at the very end still wait, and are none. */
  readonly abandoned: ReadonlySet<MessagePart>;
}

interface Open {
  readonly id: string;
  readonly part: MessagePart;
  readonly hosted: boolean;
  /** Nobody waits for it: its answer was cut short, or the assistant spoke on. */
  over: boolean;
}

export function unpaired(messages: readonly Message[]): Unpaired {
  const orphans = new Set<MessagePart>();
  const abandoned = new Set<MessagePart>();
  let open: Open[] = [];
  let answered = false;
  const giveUp = (): void => {
    for (const { part, hosted } of open) if (!hosted) abandoned.add(part);
    open = open.filter(({ hosted }) => hosted);
    answered = false;
  };
  for (const message of messages) {
    const { role, parts } = message;
    if (isBlank(message)) continue;
    if (role === 'assistant' && answered) giveUp();
    const uses = usesTools(message);
    for (const part of uses ? parts : []) {
      if (part.type === 'tool-call') {
        const hosted = part.hosted === true;
        open.push({ id: part.callId, part, hosted, over: message.aborted === true });
      }
      if (part.type !== 'tool-result') continue;
      const at = open.findLastIndex(({ id }) => id === part.callId);
      if (at < 0) orphans.add(part);
      else open.splice(at, 1);
      // A provider's own tools answer inside the message that calls them.
      answered ||= role !== 'assistant';
    }
    if (role === 'user') giveUp();
    if (role === 'assistant' && !uses) for (const call of open) call.over = true;
  }
  for (const { part, hosted, over } of open) if (over && !hosted) abandoned.add(part);
  return { orphans, abandoned };
}

/** Nothing of it is sent, so it comes between nobody. */
const isBlank = perMessage(({ parts }) =>
  parts.every((part) => isEmptyText(part) || part.type === 'reasoning'),
);

const usesTools = perMessage(({ parts }) => parts.some(isOfTool));

export function isOfTool({ type }: MessagePart): boolean {
  return type === 'tool-call' || type === 'tool-result';
}

export function isEmptyText(part: MessagePart): boolean {
  return part.type === 'text' && part.text.trim() === '';
}
