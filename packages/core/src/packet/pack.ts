/**
 * Pack: ledger and budget give the packet's texts and their account (C3). Pure and deterministic: the same facts, the
 * same budget, the same bytes.
 */
import type { Fact } from '../ledger/fact.ts';
import type { Budget } from '../policy/budget.ts';
import { type AlteredText, alteredText } from './altered-text.ts';
import { lineOf, type RecordFact } from './fact-line.ts';
import { OPENER_FRAME, openerText } from './opener.ts';
import { type PinCount, pinCountOf } from './pin-count.ts';
import { recordText } from './record.ts';
import { type PinText, type Shown, showPins } from './show-pins.ts';

export interface PackInput {
  /** In handle order. */
  readonly pins: readonly PinText[];
  readonly facts: readonly RecordFact[];
  readonly revision: number;
  readonly folds: number;
  readonly covered: number;
  readonly omitted: number;
  readonly repeated: number;
  readonly altered: readonly number[];
  readonly alteredTexts: readonly AlteredText[];
  readonly goesOn: number | undefined;
  readonly tools: readonly string[];
  readonly plain: boolean;
  readonly budget: Budget;
  /** Tokens of the header with tool definitions, and of the tail that follows. */
  readonly floor: number;
  readonly tail: number;
  readonly charactersPerToken: number;
  readonly recalled: (pin: PinText) => boolean;
}

export interface Packet {
  /** Opener with pins, and record. */
  readonly texts: readonly [opener: string, record: string];
  readonly tokens: { readonly pins: number; readonly record: number };
  readonly pins: PinCount;
  /** How each pin is shown, by handle. */
  readonly shown: ReadonlyMap<number, Shown>;
  readonly facts: { readonly shown: number; readonly leftOut: number };
  readonly sections: readonly { readonly name: string; readonly tokens: number; readonly facts: number }[];
}

export function pack(input: PackInput): Packet {
  const { budget, floor, tail, charactersPerToken } = input;
  const tokens = (text: string): number => Math.ceil(text.length / charactersPerToken);
  const changes = alteredText(input.alteredTexts).toWellFormed();
  const below = changes === '' ? '' : `\n\n${changes}`;
  const spare = budget.room - floor - tail;
  // Its frame, and what it says is missing.
  const least = tokens(recordText({ ...input, tokens, room: 0, most: 0 }).text);
  const shown = showPins(input.pins, {
    pinBudget: budget.pinBudget,
    most: Math.max(0, spare - tokens(OPENER_FRAME + below) - least),
    tokens,
    recalled: input.recalled,
  });
  const layout = { charactersPerToken, nameOf: (entry: number) => `e${entry}` };
  const whole = openerText(shown, layout).toWellFormed() + below;
  const brief = tokens(whole) + least > spare;
  const opener = brief ? openerText(shown, layout, true).toWellFormed() + below : whole;
  // A view that is full to the brim would be made anew at the next call: the record leaves room for some.
  const most = spare - tokens(opener) - budget.minimumGain;
  const record = recordText({ ...input, tokens, room: Math.min(budget.consolidateAt, most), most });
  return {
    texts: [opener, record.text.toWellFormed()],
    tokens: { pins: tokens(opener), record: tokens(record.text) },
    pins: pinCountOf(shown),
    shown: new Map(shown.map((pin) => [pin.fact.handle, pin.shown])),
    facts: { shown: record.shown.length, leftOut: record.leftOut },
    sections: record.sections,
  };
}

/** Size of the whole record if it had all the room it wants, in tokens: what consolidation goes by. */
export function recordSize(facts: readonly RecordFact[], charactersPerToken: number): number {
  return facts.reduce((sum, one) => sum + factSize(one, charactersPerToken), 0);
}

/** Tokens of a fact as the record renders it; 0 for what it only counts. */
export function factSize(one: RecordFact, charactersPerToken: number): number {
  return isCounted(one.fact) ? 0 : Math.ceil((lineOf(one).length + 1) / charactersPerToken);
}

function isCounted({ state }: Fact): boolean {
  return state === 'superseded' || state === 'closed' || state === 'retired';
}
