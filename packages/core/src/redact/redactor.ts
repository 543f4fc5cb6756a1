/**
 * What may not leave: secrets in a text, replaced by placeholders that tell equal values from different ones. S1.
 *
 * Invariant: redaction never fails and never opens. A redactor is given by an application, so its answer is read as
 * hostile; when it cannot be read, the whole text is hidden. What was hidden once stays as it is in every later run.
 */
import { checkJson, isJsonObject, type Json } from '../base/json.ts';
import {
  cutMasked,
  echoesOf,
  MASK,
  maskPlaceholders,
  numbering,
  orderSpans,
  placeholder,
  replaceSpans,
  type SecretSpan,
} from './spans.ts';

export type { SecretSpan };

export interface Redactor {
  /** Names the detector and its version, recorded in manifests. */
  readonly id: string;
  /**
   * Spans of secrets, ascending, not overlapping; offsets are UTF-16 code units. Equal texts must give equal spans.
   * In place of a placeholder from an earlier run stand as many U+FFFC.
   */
  find(text: string): readonly SecretSpan[];
}

/** The built-in detector needs two or three; a redactor that never ends is stopped. */
const MAX_ROUNDS = 8;
/** Nothing is left to hide. */
const HIDDEN = /^\uFFFC*$/;
/** Longer strings are no passwords, so the name of their member is not asked about them. */
const MAX_TOLD_LENGTH = 1024;

/**
 * The text with each secret as `[secret:kind:n]`: n counts the different values of this text from 1, leaving out
 * numbers that the text already holds.
 */
export function redactText(redactor: Redactor, text: string): { text: string; hidden: number } {
  const spans = secretsIn(redactor, text);
  if (spans === undefined) return { text: placeholder('unreadable', 1), hidden: 1 };
  return { text: hide(text, spans, numbering(text)), hidden: spans.length };
}

/**
 * The value with secrets in strings and member names hidden. The whole value is one text to the numbers, so different
 * names stay different. A string is also hidden when the name of its member gives it away (`{"password": …}`).
 *
 * @throws DaybookError `invalid-input` for what {@link checkJson} refuses
 */
export function redactJson(redactor: Redactor, value: Json): Json {
  checkJson(value);
  const numberOf = numbering(JSON.stringify(value));
  const names = new Map<string, string>();
  return visit(value, '');

  function visit(item: Json, name: string): Json {
    if (typeof item === 'string') return redact(item, name);
    if (Array.isArray(item)) return item.map((child) => visit(child, name));
    if (!isJsonObject(item)) return item;
    const made: { [key: string]: Json } = {};
    for (const [key, child] of Object.entries(item)) {
      // Defined, not assigned: a member named __proto__ is a member.
      const property = { value: visit(child, key), enumerable: true, configurable: true, writable: true };
      Object.defineProperty(made, redactName(key), property);
    }
    return made;
  }

  function redactName(name: string): string {
    const shown = names.get(name) ?? redact(name, '');
    names.set(name, shown);
    return shown;
  }

  function redact(text: string, name: string): string {
    const all = { start: 0, end: text.length, kind: 'unreadable' };
    return hide(text, secretsIn(redactor, text, name) ?? [all], numberOf);
  }
}

/** Undefined when the redactor threw or its answer cannot be read. */
function secretsIn(redactor: Redactor, text: string, name = ''): SecretSpan[] | undefined {
  let masked = maskPlaceholders(text);
  if (HIDDEN.test(masked)) return [];
  let spans: SecretSpan[] = [];
  try {
    const kind = name === '' ? undefined : kindToldBy(redactor, name, masked);
    if (kind !== undefined) return cutMasked([{ start: 0, end: text.length, kind }], masked);
    // What is hidden changes what stands beside it, so the redactor is asked until it finds no more: then a later run
    // finds no more either.
    for (let round = 0; round < MAX_ROUNDS && !HIDDEN.test(masked); round++) {
      const found = spansOf(redactor, masked);
      const more = cutMasked(orderSpans([...found, ...echoesOf(found, masked)], masked), masked);
      if (more.length === 0) break;
      spans = spans.concat(more);
      masked = replaceSpans(masked, more, ({ start, end }) => MASK.repeat(end - start));
    }
    return orderSpans(spans, text);
  } catch {
    return undefined;
  }
}

function spansOf(redactor: Redactor, masked: string): SecretSpan[] {
  const found: unknown = redactor.find(masked);
  if (!Array.isArray(found)) throw new TypeError('a redactor returns an array of spans');
  return orderSpans(found, masked);
}

/** The kind of secret that a string is because of its member's name: shown to the redactor as JSON text. */
function kindToldBy(redactor: Redactor, name: string, masked: string): string | undefined {
  if (masked.length > MAX_TOLD_LENGTH || name.length > MAX_TOLD_LENGTH) return undefined;
  const before = `${JSON.stringify(name)}: "`;
  const shown = before + JSON.stringify(masked).slice(1);
  const whole = ({ start, end }: SecretSpan) => start <= before.length && end >= shown.length - 1;
  return spansOf(redactor, shown).find(whole)?.kind;
}

function hide(text: string, spans: readonly SecretSpan[], numberOf: (value: string) => number): string {
  return replaceSpans(text, spans, ({ start, end, kind }) =>
    placeholder(kind, numberOf(text.slice(start, end))),
  );
}
