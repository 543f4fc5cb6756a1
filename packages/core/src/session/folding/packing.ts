/** What of a ledger a view shows: pins and facts with their texts, packed for a frame. */
import type { BranchState } from '../../fold/branch-state.ts';
import type { Range } from '../../fold/manifest.ts';
import { shareTerm, termsOf } from '../../judge/language/terms.ts';
import type { FactText } from '../../ledger/fact-text.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Packet, pack } from '../../packet/pack.ts';
import type { PinText } from '../../packet/show-pins.ts';
import { tokensOf } from '../../policy/estimate.ts';
import type { Known } from '../opened.ts';
import { isCovered } from './conversation.ts';
import type { Frame } from './frame.ts';

export interface Packable {
  readonly ledger: Ledger;
  readonly cut: number;
  readonly left: readonly Range[];
  readonly texts: ReadonlyMap<string, FactText>;
  readonly pins: ReadonlyMap<string, string>;
  readonly folds: number;
  readonly covered: number;
  readonly altered: readonly number[];
  readonly alteredTexts: Known['altered'];
  /** Revision that the record speaks of. */
  readonly revision: number;
}

/** What the application chose of the record. */
export interface RecordStyle {
  /** Names of registered history tools. */
  readonly tools: readonly string[];
  /** As text to read, without handles. */
  readonly plain: boolean;
  /** Hides secrets before anything is cut, where the application asked for that. */
  readonly hide?: (text: string) => string;
}

export function packFor(frame: Frame, from: Packable, style: RecordStyle, tail: number): Packet {
  const facts = [...from.ledger.facts.values()];
  const { omitted, repeated } = from.ledger.tombstones;
  const rate = frame.calibration.charactersPerToken;
  const hide = style.hide ?? ((text: string): string => text);
  const alteredTexts = from.altered.flatMap((seq) => from.alteredTexts.get(seq) ?? []);
  const changedIn = new Map(alteredTexts.map(({ about, entry }) => [about, entry]));
  return pack({
    pins: facts.flatMap((fact): PinText[] => {
      const [cited] = fact.pin ? fact.citations : [];
      if (!cited) return [];
      const text = from.pins.get(fact.text) ?? '';
      const changed = changedIn.get(cited.entry);
      const pin = { fact, entry: cited.entry, text: hide(text), from: cited.authority };
      return [changed === undefined ? pin : { ...pin, changedIn: changed }];
    }),
    facts: facts.filter(({ pin }) => !pin).map((fact) => ({ fact, text: from.texts.get(fact.text) })),
    revision: from.revision,
    folds: from.folds,
    covered: from.covered,
    omitted,
    repeated,
    altered: from.altered,
    alteredTexts: alteredTexts.map((one) => ({ ...one, text: hide(one.text) })),
    goesOn: from.left[0]?.[0],
    tools: style.tools,
    plain: style.plain,
    budget: frame.budget,
    floor: frame.floor,
    tail,
    charactersPerToken: rate,
    recalled: recalledBy(frame, from),
  });
}

export function packetTokens(frame: Frame, texts: readonly string[]): number {
  return texts.reduce(
    (sum, { length }) => sum + tokensOf(frame.calibration, { characters: length, images: 0 }),
    0,
  );
}

export function packable(
  state: BranchState,
  { facts: texts, pins, altered: alteredTexts }: Pick<Known, 'facts' | 'pins' | 'altered'>,
  revision: number,
): Packable {
  const { ledger, cut, left, folds, covered, altered } = state;
  return { ledger, cut, left, texts, pins, folds, covered, altered, alteredTexts, revision };
}

/** A pin that was indexed is shown again when somebody speaks of it: when it shares a term with the tail's user words. */
function recalledBy(
  { conversation }: Frame,
  state: Pick<Packable, 'cut' | 'left'>,
): (pin: PinText) => boolean {
  const words = conversation.items
    .filter((item) => !isCovered(state, item) && item.message.role === 'user')
    .flatMap(({ message }) => message.parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])))
    .join('\n');
  const spoken = termsOf(words);
  return ({ text }) => shareTerm(termsOf(text), spoken);
}
