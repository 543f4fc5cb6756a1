/**
 * What a JSON result says of itself: exit codes, the output it carries, and its own verdict.
 *
 * Invariant: states in lists, in records of somebody's business and behind fields that are not known as the result's own
 * are data; a failure beside a success is a failure.
 */
import { isJsonObject, type Json } from '../../base/json.ts';
import type { Check } from '../../ledger/fact.ts';
import {
  CODE_FIELDS,
  ENVELOPES,
  ERROR_FIELDS,
  FAILED_COUNTS,
  FAILED_STATES,
  OPEN_STATES,
  OUTPUT_FIELDS,
  PASSED_COUNTS,
  PASSED_STATES,
  PROBLEM_FIELDS,
  RECORD_WORDS,
  REPORT_COUNTS,
  STATE_FIELDS,
  TRUE_IS_FAILED,
  TRUE_IS_PASSED,
} from './check.data.ts';

/** What was found in a JSON result. */
export interface Reading {
  readonly codes: number[];
  /** Output that the result carries as text. */
  readonly texts: string[];
  failed: boolean;
  passed: boolean;
  /** It is not final: nothing in it is a pass. */
  open: boolean;
}

export interface ReadingOptions {
  /** Its states are its own: false where a tool shows what was there before. */
  readonly states: boolean;
  /** Exit codes count without output beside them. */
  readonly codes: boolean;
  /** Counts of failures are those of a test report. */
  readonly tests: boolean;
}

type JsonObject = { readonly [key: string]: Json };
type Fields = readonly (readonly [name: string, value: Json])[];

const MAX_DEPTH = 3;
const NO_ERROR = /^(?:none|null|nil|no|ok|success|false|0|n\/a|undefined)?$/i;

export function readJson(value: Json, options: ReadingOptions): Reading {
  const reading: Reading = { codes: [], texts: [], failed: false, passed: false, open: false };
  if (typeof value === 'string') reading.texts.push(value);
  else if (Array.isArray(value)) reading.texts.push(...partTexts(value));
  else if (isJsonObject(value)) readObject(value, options, 0, reading);
  return reading;
}

/** Words of a name in any of the usual spellings, lower case. */
export function nameWords(name: string): string[] {
  return name
    .slice(0, 100)
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z\d]+/);
}

function readObject(object: JsonObject, options: ReadingOptions, depth: number, into: Reading): void {
  const fields: Fields = Object.entries(object).map(([key, value]) => [fieldName(key), value]);
  const framed = readOutput(fields, options, into);
  const record = Object.keys(object).some((key) => nameWords(key).some((word) => RECORD_WORDS.has(word)));
  const states = options.states && !record;
  const data = fields.some(
    ([name, value]) => /^(?:data|result|payload|items)$/.test(name) && isFilled(value),
  );
  const fine = fields.some(([name, value]) => TRUE_IS_PASSED.has(name) && value === true);

  for (const [name, value] of fields) {
    if (TRUE_IS_PASSED.has(name) && typeof value === 'boolean') note(into, value ? 'passed' : 'failed');
    if (TRUE_IS_FAILED.has(name) && value === true) note(into, 'failed');
    if (ERROR_FIELDS.has(name) && isError(value) && !framed) note(into, fine || data ? 'open' : 'failed');
    if (states && STATE_FIELDS.has(name)) note(into, stateOf(name, value));
    if (/^(?:is)?running$/.test(name) && value === true) note(into, 'open');
  }
  if (isProblem(fields)) note(into, 'failed');
  if (isReport(fields, options)) readCounts(fields, into);
  if (depth >= MAX_DEPTH) return;
  const only = fields.length === 1;
  const inner = { ...options, states, codes: options.codes || framed };
  for (const [name, value] of fields) {
    if (isJsonObject(value) && (only || ENVELOPES.has(name)) && !RECORD_WORDS.has(name))
      readObject(value, inner, depth + 1, into);
    // Several commands of one call, each with its own output.
    if (Array.isArray(value) && (OUTPUT_FIELDS.has(name) || name === 'results'))
      for (const item of value as readonly Json[])
        if (isJsonObject(item) && (Object.hasOwn(item, 'stdout') || Object.hasOwn(item, 'stderr')))
          readObject(item, { ...inner, codes: true }, depth + 1, into);
  }
}

