/**
 * How each pin is shown (model §2, Pins): verbatim while all fit the pin budget; above it, oldest first, duplicates and
 * answered requests become an index line, then long answered rules are shortened. Other rules are never shortened.
 *
 * Invariant: every pin is counted in exactly one way, and what is not shown in full has a handle to read it by.
 */
import {
  fenced,
  INDEX_CHARACTERS,
  indexLine,
  isAnswered,
  type PinText,
  SHORTENED_END,
  type Shown,
  type ShownPin,
} from './pin-text.ts';

export type { PinText, Shown, ShownPin } from './pin-text.ts';

export interface PinBudget {
  readonly pinBudget: number;
  /** What pins may take at the very most, so that the view fits. */
  readonly most: number;
  /** Tokens of a text. */
  readonly tokens: (text: string) => number;
  /** Whether a pin shares a term with what was said since: then it is shown in full if it can be. */
  readonly recalled: (pin: PinText) => boolean;
}

/** The size from which a rule is shortened. */
const SHORTENED_FROM = 2_000;
/** Of the handle of a repeat, and of the line that says what a shortened pin lacks. */
const REPEAT = 8;
const LEFT_OUT = 20;
const LAYOUT = { charactersPerToken: 1, nameOf: (entry: number) => `e${entry}` };

export function showPins(pins: readonly PinText[], budget: PinBudget): ShownPin[] {
  const shown = new Map<number, Shown>(pins.map((pin) => [pin.fact.handle, firstShown(pin)]));
  markRepeats(pins, shown);
  const cost = (pin: PinText): number => costOf(pin, shown.get(pin.fact.handle) ?? 'full', budget.tokens);
  let sum = pins.reduce((total, pin) => total + cost(pin), 0);
  const shrink = (to: Shown, limit: number, may: (pin: PinText) => boolean): void => {
    for (const pin of pins) {
      if (sum <= limit) return;
      if (shown.get(pin.fact.handle) !== 'full' || !may(pin)) continue;
      const before = cost(pin);
      if (costOf(pin, to, budget.tokens) >= before) continue;
      shown.set(pin.fact.handle, to);
      sum += cost(pin) - before;
    }
  };
  const limit = Math.min(budget.pinBudget, budget.most);
  const recalled = new Set(sum > limit ? pins.filter(budget.recalled) : []);
  const long = (pin: PinText): boolean => budget.tokens(pin.text) > SHORTENED_FROM;
  shrink('indexed', limit, (pin) => isAnsweredRequest(pin) && !isShort(pin) && !recalled.has(pin));
  shrink('shortened', limit, (pin) => isAnsweredRule(pin) && long(pin) && !recalled.has(pin));
  // What is spoken of again comes back, the newest first, but not all that looks alike.
  const back = pins.filter((pin) => recalled.has(pin) && isAnsweredRequest(pin));
  const tooMany = new Set<PinText>();
  let taken = 0;
  for (const pin of back.toReversed()) {
    taken += cost(pin);
    if (taken > budget.pinBudget) tooMany.add(pin);
  }
  shrink('indexed', 0, (pin) => tooMany.has(pin));
  // So that the view fits at all; open requests last of all. What then is left must be shown, or nothing can be sent.
  shrink('indexed', budget.most, isAnsweredRequest);
  shrink('shortened', budget.most, (pin) => isAnsweredRule(pin) && long(pin));
  shrink('indexed', budget.most, isRequest);
  return pins.map((pin) => ({ ...pin, shown: shown.get(pin.fact.handle) ?? 'full' }));
}

function firstShown({ fact }: PinText): Shown {
  if (fact.state === 'retired') return 'retired';
  return fact.state === 'erased' ? 'erased' : 'full';
}

/** Equal pins are shown once, at the place of the newest that is still to be acted on, else of the newest. */
function markRepeats(pins: readonly PinText[], shown: Map<number, Shown>): void {
  const byContent = new Map<string, PinText>();
  for (const pin of pins) {
    if (shown.get(pin.fact.handle) !== 'full') continue;
    const key = repeatKey(pin);
    const known = byContent.get(key);
    const keep = known && isAnswered(pin) && !isAnswered(known) ? known : pin;
    const hide = keep === pin ? known : pin;
    byContent.set(key, keep);
    if (hide) shown.set(hide.fact.handle, 'repeated');
  }
}

/** Equal words that reply to different questions are different words. */
export function repeatKey({ from, fact }: PinText): string {
  return `${from} ${fact.pin?.content} ${fact.pin?.replies ?? ''}`;
}

/** Tokens of a pin as it is shown, with its fences. */
function costOf(pin: PinText, shown: Shown, tokens: (text: string) => number): number {
  switch (shown) {
    case 'full':
      return tokens(`${fenced({ ...pin, shown }, [], LAYOUT)}\n\n`);
    case 'shortened':
      return costOf({ ...pin, text: '' }, 'full', tokens) + 2 * SHORTENED_END + LEFT_OUT;
    case 'repeated':
      return REPEAT;
    default:
      return tokens(`${indexLine({ ...pin, shown }, [], LAYOUT)}\n`);
  }
}

/** An index line would say as much. */
function isShort({ text }: PinText): boolean {
  return text.length <= INDEX_CHARACTERS;
}

function isRequest({ fact }: PinText): boolean {
  return fact.pin?.class === 'request';
}

function isAnsweredRequest(pin: PinText): boolean {
  return isRequest(pin) && isAnswered(pin);
}

function isAnsweredRule(pin: PinText): boolean {
  return !isRequest(pin) && isAnswered(pin);
}
