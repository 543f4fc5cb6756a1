/** `daybook ledger`: the facts, with claim, state and citations. Reads only. */
import type { Category, FactState, ToldCitation, ToldFact, ToldLedger } from '@daybook/core';
import { beginning } from '../output/message-text.ts';
import { count, paint, plural, visible } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export interface LedgerFlags {
  readonly category?: Category;
  readonly state?: FactState;
  readonly all: boolean;
}

/** In the order in which they are shown; a `Record`, so that none of core's is forgotten. */
const HEADINGS: Readonly<Record<Category, string>> = {
  constraint: 'constraints',
  objective: 'objectives',
  decision: 'decisions',
  obligation: 'obligations',
  blocker: 'blockers',
  question: 'questions',
  risk: 'risks',
  hypothesis: 'hypotheses',
  contradiction: 'contradictions',
  gap: 'gaps',
  'verified-state': 'verified states',
  outcome: 'outcomes',
  attempt: 'attempts',
  measurement: 'measurements',
  source: 'sources',
  grant: 'grants',
  investigation: 'investigations',
  artifact: 'artifacts',
  'session-fact': 'session facts',
};
/** Whether a fact still counts: what people see without `--all`. Omitted ones are no longer in the ledger. */
const IN_FORCE: Readonly<Record<Exclude<FactState, 'omitted'>, boolean>> = {
  active: true,
  uncertain: true,
  stale: true,
  superseded: false,
  closed: false,
  retired: false,
  erased: false,
};

export const categories: readonly string[] = Object.keys(HEADINGS);
export const states: readonly FactState[] = [...(Object.keys(IN_FORCE) as FactState[]), 'omitted'];
/** What a fold makes without a model; all other categories come from a writer model. */
const MECHANICAL: readonly Category[] = [
  'constraint',
  'objective',
  'attempt',
  'gap',
  'artifact',
  'session-fact',
];
export const writersCategories: readonly string[] = categories.filter(
  (name) => !MECHANICAL.includes(name as Category),
);

export function runLedger({ category, state, all }: LedgerFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const ledger = await (await theSession(context)).ledger();
    const facts = ledger.facts.filter(
      (fact) => (category ?? fact.category) === fact.category && (state ?? fact.state) === fact.state,
    );
    const { revision, hash, tombstones } = ledger;
    context.output.result({ revision, hash, facts: facts.map(factJson), tombstones }, () => {
      const shown = facts.filter((fact) => all || state !== undefined || isInForce(fact));
      const narrowed = category !== undefined || state !== undefined;
      return textOf(ledger, { shown, hidden: facts.length - shown.length, narrowed, state });
    });
    return 0;
  });
}

/** The fields of a fact that others rely on in `--json`. */
export function factJson({
  id,
  handle,
  category,
  priority,
  state,
  confidence,
  claim,
  citations,
}: ToldFact): object {
  return { id, handle, category, priority, state, confidence, claim, citations };
}

/** `f12  P1 active demonstrated  claim  [e9 failed, e12]` */
export function factLine({ handle, priority, state, confidence, claim, citations, pin }: ToldFact): string {
  const answered = pin?.answered ? [`answered in ${pin.answered}`] : [];
  const said = [priority, state, confidence, ...(pin ? [`pin, ${pin.class}`] : []), ...answered];
  const text = claim === null ? paint('dim', 'erased') : visible(beginning(claim, CLAIM_LENGTH));
  const cited = citations.map(citationText);
  const more = cited.length > SHOWN_CITATIONS ? [`… ${count(cited.length - SHOWN_CITATIONS)} more`] : [];
  const from = [...cited.slice(0, SHOWN_CITATIONS), ...more].join(', ');
  return `${paint('bold', handle)}  ${paint('dim', said.join(' · '))}  ${text}  ${paint('dim', `[${from}]`)}`;
}

/** `e9 failed`: a fact never stands beside its evidence without what became of it. */
export function citationText({ entry, status, check }: ToldCitation): string {
  const told = [status === 'returned' ? undefined : status, check === 'none' ? undefined : check];
  return [entry, ...told.filter((one) => one !== undefined)].join(' ');
}

const CLAIM_LENGTH = 160;
const SHOWN_CITATIONS = 6;

function isInForce({ state }: ToldFact): boolean {
  return state !== 'omitted' && IN_FORCE[state];
}

interface Chosen {
  readonly shown: readonly ToldFact[];
  readonly hidden: number;
  readonly narrowed: boolean;
  readonly state: FactState | undefined;
}

function textOf(ledger: ToldLedger, { shown, hidden, narrowed, state }: Chosen): string {
  const groups = (Object.keys(HEADINGS) as Category[]).flatMap((category) => {
    const facts = shown.filter((fact) => fact.category === category);
    if (facts.length === 0) return [];
    return [
      [paint('bold', `${HEADINGS[category]} (${count(facts.length)})`), ...facts.map(factLine)].join('\n'),
    ];
  });
  const { omitted, repeated } = ledger.tombstones;
  const of = narrowed ? `${count(shown.length)} of ` : '';
  return [
    `${of}${plural(ledger.facts.length, 'fact')} of ${plural(ledger.folds, 'fold')} over ${plural(ledger.covered, 'entry', 'entries')} · revision ${count(ledger.revision)}`,
    ...(groups.length > 0 ? groups : [none(ledger, state)]),
    ...(hidden > 0 ? [`${count(hidden)} more no longer in force (--all shows them)`] : []),
    ...(omitted + repeated > 0
      ? [`left out: ${count(omitted)} omitted, ${count(repeated)} that said the same again`]
      : []),
    paint('dim', `ledger ${ledger.hash}`),
  ].join('\n\n');
}

/** Why there is nothing to show. */
function none({ folds }: ToldLedger, state: FactState | undefined): string {
  if (folds === 0) return 'nothing is folded yet: `daybook fold` makes facts';
  if (state === 'omitted')
    return 'omitted facts are counted, not listed: `daybook why f12` finds one by its handle';
  return state === undefined ? 'no such fact is in force' : 'there is no such fact';
}
