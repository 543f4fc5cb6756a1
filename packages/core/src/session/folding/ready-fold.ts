import { type BranchState, behindFold, savedBody } from '../../fold/branch-state.ts';
import type { Drafted } from '../../fold/cover.ts';
import { SAVE_EVERY } from '../../fold/load-state.ts';
import { coveredBy, type FoldEvent, type FoldKind, foldBody } from '../../fold/manifest.ts';
import type { RegionEntry } from '../../fold/region.ts';
import type { ChainBuilder } from '../../journal/chain.ts';
import type { BodyRow } from '../../journal/rows.ts';
import { CHECK_DATA } from '../../judge/check/check.data.ts';
import { ANNOUNCEMENT } from '../../judge/language/announcement.data.ts';
import { RULE_LANGUAGE } from '../../judge/language/rule-language.data.ts';
import { STOP_WORDS } from '../../judge/language/stop-words.data.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Delta, Refusal } from '../../ledger/operation.ts';
import type { Redactor } from '../../redact/redactor.ts';

/** Of the data files that covers ask. */
const DATA_VERSIONS: readonly string[] = [
  `check/${CHECK_DATA.version}`,
  `rule-language/${RULE_LANGUAGE.version}`,
  `stop-words/${STOP_WORDS.version}`,
  `announcement/${ANNOUNCEMENT.version}`,
];

/** A fold made ready: its event without the fold it follows, which the chain knows when it is written. */
export interface ReadyFold {
  readonly kind: FoldKind;
  readonly event: FoldEvent;
  readonly bodies: readonly BodyRow[];
  readonly refused: readonly Refusal[];
  /** The ledger behind it. */
  readonly ledger: Ledger;
}

/** Of a manifest: what the plan froze. */
export type FoldSite = Pick<
  FoldEvent['manifest'],
  'boundary' | 'cut' | 'left' | 'step' | 'policy' | 'altered'
>;

export function readyFold(
  kind: FoldKind,
  state: BranchState,
  redactor: Redactor,
  entries: readonly RegionEntry[],
  { delta, bodies }: Pick<Drafted, 'delta' | 'bodies'> & Partial<Drafted>,
  { ledger, refused, ...place }: FoldSite & { readonly ledger: Ledger; readonly refused: readonly Refusal[] },
): ReadyFold {
  const covered = entries.at(-1)?.seq ?? 0;
  const reach = Math.max(state.reach, place.cut - 1, covered, highestCited(delta));
  const event: FoldEvent = {
    fold: kind,
    delta,
    texts: bodies.map(({ contentId }) => contentId),
    manifest: {
      ...place,
      covered: coveredBy(entries),
      previous: state.last,
      reach,
      versions: [redactor.id, ...DATA_VERSIONS],
      refused,
      ledger: { before: state.ledger.hash, after: ledger.hash },
    },
  };
  return { kind, event, bodies, refused, ledger };
}

/** A fold reaches as far as it covered, cited or read. */
function highestCited({ operations }: Delta): number {
  return operations.reduce((highest, operation) => {
    const cited = operation.op === 'assert' ? operation.fact.citations : (operation.citations ?? []);
    return cited.reduce((most, { entry }) => Math.max(most, entry), highest);
  }, 0);
}

/** Adds folds to a chain, each behind the one before it. @returns the state behind them */
export function addFolds(
  chain: ChainBuilder,
  state: BranchState,
  folds: readonly ReadyFold[],
  branch: string,
): BranchState {
  let next = state;
  for (const { event, bodies, ledger } of folds) {
    const body = foldBody({ ...event, manifest: { ...event.manifest, previous: next.last } });
    chain.bodies(bodies);
    next = behindFold(next, { branch, seq: chain.event(body) }, event, ledger);
  }
  if (next.unsaved >= SAVE_EVERY) {
    chain.event(savedBody(next));
    next = { ...next, unsaved: 0 };
  }
  return next;
}
