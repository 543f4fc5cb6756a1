/**
 * What providers refuse in any request, mended the same way in every call and counted (model §5): half characters,
 * empty messages and parts, results without their call, calls that the conversation went on without, and bulk.
 *
 * Invariant: a message that needs nothing is handed on as the same object.
 */
import { perMessage } from '../journal/known.ts';
import type { Message, MessagePart, ToolResultPart } from '../journal/message.ts';
import { excerptOf } from './excerpt.ts';
import { isEmptyText, isOfTool, unpaired } from './pairing.ts';
import { wellFormed } from './well-formed.ts';

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
 * @param handleOf the message at an index, for excerpts
 * @param limits none: nothing is excerpted
 */
export function fitMessages(
  messages: readonly Message[],
  handleOf: (index: number) => string,
  limits: BulkLimits | undefined,
): Fitted {
  const bulk = limits ? bulkResults(messages, limits) : new Set<MessagePart>();
  const { orphans, abandoned } = unpaired(messages);
  const counts = { halfCharacters: 0, empty: 0, resultsWithoutCall: 0, callsWithoutResult: 0, excerpts: 0 };
  const fitPart = (part: MessagePart, whole: MessagePart, index: number): MessagePart | undefined => {
    if (orphans.has(part)) return void counts.resultsWithoutCall++;
    if (abandoned.has(part)) return void counts.callsWithoutResult++;
    if (isEmptyText(part)) return void counts.empty++;
    if (part.type === 'tool-result' && bulk.has(part) && limits) {
      counts.excerpts++;
      const text = excerptOf(outputText(part), handleOf(index), limits.excerpt).toWellFormed();
      return { ...part, output: [{ type: 'text', text }, ...part.output.filter(isFile)] };
    }
    if (whole !== part) counts.halfCharacters++;
    return whole;
  };
  const fitted = messages.map((message, index) => {
    if (isSoundTalk(message)) return message;
    const whole = wellFormedParts(message);
    const parts = message.parts.flatMap((part, at) => fitPart(part, whole[at] ?? part, index) ?? []);
    const same =
      parts.length === message.parts.length && parts.every((part, at) => part === message.parts[at]);
    if (same && parts.length > 0) return message;
    if (parts.length > 0) return { ...message, parts };
    if (message.parts.length === 0) counts.empty++;
    return undefined;
  });
  return { messages: withoutLoneReasoning(fitted, counts), mended: counts };
}

const wellFormedParts = perMessage(({ parts }) => parts.map(wellFormed));

/** Words and files that stand for themselves and need nothing. */
const isSoundTalk = perMessage(
  (message) =>
    message.parts.length > 0 &&
    message.parts.every(
      (part, at) => !isOfTool(part) && !isEmptyText(part) && wellFormedParts(message)[at] === part,
    ),
);

const isReasoningAlone = perMessage(({ parts }) => parts.every(({ type }) => type === 'reasoning'));

/** Reasoning goes with what was made from it: in front of anything else, or at the end, it is refused. */
function withoutLoneReasoning(fitted: readonly (Message | undefined)[], counts: { empty: number }) {
  const kept: (Message | undefined)[] = [];
  let next: Message | undefined;
  for (const message of fitted.toReversed()) {
    const alone = message && isReasoningAlone(message) && next?.role !== 'assistant';
    if (alone) counts.empty++;
    else next = message ?? next;
    kept.push(alone ? undefined : message);
  }
  return kept.reverse();
}

/** Results over the limit; of one step together, the largest first until they are not. */
function bulkResults(messages: readonly Message[], limits: BulkLimits): Set<MessagePart> {
  const bulk = new Set<MessagePart>();
  let step: Result[] = [];
  const close = (): void => {
    let sum = step.reduce((total, { part, length }) => total + (bulk.has(part) ? limits.excerpt : length), 0);
    for (const { part, length } of step.sort((a, b) => b.length - a.length)) {
      if (sum <= limits.step) break;
      if (bulk.has(part) || length <= limits.excerpt) continue;
      bulk.add(part);
      sum += limits.excerpt - length;
    }
    step = [];
  };
  for (const message of messages) {
    const { role } = message;
    const { calls, results } = traffic(message);
    if (role === 'user' || (role === 'assistant' && calls)) close();
    for (const result of results) {
      if (result.length > limits.result) bulk.add(result.part);
      step.push(result);
    }
  }
  close();
  return bulk;
}

interface Result {
  readonly part: ToolResultPart;
  readonly length: number;
}

/** Whether a message calls tools, and the results that it holds. */
const traffic = perMessage(({ parts }): { readonly calls: boolean; readonly results: readonly Result[] } => ({
  calls: parts.some(({ type }) => type === 'tool-call'),
  results: parts.flatMap((part) => (part.type === 'tool-result' ? [{ part, length: lengthOf(part) }] : [])),
}));

function isFile({ type }: MessagePart): boolean {
  return type === 'file';
}

/** Text of a result as its excerpt shows it; files stand beside it. */
function outputText({ output }: ToolResultPart): string {
  return output
    .flatMap((item) => {
      if (item.type === 'text') return [item.text];
      return item.type === 'data' ? [JSON.stringify(item.value)] : [];
    })
    .join('\n');
}

function lengthOf({ output }: ToolResultPart): number {
  return output.reduce((sum, item) => {
    if (item.type === 'text') return sum + item.text.length;
    return item.type === 'data' ? sum + JSON.stringify(item.value).length : sum;
  }, 0);
}