/** Exit code and output that stand side by side are what a shell gave; true when there is a code. */
function readOutput(fields: Fields, options: ReadingOptions, into: Reading): boolean {
  const outputs = fields.filter(([name]) => OUTPUT_FIELDS.has(name));
  const shell = outputs.some(([name]) => name === 'stdout' || name === 'stderr');
  const metadata = fields.find(([name]) => name === 'metadata')?.[1];
  const frame = outputs.length > 0 || options.codes;
  const codes = fields
    .filter(([name]) => CODE_FIELDS.has(name) || (shell && (name === 'code' || name === 'status')))
    .map(([, value]) => (typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value))
    .filter((value) => typeof value === 'number');
  if (frame) into.codes.push(...codes);
  const inside =
    isJsonObject(metadata) && Object.keys(metadata).some((key) => CODE_FIELDS.has(fieldName(key)));
  for (const [name, value] of fields) {
    const carries = OUTPUT_FIELDS.has(name) || name === 'result' || name === 'value';
    if (carries && typeof value === 'string') into.texts.push(value);
    else if (carries && Array.isArray(value)) into.texts.push(...partTexts(value));
  }
  return (frame && codes.length > 0) || (outputs.length > 0 && inside);
}

/** Texts of a list of message parts; of any other list, none. */
function partTexts(list: readonly Json[]): string[] {
  return list.flatMap((part) =>
    isJsonObject(part) && typeof part.type === 'string' && typeof part.text === 'string' ? [part.text] : [],
  );
}

function note(into: Reading, says: Check | 'open'): void {
  if (says !== 'none') into[says] = true;
}

function stateOf(name: string, value: Json): Check | 'open' {
  if (value === null && /^(?:status|state|phase|conclusion)$/.test(name)) return 'open';
  if (typeof value !== 'string' || value.length > 60) return 'none';
  const word = value
    .trim()
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  if (FAILED_STATES.has(word) || word.endsWith('_failed') || word.endsWith('_failure')) return 'failed';
  if (PASSED_STATES.has(word) || word.endsWith('_succeeded')) return 'passed';
  return OPEN_STATES.has(word) || word.endsWith('_in_progress') ? 'open' : 'none';
}

function isError(value: Json): boolean {
  if (typeof value === 'string') return !NO_ERROR.test(value.trim());
  return typeof value === 'number' ? value !== 0 : value === true || isFilled(value);
}

function isFilled(value: Json): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (isJsonObject(value)) return Object.keys(value).length > 0;
  return typeof value === 'string' && value !== '';
}

/** An error object in place of a response: nothing in it but what describes an error. */
function isProblem(fields: Fields): boolean {
  const of = (...names: string[]): Json | undefined => fields.find(([name]) => names.includes(name))?.[1];
  const code = of('code', 'type', 'name');
  const status = of('statuscode', 'status');
  return (
    fields.length > 1 &&
    fields.every(([name]) => PROBLEM_FIELDS.has(name)) &&
    typeof of('message', 'detail', 'title') === 'string' &&
    ((typeof status === 'number' && status >= 400) ||
      (typeof code === 'string' &&
        /error|exception|fail|not.?found|denied|invalid|forbidden|unauthori|timeout|^E[A-Z]{3,}/i.test(code)))
  );
}

function isReport(fields: Fields, { tests, states }: ReadingOptions): boolean {
  const numbers = fields.filter(([, value]) => typeof value === 'number').map(([name]) => name);
  const known = numbers.filter((name) => REPORT_COUNTS.has(name)).length;
  const failing = numbers.some((name) => FAILED_COUNTS.has(name));
  return states && failing && (tests || known > 0);
}

function readCounts(fields: Fields, into: Reading): void {
  const sum = (names: ReadonlySet<string>): number =>
    fields.reduce(
      (all, [name, value]) => all + (names.has(name) && typeof value === 'number' ? value : 0),
      0,
    );
  if (sum(FAILED_COUNTS) > 0) note(into, 'failed');
  else if (sum(PASSED_COUNTS) > 0) note(into, 'passed');
}

/** A field's name in one spelling. */
function fieldName(key: string): string {
  return key.slice(0, 60).toLowerCase().replace(/[_-]/g, '');
}
