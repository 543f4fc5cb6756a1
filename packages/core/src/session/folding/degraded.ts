/**
 * A view from the messages at hand alone, when the store cannot be read or written (F6, model §3 Failure): what people
 * wrote word for word, the newest units, and how much is missing. Nothing is claimed to be on record.
 */
import { canonicalBytes } from '../../base/canonical.ts';
import { plainSha256, taggedHash } from '../../base/hash.ts';
import type { Json } from '../../base/json.ts';
import { authorityOf, isAuthoritative } from '../../journal/authority.ts';
import type { Message } from '../../journal/message.ts';
import { holdsRuleLanguage } from '../../judge/language/rule-language.ts';
import type { Fact } from '../../ledger/fact.ts';
import { arrange, packetTexts, voiceFor } from '../../packet/arrange.ts';
import { hideInMessages } from '../../packet/hide.ts';
import { grouped } from '../../packet/one-line.ts';
import { openerText } from '../../packet/opener.ts';
import { type PinCount, pinCountOf } from '../../packet/pin-count.ts';
import { type PinText, showPins } from '../../packet/show-pins.ts';
import { budgetOf } from '../../policy/budget.ts';
import { tokensOf, UNCALIBRATED } from '../../policy/estimate.ts';
import { cutOf, type Plan, plan, tailBudgetOf } from '../../policy/plan.ts';
import { NO_SIZE, sumOf } from '../../policy/size.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { View, ViewAccount, ViewNotice, ViewOptions } from '../view.ts';
import type { Conversation, Item } from './conversation.ts';
import { blocksOf, type Frame, frameOf } from './frame.ts';
import { unreachable } from './prepared.ts';

const NOTHING = { cut: 0, left: [] };

/** @throws DaybookError `view-unreachable`, `invalid-input` */
export function degradedView(
  messages: readonly Message[],
  options: ViewOptions,
  failure: string,
  redactor: Redactor,
): Omit<View, 'report'> {
  if (options.redact?.view !== true) return shortened(messages, options, failure);
  const made = hideInMessages(redactor, messages);
  const view = shortened(made.messages, options, failure);
  return { ...view, account: { ...view.account, hidden: made.hidden } };
}

function shortened(
  messages: readonly Message[],
  options: ViewOptions,
  failure: string,
): Omit<View, 'report'> {
  const conversation = conversationOf(messages);
  const sealed = messages.some(({ parts }) => parts.some(({ type }) => type === 'opaque'));
  const frame = frameOf(conversation, budgetOf(options), UNCALIBRATED, sealed, options.definitions);
  const { budget, floor } = frame;
  const blocks = blocksOf(frame, NOTHING);
  const size = floor + tokensOf(frame.calibration, sumOf(frame.sizes));
  const planned = plan({
    budget,
    trigger: 'size',
    units: () => blocks,
    floor,
    packet: 0,
    size,
    droppedUncovered: false,
  });
  if (sealed && size > budget.room)
    unreachable({ size, room: budget.room, window: budget.window, floor, reason: 'opaque' });
  if (size <= budget.room) {
    const kept = conversation.items.flatMap((item, index) => (frame.fitted[index] ? [{ item, index }] : []));
    return laid(frame, planned, undefined, kept, options, failure, size);
  }
  const tailBudget = options.recover === 'reset' ? 0 : tailBudgetOf(budget, floor, budget.pinBudget);
  for (const cut of [cutOf(blocks, tailBudget), cutOf(blocks, 0)]) {
    const shown = new Set(cut.live.flatMap((at) => indexesOf(blocks[at])));
    const begin = blocks[cut.at]?.from ?? conversation.items.length;
    const tail = conversation.items.flatMap((item, index) =>
      (index >= begin || shown.has(index)) && frame.fitted[index] ? [{ item, index }] : [],
    );
    const gone = conversation.items.filter((_, index) => index < begin && !shown.has(index));
    const tailTokens = tokensOf(
      frame.calibration,
      sumOf(tail.map(({ index }) => frame.sizes[index] ?? NO_SIZE)),
    );
    const packed = packetOf(frame, gone, budget.room - floor - tailTokens);
    if (packed)
      return laid(frame, planned, packed, tail, options, failure, floor + tailTokens + packed.tokens);
  }
  return unreachable({ size, room: budget.room, window: budget.window, floor, reason: 'degraded' });
}

function indexesOf(block: { readonly from: number; readonly to: number } | undefined): number[] {
  return block ? Array.from({ length: block.to - block.from }, (_, at) => block.from + at) : [];
}

function conversationOf(messages: readonly Message[]): Conversation {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const begin = first < 0 ? messages.length : first;
  const items = messages.slice(begin).map(
    (message, at): Item => ({
      message,
      place: at + 1,
      own: true,
      entries: [at + 1, at + 1],
      index: begin + at,
      ids: [],
      ordinal: null,
    }),
  );
  return { header: messages.slice(0, begin), headerIds: [], items };
}

