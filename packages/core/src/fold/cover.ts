/**
 * Cover: the mechanical delta of a region (V7, F7). No model, no paraphrase, no clock: the same region on the same
 * ledger gives the same delta, byte for byte.
 */
import type { BodyRow } from '../journal/rows.ts';
import type { FactText } from '../ledger/fact-text.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Delta } from '../ledger/operation.ts';
import type { Redactor } from '../redact/redactor.ts';
import { ageFacts } from './aging.ts';
import { callFacts } from './call-facts.ts';
import { DeltaDraft } from './draft.ts';
import { pinRegion } from './pin-region.ts';
import type { Region } from './region.ts';
import { saidFacts } from './said-facts.ts';

export interface CoverInput {
  readonly region: Region;
  readonly ledger: Ledger;
  readonly salt: Uint8Array;
  readonly redactor: Redactor;
  /** Steps of the branch before the region. */
  readonly step: number;
  /** Characters above which a result is bulk. */
  readonly bulk: number;
}

export interface Drafted {
  readonly delta: Delta;
  readonly bodies: readonly BodyRow[];
  /** Texts of the new facts, by content id. */
  readonly texts: ReadonlyMap<string, FactText>;
}

export function cover({ region, ledger, salt, redactor, step, bulk }: CoverInput): Drafted {
  const draft = new DeltaDraft({ ledger, salt, redactor, step: step + stepsIn(region) });
  ageFacts(draft, region);
  pinRegion(draft, region);
  callFacts(draft, region, bulk);
  saidFacts(draft, region);
  return draft.finish();
}

/** Model responses in the region (a step is one response with its calls and results). */
function stepsIn({ units, bySeq }: Region): number {
  return units.filter(({ entries }) => bySeq.get(entries[0] ?? -1)?.seal.role === 'assistant').length;
}
