/**
 * A delta in the making: operations in order, handles given as they come, and the bodies of the facts' texts.
 *
 * Secrets are hidden before a text becomes a body, so nothing derived ever holds one (model §5).
 */

import { canonicalBytes } from '../base/canonical.ts';
import { taggedHash } from '../base/hash.ts';
import { contentOf } from '../journal/body.ts';
import type { BodyRow } from '../journal/rows.ts';
import type { Citation, Fact } from '../ledger/fact.ts';
import { type FactText, factBody } from '../ledger/fact-text.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Delta, NewFact, Operation, RequiredPin } from '../ledger/operation.ts';
import { type Redactor, redactText } from '../redact/redactor.ts';
import type { RegionEntry } from './region.ts';

const DIGEST_DIGITS = 32;
/** Most terms kept of one fact. */
const MAX_TERMS = 16;

export type FactDraft = Pick<NewFact, 'category' | 'priority' | 'confidence' | 'citations'> &
  Partial<Pick<NewFact, 'key' | 'ttlSteps' | 'deliverable'>> & {
    readonly text: FactText;
    /** The whole subject, where the text shows a part of it. */
    readonly subject?: string;
  };

export class DeltaDraft {
  readonly #ledger: Ledger;
  readonly #salt: Uint8Array;
  readonly #redactor: Redactor;
  readonly #step: number;
  readonly #operations: Operation[] = [];
  readonly #required: RequiredPin[] = [];
  readonly #texts = new Map<string, { readonly row: BodyRow; readonly text: FactText }>();
  #next: number;

  constructor(from: {
    readonly ledger: Ledger;
    readonly salt: Uint8Array;
    readonly redactor: Redactor;
    /** Steps of the branch up to the boundary. */
    readonly step: number;
  }) {
    this.#ledger = from.ledger;
    this.#salt = from.salt;
    this.#redactor = from.redactor;
    this.#step = from.step;
    this.#next = from.ledger.next;
  }

  get ledger(): Ledger {
    return this.#ledger;
  }

  get step(): number {
    return this.#step;
  }

  /** Pins an authoritative entry whole (L2). @returns its handle */
  pin(entry: RegionEntry, marks: Omit<NonNullable<Fact['pin']>, 'content'>): number {
    const content = entry.seal.contentId;
    const handle = this.#next++;
    this.#required.push({ entry: entry.seq, content });
    this.#operations.push({
      op: 'assert',
      by: 'code',
      fact: {
        handle,
        category: marks.class === 'standing' ? 'constraint' : 'objective',
        priority: 'P0',
        confidence: 'authoritative',
        text: content,
        subject: this.digest(`pin e${entry.seq}`),
        terms: [],
        citations: [cite(entry)],
        step: this.#step,
        pin: { ...marks, content },
      },
    });
    return handle;
  }

  /** @returns the handle of the new fact */
  assert({ text, subject = text.subject, ...draft }: FactDraft): number {
    const hidden = this.#hidden(text);
    const { contentId, bytes } = contentOf(factBody(hidden), this.#salt);
    this.#texts.set(contentId, { row: { contentId, bytes }, text: hidden });
    const handle = this.#next++;
    const fact: NewFact = {
      handle,
      text: contentId,
      subject: this.digest(subject),
      terms: hidden.terms.map((term) => this.digest(term)),
      step: this.#step,
      ...draft,
    };
    this.#operations.push({ op: 'assert', by: 'code', fact });
    return handle;
  }

  add(operation: Operation): void {
    this.#operations.push(operation);
  }

  /** Salted, so that nobody can test a guess against another session. */
  digest(text: string): string {
    return taggedHash('term', this.#salt, canonicalBytes(text)).slice(0, DIGEST_DIGITS);
  }

  finish(): {
    readonly delta: Delta;
    readonly bodies: readonly BodyRow[];
    readonly texts: ReadonlyMap<string, FactText>;
  } {
    const texts = [...this.#texts.values()];
    return {
      delta: { step: this.#step, required: this.#required, operations: this.#operations },
      bodies: texts.map(({ row }) => row),
      texts: new Map(texts.map(({ row, text }) => [row.contentId, text])),
    };
  }

  /** Secrets are found in whole texts: what is cut, flattened or looked through for terms is hidden first. */
  hide(text: string): string {
    return redactText(this.#redactor, text).text;
  }

  #hidden({ claim, subject, terms, lines }: FactText): FactText {
    const hide = (text: string): string => this.hide(text);
    return {
      claim: hide(claim),
      subject: hide(subject),
      terms: terms.slice(0, MAX_TERMS).map(hide),
      ...(lines && lines.length > 0 ? { lines: lines.map(hide) } : {}),
    };
  }
}

/** A citation of an entry, with what the rules ask of it. */
export function cite(
  { seq, seal, body }: RegionEntry,
  more: Partial<Pick<Citation, 'role' | 'quote' | 'check' | 'operation'>> = {},
): Citation {
  const status = body.kind === 'tool-result' ? { status: body.status } : {};
  return { entry: seq, role: 'support', kind: seal.kind, authority: seal.authority, ...status, ...more };
}