interface Packed {
  readonly texts: readonly [opener: string, record: string];
  readonly pins: PinCount;
  readonly tokens: number;
}

/** Shares of the room that pins may take: their frame is measured only when they are laid out. */
const SHARES = [1, 0.75, 0.5, 0.25, 0];

/** What people wrote, as much of it as there is room for: whole, then an index line each, then the newest of them. */
function packetOf(frame: Frame, gone: readonly Item[], room: number): Packed | undefined {
  const pins = gone.flatMap(pinsOf);
  for (const share of SHARES) {
    const packed = packedWith(frame, gone.length, pins, 0, share * room);
    if (packed.tokens <= room) return packed;
  }
  for (let kept = pins.length; kept > 0; ) {
    kept = Math.floor(kept / 2);
    const packed = packedWith(frame, gone.length, pins.slice(pins.length - kept), pins.length - kept, 0);
    if (packed.tokens <= room) return packed;
  }
  return undefined;
}

function packedWith(
  { budget, calibration }: Frame,
  messages: number,
  pins: readonly PinText[],
  leftOut: number,
  most: number,
): Packed {
  const tokens = (text: string): number => tokensOf(calibration, { characters: text.length, images: 0 });
  const shown = showPins(pins, { pinBudget: budget.pinBudget, most, tokens, recalled: () => false });
  const { charactersPerToken } = calibration;
  const opener = openerText(shown, {
    charactersPerToken,
    nameOf: (entry) => `message ${entry}`,
  }).toWellFormed();
  const record = [
    `${grouped(messages)} earlier messages are not shown: the record of this conversation cannot be read or written just now.`,
    leftOut > 0
      ? `What people wrote in the newest of them stands above, ${grouped(leftOut)} of their messages are missing.`
      : 'What people wrote in them stands above.',
    'What was answered and what tools returned is missing here, and nothing here says how it came out.',
  ].join(' ');
  const pinCount = pinCountOf(shown);
  return {
    texts: [opener, record],
    pins: { ...pinCount, total: pinCount.total + leftOut },
    tokens: tokens(opener) + tokens(record),
  };
}

/** What people wrote in a message, as if it were pinned. */
function pinsOf({ message, place }: Item): PinText[] {
  if (message.derived) return [];
  const words = message.parts.filter((part) => isAuthoritative(authorityOf(message.role, part)));
  const text = words.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  if (text === '') return [];
  const content = plainSha256(canonicalBytes(text));
  const standing = message.role !== 'user' || holdsRuleLanguage(text);
  const fact: Fact = {
    handle: place,
    category: 'constraint',
    priority: 'P0',
    state: 'active',
    confidence: 'authoritative',
    text: content,
    subject: '',
    terms: [],
    citations: [],
    step: 0,
    pin: { class: standing ? 'standing' : 'request', content },
  };
  return [{ fact, entry: place, text, from: message.role }];
}

function laid(
  frame: Frame,
  planned: Plan,
  packed: Packed | undefined,
  tail: readonly { readonly item: Item; readonly index: number }[],
  options: ViewOptions,
  failure: string,
  size: number,
): Omit<View, 'report'> {
  const { conversation, budget, floor, mended, fitted } = frame;
  const sent = tail.flatMap(({ index }) => fitted[index] ?? []);
  const [opener, record] = packed?.texts ?? [];
  const pins = packed?.pins ?? pinCountOf([]);
  const voice = voiceFor(options.voice ?? 'split', sent[0]);
  const messages =
    opener === undefined || record === undefined
      ? [...conversation.header, ...sent]
      : arrange(conversation.header, packetTexts([opener, record], voice), sent, voice);
  const own = messages.length - conversation.header.length - sent.length;
  const notices: ViewNotice[] = ['degraded'];
  const account: ViewAccount = {
    notices,
    tokens: {
      before: floor + tokensOf(frame.calibration, sumOf(frame.sizes)),
      view: size,
      floor,
      window: budget.window,
      reserve: budget.reserve,
      room: budget.room,
      target: budget.target,
    },
    budget: [{ name: 'floor', tokens: floor }],
    pins,
    facts: { shown: 0, leftOut: 0, omitted: 0, repeated: 0 },
    covered: 0,
    plan: planned,
    folds: [],
    adopted: false,
    mended,
    hidden: 0,
    failure,
  };
  return {
    messages,
    from: [
      ...conversation.header.map((_, index) => index),
      ...Array.from({ length: Math.max(0, own) }, () => null),
      ...tail.map(({ item }) => item.index),
    ],
    viewId: taggedHash(
      'view',
      canonicalBytes(['degraded', ...messages.map(({ role, parts }) => [role, parts as unknown as Json])]),
    ),
    account,
  };
}
