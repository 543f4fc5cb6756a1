/**
 * Pack: ledger and budget give the packet's texts and their account (C3). Pure and deterministic: the same facts, the
 * same budget, the same bytes.
 */
import type { Fact } from '../ledger/fact.ts';
import type { Budget } from '../policy/budget.ts';
import { openerText } from './opener.ts';
import { lineOf, type RecordFact, recordText } from './record.ts';
import { type PinText, type Shown, type ShownPin, showPins } from './show-pins.ts';

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
  readonly goesOn: number | undefined;
  readonly tools: readonly string[];
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

export interface PinCount {
  readonly total: number;
  /** Byte-identical to the entry they pin. */
  readonly intact: number;
  readonly shown: number;
  readonly shortened: number;
  readonly indexed: number;
  readonly repeated: number;
  readonly retired: number;
}

/** Tokens a record takes at the least: its frame and what it says is missing. */
const LEAST_RECORD = 250;

export function pack(input: PackInput): Packet {
  const { budget, floor, tail, charactersPerToken } = input;
  const tokens = (text: string): number => Math.ceil(text.length / charactersPerToken);
  const shown = showPins(input.pins, {
    pinBudget: budget.pinBudget,
    most: Math.max(0, budget.room - floor - tail - LEAST_RECORD),
    tokens,
    recalled: input.recalled,
  });
  const opener = openerText(shown, { charactersPerToken, nameOf: (entry) => `e${entry}` }).toWellFormed();
  const room = Math.min(budget.consolidateAt, budget.room - floor - tail - tokens(opener));
  const record = recordText({ ...input, tokens, room: Math.max(LEAST_RECORD, room) });
  return {
    texts: [opener, record.text.toWellFormed()],
    tokens: { pins: tokens(opener), record: tokens(record.text) },
    pins: pinCountOf(shown),
    shown: new Map(shown.map((pin) => [pin.fact.handle, pin.shown])),
    facts: { shown: record.shown.length, leftOut: record.leftOut },
    sections: record.sections,
  };
}

export function pinCountOf(pins: readonly ShownPin[]): PinCount {
  const count = (how: Shown): number => pins.filter(({ shown }) => shown === how).length;
  return {
    total: pins.length,
    intact: pins.length - count('erased'),
    shown: count('full'),
    shortened: count('shortened'),
    indexed: count('indexed'),
    repeated: count('repeated'),
    retired: count('retired'),
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

/** `pins 7/7 intact (4 shown, 1 shortened, 2 indexed)` */
export function pinsLine({ total, intact, shown, shortened, indexed, repeated, retired }: PinCount): string {
  const ways = [
    `${shown} shown`,
    shortened > 0 ? `${shortened} shortened` : '',
    indexed > 0 ? `${indexed} indexed` : '',
    repeated > 0 ? `${repeated} said again` : '',
    retired > 0 ? `${retired} retired` : '',
  ];
  return `pins ${intact}/${total} intact (${ways.filter((way) => way !== '').join(', ')})`;
}
