/**
 * A cover fold of a branch, from the plan's cut to the change of the chain. Reads the region; writes nothing itself.
 */

import type { Json } from '../../base/json.ts';
import { alteredWords } from '../../fold/altered.ts';
import { consolidate } from '../../fold/consolidate.ts';
import { cover } from '../../fold/cover.ts';
import { inRanges, type Range, rangesOf } from '../../fold/manifest.ts';
import { readRegion } from '../../fold/read-region.ts';
import { alteredIn, type RegionEntry, regionOf } from '../../fold/region.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { Fact } from '../../ledger/fact.ts';
import type { FactText } from '../../ledger/fact-text.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Delta } from '../../ledger/operation.ts';
import { reduce } from '../../ledger/reduce.ts';
import { factSize, recordSize } from '../../packet/pack.ts';
import type { Plan } from '../../policy/plan.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { Store } from '../../store/port.ts';
import type { Known } from '../opened.ts';
import type { Block, Frame } from './frame.ts';
import { type ReadyFold, readyFold } from './ready-fold.ts';

export interface ReadyCover {
  readonly folds: readonly ReadyFold[];
  /** Ledger and cut behind them. */
  readonly ledger: Ledger;
  readonly cut: number;
  readonly left: readonly Range[];
  readonly texts: ReadonlyMap<string, FactText>;
  readonly pins: ReadonlyMap<string, string>;
  /** What consolidation could not reach, in tokens; null where it did. */
  readonly unreachable: number | null;
  readonly covered: number;
  readonly altered: readonly number[];
  readonly alteredTexts: Known['altered'];
}

export interface CoverSources {
  readonly store: Store;
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
  readonly redactor: Redactor;
}

/** @param blocks the units that the plan spoke of @throws DaybookError `tampered`, `store-unavailable` */
export async function coverBranch(
  sources: CoverSources,
  frame: Frame,
  known: Known,
  blocks: readonly Block[],
  plan: Plan,
): Promise<ReadyCover> {
  const { state } = known;
  const { items } = frame.conversation;
  const tail = items[blocks[plan.cut.at]?.from ?? items.length];
  const revision = sources.path[0]?.branch.revision ?? 0;
  const cut = tail?.place ?? revision;
  const live = plan.cut.live.map((at) => blocks[at] as Block);
  const rangesIn = (some: readonly Block[]): Range[] =>
    rangesOf(
      [
        ...new Set(
          some
            .flatMap(({ from, to }) => items.slice(from, to))
            .flatMap(({ entries, own }) => (own ? seqsIn(entries) : [])),
        ),
      ].sort((a, b) => a - b),
    );
  const left = rangesIn(live);
  const ranges = withoutRanges(
    [...state.left, ...(state.cut < cut ? [[state.cut, cut - 1] as const] : [])],
    left,
  );
  const entries = await readRegion(sources.store, sources.path, sources.salt, ranges);
  const openings = rangesIn(live.filter(({ user }) => user)).map(([first]) => first);
  const held = regionOf(entries, false, openings);
  // Of what was said: events and packets stand behind the message that opens the next turn, too.
  const last = held.units.reduce((most, unit) => Math.max(most, unit.entries.at(-1) ?? -1), -1);
  const endsAtTurn = !tail || tail.message.role === 'user' || openings.some((first) => first > last);
  const region = { ...held, endsAtTurn };
  const { calibration, budget } = frame;
  const drafted = cover({
    region,
    ledger: state.ledger,
    salt: sources.salt,
    redactor: sources.redactor,
    step: state.step,
    bulk: Math.floor(budget.bulk * calibration.charactersPerToken),
  });
  const { ledger, refused } = reduce(state.ledger, drafted.delta);
  const altered = alteredIn(region);
  for (const entry of entries)
    if (altered.includes(entry.seq)) known.altered.set(entry.seq, alteredWords(entry) ?? null);
  const policy = { reason: plan.reason, ...plan.figures } as unknown as { readonly [name: string]: Json };
  const place = { boundary: revision, cut, left, step: drafted.delta.step, policy, altered };
  const first = readyFold('cover', state, sources.redactor, entries, drafted, { ...place, ledger, refused });
  // Found by their hash, so they are what they are even if this fold is never written.
  for (const [id, text] of drafted.texts) known.facts.set(id, text);
  for (const [id, text] of pinTexts(entries, drafted.delta)) known.pins.set(id, text);
  const { facts: texts, pins } = known;
  const ready = { cut, left, texts, pins, altered, alteredTexts: known.altered, covered: entries.length };
  const next = consolidated(ledger, texts, frame, drafted.delta.step);
  if (!next || next.delta.operations.length === 0)
    return { ...ready, folds: [first], ledger, unreachable: next?.unreachable ?? null };
  const after = reduce(ledger, next.delta);
  const second = readyFold(
    'consolidate',
    { ...state, ledger },
    sources.redactor,
    [],
    { ...next, bodies: [], texts },
    {
      ...place,
      altered: [],
      ledger: after.ledger,
      refused: after.refused,
    },
  );
  return { ...ready, folds: [first, second], ledger: after.ledger, unreachable: next.unreachable };
}

/** The delta of a consolidation, when the record is large enough for one (C1). */
export function consolidated(
  ledger: Ledger,
  texts: ReadonlyMap<string, FactText>,
  { budget, calibration }: Pick<Frame, 'budget' | 'calibration'>,
  step: number,
  force = false,
): { readonly delta: Delta; readonly unreachable: number | null } | undefined {
  const rate = calibration.charactersPerToken;
  const facts = [...ledger.facts.values()].filter(({ pin }) => !pin);
  const size = recordSize(
    facts.map((fact) => ({ fact, text: texts.get(fact.text) })),
    rate,
  );
  if (size < budget.consolidateAt && !force) return undefined;
  const tokensOf = (fact: Fact): number =>
    fact.pin ? 0 : factSize({ fact, text: texts.get(fact.text) }, rate);
  const { delta, size: left } = consolidate({ ledger, step, tokensOf, size, target: budget.target });
  return { delta, unreachable: left > budget.target ? left : null };
}

/** Ranges without what stays live, in order, each entry once. */
function withoutRanges(ranges: readonly Range[], left: readonly Range[]): Range[] {
  const seqs = new Set(ranges.flatMap(seqsIn).filter((seq) => !inRanges(left, seq)));
  return rangesOf([...seqs].sort((a, b) => a - b));
}

function seqsIn([first, last]: Range): number[] {
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
}

function pinTexts(entries: readonly RegionEntry[], { required }: Delta): [string, string][] {
  const pinned = new Set(required.map(({ entry }) => entry));
  return entries.filter(({ seq }) => pinned.has(seq)).map(({ seal, text }) => [seal.contentId, text]);
}
