/** The ledger for people: facts with claim, state and citations; and where a fact comes from. Reads only. */
import { DaybookError, isDaybookError } from '../../base/errors.ts';
import { EMPTY_STATE } from '../../fold/branch-state.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { Citation, Fact } from '../../ledger/fact.ts';
import { factId, type Ledger, type Tombstones } from '../../ledger/ledger.ts';
import { redactText } from '../../redact/redactor.ts';
import type { Store } from '../../store/port.ts';
import type { Folding } from '../opened.ts';
import { readEntry } from '../reader.ts';
import { foldHistory } from './history.ts';
import { redactorIn } from './redactor-in.ts';
import { loadTexts, stateOf } from './states.ts';

/** A fact as it is told. */
export interface ToldFact extends Omit<Fact, 'handle' | 'text' | 'subject' | 'terms' | 'citations' | 'pin'> {
  readonly id: string;
  /** `f<n>` */
  readonly handle: string;
  /** Of a pin, the entry's own words with secrets hidden. Null where it was erased. */
  readonly claim: string | null;
  readonly lines: readonly string[];
  readonly citations: readonly ToldCitation[];
  readonly pin: { readonly class: 'standing' | 'request'; readonly answered: string | null } | null;
}

export interface ToldCitation {
  /** `e<seq>` */
  readonly entry: string;
  readonly seq: number;
  readonly role: 'support' | 'context';
  readonly quote?: Citation['quote'];
  readonly status?: Citation['status'];
  readonly check?: Citation['check'];
}

export interface ToldLedger {
  readonly revision: number;
  readonly hash: string;
  readonly facts: readonly ToldFact[];
  readonly asserted: number;
  readonly tombstones: Tombstones;
  readonly folds: number;
  /** Entries that folds cover. */
  readonly covered: number;
}

export interface Why {
  readonly fact: ToldFact;
  /** The cited entries, read now and checked against their hashes. */
  readonly citations: readonly (ToldCitation & {
    readonly text: string;
    readonly verified: boolean;
    readonly fault: string | null;
  })[];
  /** The folds that speak of the fact, oldest first. */
  readonly folds: readonly {
    readonly id: string;
    readonly kind: string;
    readonly operations: readonly string[];
  }[];
}

export interface LedgerSource {
  readonly store: Store;
  readonly folding: Folding;
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

/** @throws DaybookError `tampered`, `store-unavailable` */
export async function toldLedger({ store, folding, path, salt }: LedgerSource): Promise<ToldLedger> {
  const known = await stateOf(folding, store, path, salt);
  const { ledger, folds, covered } = known.state;
  await loadTexts(store, path, salt, ledger, known);
  const facts = [...ledger.facts.values()].map((fact) => {
    const text = known.facts.get(fact.text);
    return told(fact, fact.pin ? pinClaim(folding, known.pins.get(fact.text)) : text?.claim, text?.lines);
  });
  const revision = path[0]?.branch.revision ?? 0;
  return {
    revision,
    hash: ledger.hash,
    facts,
    asserted: ledger.asserted,
    tombstones: ledger.tombstones,
    folds,
    covered,
  };
}

/** @param handle `f12` @throws DaybookError `not-found`, `invalid-input`, `tampered`, `store-unavailable` */
export async function whyFact(source: LedgerSource, handle: string): Promise<Why> {
  const wanted = /^f([1-9]\d{0,14})$/.exec(handle);
  if (!wanted) throw new DaybookError('invalid-input', 'a fact is named by its handle, for example f12');
  const number = Number(wanted[1]);
  const { store, path, salt } = source;
  const ledger = await toldLedger(source);
  const folds: { id: string; kind: string; operations: string[] }[] = [];
  let omitted: Fact | undefined;
  for await (const { place, event, before } of foldHistory(store, path)) {
    const spoken = event.delta.operations.filter(
      (operation) => (operation.op === 'assert' ? operation.fact.handle : operation.fact) === number,
    );
    if (spoken.length === 0) continue;
    folds.push({ id: `e${place.seq}`, kind: event.fold, operations: spoken.map(({ op }) => op) });
    if (spoken.some(({ op }) => op === 'omit')) omitted = before.facts.get(number);
  }
  const fact =
    ledger.facts.find((one) => one.handle === handle) ?? (omitted && (await omittedFact(source, omitted)));
  if (!fact) throw new DaybookError('not-found', `the ledger holds no ${handle}`, { details: { handle } });
  const citations = await Promise.all(
    fact.citations.map(async (cited) => ({ ...cited, ...(await checked(store, path, salt, cited)) })),
  );
  return { fact, citations, folds };
}

/** A fact that consolidation left out: its deltas still hold it. */
async function omittedFact({ store, folding, path, salt }: LedgerSource, fact: Fact): Promise<ToldFact> {
  const known = { marked: 0, state: EMPTY_STATE, facts: new Map(), pins: new Map(), altered: new Map() };
  const only = { facts: new Map([[fact.handle, fact]]) } as unknown as Ledger;
  await loadTexts(store, path, salt, only, known);
  const text = known.facts.get(fact.text);
  const claim = text?.claim ?? pinClaim(folding, known.pins.get(fact.text));
  return { ...told(fact, claim, text?.lines), state: 'omitted' };
}

/** Other claims were hidden when they were made; a pin is the entry itself (S1). */
function pinClaim(folding: Folding, text: string | undefined): string | undefined {
  return text === undefined ? undefined : redactText(redactorIn({ folding }), text).text;
}

async function checked(
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
  { seq, quote }: ToldCitation,
) {
  try {
    const { text } = await readEntry(store, path, seq, salt);
    return { text: quote ? text.slice(quote.start, quote.end) : text, verified: true, fault: null };
  } catch (error) {
    if (!isDaybookError(error) || error.code === 'store-unavailable') throw error;
    return { text: '', verified: false, fault: error.code };
  }
}

function told(fact: Fact, claim: string | undefined, lines: readonly string[] = []): ToldFact {
  const { handle, text: _, subject: __, terms: ___, citations, pin, ...rest } = fact;
  return {
    ...rest,
    id: factId(fact),
    handle: `f${handle}`,
    claim: claim ?? null,
    lines,
    citations: citations.map(toldCitation),
    pin: pin ? { class: pin.class, answered: pin.answered === undefined ? null : `e${pin.answered}` } : null,
  };
}

function toldCitation({ entry, role, quote, status, check }: Citation): ToldCitation {
  return {
    entry: `e${entry}`,
    seq: entry,
    role,
    ...(quote === undefined ? {} : { quote }),
    ...(status === undefined ? {} : { status }),
    ...(check === undefined ? {} : { check }),
  };
}
