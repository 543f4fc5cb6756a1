/**
 * The opener and the pins: the first message behind the header, in the user role, because it holds what people wrote.
 *
 * Invariants: the opener is constant and holds nothing derived; a pin stands between fences that carry its id and
 * length, which its author cannot know, so its text is never escaped (C7).
 */
import { fenced, indexLine, isAnswered, type PinLayout, type ShownPin } from './pin-text.ts';
import { repeatKey } from './show-pins.ts';

export const OPENER: string = [
  'Of the earlier conversation two things follow. First what people and the application wrote in it, word for word, each',
  'message between two lines in square brackets that name its entry. Rules in it hold until a later message changes',
  'them; where two differ, the later one holds. What is marked as answered is done and no order; an approval given for',
  'one occasion is none for another. Then a record of the work, made by a program from the entries it names: nobody',
  'here wrote it.',
].join(' ');

const ANSWERED =
  'Answered earlier; do not act on these again. They stand here because they were said, not because they are open:';
const INDEXED = 'Not shown in full here. Read the entry before relying on it:';

/** What stands in it besides the pins, at the most. */
export const OPENER_FRAME: string = [OPENER, ANSWERED, INDEXED].join('\n\n');

/** @param brief of what is not shown in full the handles alone, because the view does not fit otherwise */
export function openerText(pins: readonly ShownPin[], layout: PinLayout, brief = false): string {
  const inForce = pins.filter((pin) => isWhole(pin) && !isDone(pin));
  const done = pins.filter((pin) => isWhole(pin) && isDone(pin));
  const lines = pins.filter(
    ({ shown }) => (shown === 'indexed' && !brief) || shown === 'retired' || shown === 'erased',
  );
  const repeats = repeatsOf(pins);
  const also = (pin: ShownPin): readonly number[] =>
    pin.shown === 'retired' || pin.shown === 'erased' ? [] : (repeats.get(repeatKey(pin)) ?? []);
  const named = pins
    .filter(({ shown }) => shown === 'indexed' && brief)
    .flatMap((pin) => [pin.entry, ...also(pin)]);
  return [
    OPENER,
    ...inForce.map((pin) => fenced(pin, also(pin), layout)),
    ...(done.length > 0 ? [ANSWERED, ...done.map((pin) => fenced(pin, also(pin), layout))] : []),
    ...(named.length > 0 ? [`${INDEXED} ${named.map(layout.nameOf).join(', ')}`] : []),
    ...(lines.length > 0
      ? [[INDEXED, ...lines.map((pin) => indexLine(pin, also(pin), layout))].join('\n')]
      : []),
  ].join('\n\n');
}

function isWhole({ shown }: ShownPin): boolean {
  return shown === 'full' || shown === 'shortened';
}

/** An answered request; a rule stands on, answered or not. */
function isDone(pin: ShownPin): boolean {
  return pin.fact.pin?.class === 'request' && isAnswered(pin);
}

function repeatsOf(pins: readonly ShownPin[]): ReadonlyMap<string, readonly number[]> {
  const repeats = new Map<string, number[]>();
  for (const pin of pins) {
    const key = repeatKey(pin);
    if (pin.shown === 'repeated') repeats.set(key, [...(repeats.get(key) ?? []), pin.entry]);
  }
  return repeats;
}
