/** The layout of a prepared view, its account and its id. Pure. */
import { utf8 } from '../../base/bytes.ts';
import { canonicalBytes } from '../../base/canonical.ts';
import { plainSha256, taggedHash } from '../../base/hash.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { Adoption } from '../../fold/branch-state.ts';
import type { Message } from '../../journal/message.ts';
import { arrange, packetTexts, type Voice, voiceFor } from '../../packet/arrange.ts';
import { hideInMessages } from '../../packet/hide.ts';
import { type PinCount, pinCountOf } from '../../packet/pin-count.ts';
import { tokensOf } from '../../policy/estimate.ts';
import { sumOf } from '../../policy/size.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { View, ViewAccount, ViewNotice, ViewOptions } from '../view.ts';
import { type Item, isCovered } from './conversation.ts';
import { shownTokens } from './frame.ts';
import { packetTokens } from './packing.ts';
import type { Prepared } from './prepared.ts';

export type Composed = Omit<View, 'report'> & { readonly prepared: Prepared };

export function compose(prepared: Prepared, options: ViewOptions, redactor: Redactor): Composed {
  const { frame } = prepared;
  const { conversation, fitted, sizes, calibration, budget, floor } = frame;
  const adopted = usedBy(prepared);
  const at = adopted ?? { cut: 0, left: [] };
  const shown: Shown[] = [];
  for (const [index, item] of conversation.items.entries()) {
    const message = fitted[index];
    if (message && !isCovered(at, item)) shown.push({ item, message });
  }
  const tailTokens = shownTokens(frame, at);
  const texts = adopted?.texts ?? [];
  const packet = packetTokens(frame, texts);
  const size = floor + packet + tailTokens;
  const voice = voiceIn(adopted?.arrangement ?? null);
  const tail = shown.map(({ message }) => message);
  const laid = adopted ? laidOut(conversation.header, texts, tail, voice) : [...conversation.header, ...tail];
  const late = options.redact?.view === true ? hideInMessages(redactor, laid) : { messages: laid, hidden: 0 };
  const { messages } = late;
  const hidden = prepared.hidden + late.hidden;
  const own = laid.length - conversation.header.length - tail.length;
  const from = [
    ...conversation.header.map((_, index) => index),
    ...Array.from({ length: Math.max(0, own) }, () => null),
    ...shown.map(({ item }) => item.index),
  ];
  const before = floor + tokensOf(calibration, sumOf(sizes));
  return {
    messages,
    from,
    viewId: viewIdOf(conversation.headerIds, shown, [texts as string[], voice, budget.window, hidden]),
    account: account(prepared, options, { before, size, packet, tailTokens, hidden }),
    prepared,
  };
}

interface Shown {
  readonly item: Item;
  readonly message: Message;
}

/** @param how it is laid out */
function viewIdOf(header: readonly string[], shown: readonly Shown[], how: readonly Json[]): string {
  const ids = [...header];
  for (const { item, message } of shown) {
    for (const id of item.ids) ids.push(id);
    // Of a message that was mended, what it became: another excerpt of the same result is another view.
    if (message !== item.message) ids.push(plainSha256(canonicalBytes(message.parts as unknown as Json)));
  }
  return taggedHash('view', canonicalBytes(how), utf8(ids.join('\n')));
}

interface Sums {
  readonly before: number;
  readonly size: number;
  readonly packet: number;
  readonly tailTokens: number;
  readonly hidden: number;
}

function account(prepared: Prepared, options: ViewOptions, sums: Sums): ViewAccount {
  const { frame, known, plan, folds, adopted, failure } = prepared;
  const { budget, floor, mended } = frame;
  const { state } = known;
  const used = usedBy(prepared);
  const arrangement = used?.arrangement ?? null;
  const told = isJsonObject(arrangement) ? arrangement : {};
  const { shown = 0, leftOut = 0 } = (told.facts ?? {}) as { shown?: number; leftOut?: number };
  const assumed: ViewNotice[] = options.window === undefined ? ['window-assumed'] : [];
  const over: ViewNotice[] = sums.size > budget.hardAt ? ['over-hard-limit'] : [];
  const sections = (Array.isArray(told.sections) ? told.sections : []) as unknown as ViewAccount['budget'];
  const inSections = sections.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    notices: [...new Set([...prepared.notices, ...assumed, ...over])],
    tokens: {
      before: sums.before,
      view: sums.size,
      floor,
      window: budget.window,
      reserve: budget.reserve,
      room: budget.room,
      target: budget.target,
    },
    budget: [
      { name: 'floor', tokens: floor },
      ...(used ? [{ name: 'pins and frame', tokens: Math.max(0, sums.packet - inSections) }] : []),
      ...sections.map(({ name, tokens }) => ({ name, tokens })),
      { name: 'recent turns', tokens: sums.tailTokens },
      { name: 'slack', tokens: budget.room - sums.size },
    ],
    pins: (told.pins as unknown as PinCount | undefined) ?? pinCountOf([]),
    facts: { shown, leftOut, ...state.ledger.tombstones },
    covered: state.covered,
    plan,
    folds: folds.map((seq) => `e${seq}`),
    adopted,
    mended,
    hidden: sums.hidden,
    failure,
  };
}

/** With a provider's own compaction item in the list the view is the input, whatever was adopted. */
function usedBy({ notices, known }: Prepared): Adoption | null {
  return notices.includes('opaque') ? null : known.state.adopted;
}

/** Roles alternate, even when the application has dropped the message that the tail began with. */
function laidOut(
  header: readonly Message[],
  texts: readonly string[],
  tail: readonly Message[],
  voice: Voice,
) {
  const fits = voiceFor(voice, tail[0]);
  const [opener, record] = texts;
  if (fits === voice || opener === undefined || record === undefined)
    return arrange(header, texts, tail, voice);
  return arrange(header, packetTexts([opener, record], fits), tail, fits);
}

function voiceIn(arrangement: Json): Voice {
  const voice = isJsonObject(arrangement) ? arrangement.voice : undefined;
  return voice === 'merged' || voice === 'system' ? voice : 'split';
}
