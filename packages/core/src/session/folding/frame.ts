/**
 * One call's view in the making: the conversation with the size of each unit, and what stands around it. Pure but for
 * the state it is given.
 */
import type { BranchState } from '../../fold/branch-state.ts';
import type { Message } from '../../journal/message.ts';
import { type UnitEntry, unitsOf } from '../../journal/units.ts';
import { type BulkLimits, type Fitted, fitMessages, type Mended } from '../../packet/fit.ts';
import type { Budget } from '../../policy/budget.ts';
import { type Calibration, floorOf, LEAST_RATE, tokensOf, UNCALIBRATED } from '../../policy/estimate.ts';
import type { PlanUnit } from '../../policy/plan.ts';
import {
  addSizes,
  NO_SIZE,
  reasoningIn,
  type Size,
  sizeOfMessage,
  sizeOfMessages,
  sumOf,
} from '../../policy/size.ts';
import { type Conversation, type Item, isCovered } from './conversation.ts';

/** Whole units of the conversation, each a stretch of items. */
export interface Block extends PlanUnit {
  /** Indexes of its items: from the first to the one behind the last. */
  readonly from: number;
  readonly to: number;
}

export interface Frame {
  readonly conversation: Conversation;
  readonly budget: Budget;
  readonly calibration: Calibration;
  /** Messages as they are sent; undefined where nothing is left. */
  readonly fitted: readonly (Message | undefined)[];
  readonly mended: Mended;
  readonly sizes: readonly Size[];
  readonly headerSize: Size;
  readonly floor: number;
}

/** Characters of an excerpt at the most, and as a share of the limit above which there is one. */
const EXCERPT_CHARACTERS = 6_000;
const EXCERPT_SHARE = 0.5;
const SHOWN_DIGITS = 16;
/** Limits follow one of two rates: what is excerpted, and how, may not change with every report (C4). */
const DENSE_RATE = 2.25;

/**
 * @param sealed the list holds a provider's own compaction item: it is sent as it came
 * @param definitions characters that are sent beside the messages
 */
export function frameOf(
  conversation: Conversation,
  budget: Budget,
  calibration: Calibration,
  sealed: boolean,
  definitions = 0,
): Frame {
  const { header, items } = conversation;
  const fitted = sealed
    ? untouched(items)
    : fitMessages(
        items.map(({ message }) => message),
        (index) => handleOf(items[index] as Item),
        bulkLimits(budget, calibration),
      );
  const headerSize = addSizes(sizeOfMessages(header), { characters: definitions, images: 0 });
  return {
    conversation,
    budget,
    calibration,
    fitted: fitted.messages,
    mended: fitted.mended,
    sizes: sizesOf(fitted.messages),
    headerSize,
    floor: floorOf(calibration, headerSize),
  };
}

/** Reasoning counts where it is sent again: behind the last message of the user. */
function sizesOf(messages: Fitted['messages']): Size[] {
  const opens = messages.findLastIndex((message) => message?.role === 'user');
  return messages.map((message, at) => {
    if (!message) return NO_SIZE;
    const size = sizeOfMessage(message);
    return at > opens ? addSizes(size, reasoningIn(message)) : size;
  });
}

function untouched(items: readonly Item[]): Fitted {
  const none = { halfCharacters: 0, empty: 0, resultsWithoutCall: 0, callsWithoutResult: 0, excerpts: 0 };
  return { messages: items.map(({ message }) => message), mended: none };
}

function bulkLimits(budget: Budget, { charactersPerToken }: Calibration): BulkLimits {
  const rate = charactersPerToken < DENSE_RATE ? LEAST_RATE : UNCALIBRATED.charactersPerToken;
  const result = budget.bulkUnsent * rate;
  const excerpt = Math.floor(Math.min(EXCERPT_CHARACTERS, EXCERPT_SHARE * result));
  return { result, step: budget.bulkStep * rate, excerpt };
}

/** Where the whole is, and the beginning of its content id. */
function handleOf({ entries: [first, last], ids }: Item): string {
  const seqs = first === last ? `e${first}` : `e${first} to e${last}`;
  return [seqs, ...ids.slice(0, 1).map((id) => `content ${id.slice(0, SHOWN_DIGITS)}`)].join(', ');
}

/** Tokens of the items that a state shows, without its packet. */
export function shownTokens(frame: Frame, state: Pick<BranchState, 'cut' | 'left'>): number {
  return tokensOf(frame.calibration, shownSize(frame, state));
}

function shownSize({ conversation, sizes }: Frame, state: Pick<BranchState, 'cut' | 'left'>): Size {
  return sumOf(sizes.filter((_, index) => !isCovered(state, conversation.items[index] as Item)));
}

/** Tokens of what was journaled behind these entries. */
export function tokensSince({ conversation, sizes, calibration }: Frame, entries: readonly number[]): number {
  const last = Math.max(-1, ...entries);
  const since = conversation.items.map(({ place }, at) => (place > last && sizes[at]) || NO_SIZE);
  return tokensOf(calibration, sumOf(since));
}

/** Units of the items that are not covered. A unit that others stand in is one block with them. */
export function blocksOf(
  { conversation, sizes, calibration }: Frame,
  state: Pick<BranchState, 'cut' | 'left'>,
): Block[] {
  const { items } = conversation;
  const open = items.flatMap((item, index) => (isCovered(state, item) ? [] : [index]));
  const blocks: { from: number; to: number; waiting: boolean }[] = [];
  for (const { first, last, waiting } of spans(items, open)) {
    const before = blocks.at(-1);
    const joins = before && (first < before.to || items[first]?.own === false);
    if (joins) {
      before.to = Math.max(before.to, last + 1);
      before.waiting ||= waiting;
    } else blocks.push({ from: first, to: last + 1, waiting });
  }
  return blocks.map(({ from, to, waiting }) => ({
    from,
    to,
    tokens: tokensOf(calibration, sumOf(sizes.slice(from, to))),
    user: items[from]?.message.role === 'user',
    thinks: items[from]?.message.parts[0]?.type === 'reasoning',
    blocked: waiting,
  }));
}

/** First and last item of each unit, in order of the first. */
function spans(items: readonly Item[], open: readonly number[]) {
  const entries: UnitEntry[] = [];
  const itemOf: number[] = [];
  const add = (index: number, entry: Pick<UnitEntry, 'kind' | 'role' | 'call' | 'hosted'>): void => {
    entries.push({ seq: itemOf.length, group: index, ...entry });
    itemOf.push(index);
  };
  for (const index of open) {
    const { message } = items[index] as Item;
    const { role } = message;
    for (const part of message.parts) {
      if (part.type === 'tool-call')
        add(index, { kind: 'tool-call', role, call: part.callId, hosted: part.hosted === true });
      else if (part.type === 'tool-result')
        add(index, { kind: 'tool-result', role: 'tool', call: part.callId });
      else add(index, { kind: 'message', role });
    }
    if (message.parts.length === 0) add(index, { kind: 'message', role });
  }
  return unitsOf(entries)
    .map(({ entries: seqs, waiting }) => {
      const held = seqs.map((seq) => itemOf[seq] as number);
      return { first: Math.min(...held), last: Math.max(...held), waiting: waiting.length > 0 };
    })
    .sort((a, b) => a.first - b.first);
}
