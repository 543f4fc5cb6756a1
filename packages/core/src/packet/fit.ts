/**
 * What providers refuse in any request, mended the same way in every call and counted (model §5): half characters,
 * empty messages and parts, results without their call, calls that the conversation went on without, and bulk.
 *
 * Invariant: a message that needs nothing is handed on as the same object.
 */
import type { Message, MessagePart, TextPart, ToolResultPart } from '../journal/message.ts';
import { excerptOf } from './excerpt.ts';

export interface Fitted {
  /** Undefined where nothing of the message is left. */
  readonly messages: readonly (Message | undefined)[];
  readonly mended: Mended;
}

/** Parts by what was done to them. */
export interface Mended {
  readonly halfCharacters: number;
  readonly empty: number;
  readonly resultsWithoutCall: number;
  readonly callsWithoutResult: number;
  readonly excerpts: number;
}

export interface BulkLimits {
  /** Characters of one result, and of the results of one step together. */
  readonly result: number;
  readonly step: number;
  /** Of an excerpt. */
  readonly excerpt: number;
}

/**
 * @param handles of each message, for excerpts
 * @param limits none: nothing is excerpted
 */
export function fitMessages(
  messages: readonly Message[],
  handles: readonly string[],
  limits: BulkLimits | undefined,
): Fitted {
  const bulk = limits ? bulkResults(messages, limits) : new Set<MessagePart>();
  const { orphans, abandoned } = unpaired(messages);
  const counts = { halfCharacters: 0, empty: 0, resultsWithoutCall: 0, callsWithoutResult: 0, excerpts: 0 };
  const fitPart = (part: MessagePart, handle: string): MessagePart | undefined => {
    if (orphans.has(part)) return void counts.resultsWithoutCall++;
    if (abandoned.has(part)) return void counts.callsWithoutResult++;
    if (isEmpty(part)) return void counts.empty++;
    if (part.type === 'tool-result' && bulk.has(part) && limits) {
      counts.excerpts++;
      return {
        ...part,
        output: [{ type: 'text', text: excerptOf(outputText(part), handle, limits.excerpt).toWellFormed() }],
      };
    }
    const whole = wellFormed(part);
    if (whole !== part) counts.halfCharacters++;
    return whole;
  };
  const fitted = messages.map((message, index) => {
    const parts = message.parts.flatMap((part) => fitPart(part, handles[index] ?? '') ?? []);
    const same =
      parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
    if (same && parts.length > 0) return message;
    if (parts.some(isSent)) return { ...message, parts };
    if (message.parts.length === 0) counts.empty++;
    return undefined;
  });
  return { messages: fitted, mended: counts };
}

/** Reasoning alone is no message. */
function isSent(part: MessagePart): boolean {
  return part.type !== 'reasoning';
}

function isEmpty(part: MessagePart): boolean {
  return part.type === 'text' && part.text.trim() === '';
}

function wellFormed(part: MessagePart): MessagePart {
  if (part.type === 'text')
    return part.text.isWellFormed() ? part : { ...part, text: part.text.toWellFormed() };
  if (part.type !== 'tool-result') return part;
  const output = part.output.map((item) => (item.type === 'text' ? (wellFormed(item) as TextPart) : item));
  return output.some((item, at) => item !== part.output[at]) ? { ...part, output } : part;
}

/** Results whose call is not in front of them, and calls that something else than a result follows. */
function unpaired(messages: readonly Message[]): {
  readonly orphans: ReadonlySet<MessagePart>;
  readonly abandoned: ReadonlySet<MessagePart>;
} {
  const orphans = new Set<MessagePart>();
  const abandoned = new Set<MessagePart>();
  let open: { readonly id: string; readonly part: MessagePart; readonly aborted: boolean }[] = [];
  for (const message of messages) {
    const results = message.parts.some(({ type }) => type === 'tool-result');
    const calls = message.parts.some(({ type }) => type === 'tool-call');
    // What goes on without a result gives it up; a step may come as several messages of the assistant.
    const goesOn = message.role === 'user' || (message.role === 'assistant' && !results && !calls);
    if (goesOn && !isBlank(message)) {
      for (const { part } of open) abandoned.add(part);
      open = [];
    }
    for (const part of message.parts) {
      if (part.type === 'tool-call') open.push({ id: part.callId, part, aborted: message.aborted === true });
      if (part.type !== 'tool-result') continue;
      const at = open.findLastIndex(({ id }) => id === part.callId);
      if (at < 0) orphans.add(part);
      else open.splice(at, 1);
    }
  }
  for (const { part, aborted } of open) if (aborted) abandoned.add(part);
  return { orphans, abandoned };
}

function isBlank({ parts }: Message): boolean {
  return parts.every((part) => isEmpty(part) || part.type === 'reasoning');
}

/** Results over the limit; of one step together, the largest first until they are not. */
function bulkResults(messages: readonly Message[], limits: BulkLimits): Set<MessagePart> {
  const bulk = new Set<MessagePart>();
  let step: ToolResultPart[] = [];
  const close = (): void => {
    let sum = step.reduce((total, part) => total + (bulk.has(part) ? limits.excerpt : lengthOf(part)), 0);
    for (const part of step.toSorted((a, b) => lengthOf(b) - lengthOf(a))) {
      if (sum <= limits.step) break;
      if (bulk.has(part) || lengthOf(part) <= limits.excerpt) continue;
      bulk.add(part);
      sum += limits.excerpt - lengthOf(part);
    }
    step = [];
  };
  for (const { role, parts } of messages) {
    if (role === 'user' || (role === 'assistant' && parts.some(({ type }) => type === 'tool-call'))) close();
    for (const part of parts) {
      if (part.type !== 'tool-result') continue;
      if (lengthOf(part) > limits.result) bulk.add(part);
      step.push(part);
    }
  }
  close();
  return bulk;
}

function outputText({ output }: ToolResultPart): string {
  return output
    .map((item) => {
      if (item.type === 'text') return item.text;
      return item.type === 'data' ? JSON.stringify(item.value) : `[file ${item.mediaType}]`;
    })
    .join('\n');
}

function lengthOf({ output }: ToolResultPart): number {
  return output.reduce((sum, item) => {
    if (item.type === 'text') return sum + item.text.length;
    return item.type === 'data' ? sum + JSON.stringify(item.value).length : sum;
  }, 0);
}
