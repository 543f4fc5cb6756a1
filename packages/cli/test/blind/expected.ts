/**
 * What the blind counters state: which strings of a log must stand in the journal, and as what.
 *
 * The counters in this folder are written from the logs alone, without the importer's code. One `Expected`
 * is one string that a system, developer, user, assistant or tool said; each must stand in exactly one
 * entry; a result or message of several parts is one entry with several of them. Blank strings, files, events
 * and opaque items are not stated. Holding an importer against this belongs to another test.
 */

export type ExpectedKind = 'message' | 'tool-call' | 'tool-result' | 'reasoning' | 'derived';
export type ExpectedRole = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

export interface Expected {
  /** Line of the file, from 1. In a one-document file (OpenAI chat) the place of the message, from 1. */
  readonly line: number;
  /** The string as it stands in the log; a tool call's name; empty for reasoning, whose text is never kept. */
  readonly text: string;
  readonly kind: ExpectedKind;
  /** Of a derived summary: the role in which its tool gives it back to the model. */
  readonly role: ExpectedRole;
  /** The id of the line or message, never the id of a call. */
  readonly nativeId?: string;
  /** Words of a system, developer or person; never output, echoes, reminders, files or summaries. */
  readonly authoritative: boolean;
  /** Of a tool call: the parsed input, or the raw string where it is not JSON. */
  readonly input?: unknown;
  /** Other lines that hold the same words: the one entry may carry the native id of any of them. */
  readonly copies?: readonly Copy[];
  /** Readings that are as right as `kind` and `role`, where the log does not say which it is. */
  readonly alternatives?: readonly Reading[];
  /** The entry may also be missing: the log does not say whether this was ever part of the conversation. */
  readonly optional?: true;
  /** User-role text in a lane that another agent opened: it commands in that lane only. */
  readonly delegated?: true;
}

export interface Copy {
  readonly line: number;
  readonly nativeId?: string;
}

export interface Reading {
  readonly kind: ExpectedKind;
  readonly role: ExpectedRole;
}

export type Fields = Readonly<Record<string, unknown>>;

export interface LogLine {
  readonly line: number;
  readonly value: Fields;
}

/**
 * The whole lines of a JSONL log, damaged ones left out. Only U+000A ends a line (U+2028 does not), and a
 * last line without an end is not there yet.
 */
export function logLines(fileText: string): readonly LogLine[] {
  const whole = fileText.split('\n').slice(0, -1);
  return whole.flatMap((source, index) => {
    const value = parsed(source);
    return isFields(value) ? [{ line: index + 1, value }] : [];
  });
}

/** The JSON value of a string; undefined where it is not JSON. */
export function parsed(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    return undefined;
  }
}

/** A tool call's arguments as they are kept: the JSON value, else the raw string. */
export function inputOf(source: unknown): unknown {
  if (typeof source !== 'string') return source;
  const value = parsed(source);
  return value === undefined ? source : value;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(value: unknown): Fields {
  return isFields(value) ? value : {};
}

export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : [];
}

export function textOr(value: unknown, otherwise = ''): string {
  return typeof value === 'string' ? value : otherwise;
}

export function isBlank(text: string): boolean {
  return text.trim() === '';
}

/** Every string of a structured value in order, without files, names of types and encoded bytes. */
export function stringLeaves(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringLeaves);
  if (!isFields(value) || fileTypes.has(textOr(value.type))) return [];
  return Object.entries(value).flatMap(([key, inner]) => (encodedKeys.has(key) ? [] : stringLeaves(inner)));
}

/** Whether a text is nothing but blocks of these tags: written by software, not by the person. */
export function isTagged(text: string, tags: readonly string[]): boolean {
  const block = tags.map((tag) => `<${tag}(?:\\s[^>]*)?>[\\s\\S]*?</${tag}>`).join('|');
  return new RegExp(`^\\s*(?:(?:${block})\\s*)+$`).test(text);
}

/** A native id only where the log has one (`exactOptionalPropertyTypes`). */
export function withId(id: unknown): { nativeId?: string } {
  return typeof id === 'string' && id !== '' ? { nativeId: id } : {};
}

const fileTypes = new Set([
  'image',
  'image_url',
  'input_image',
  'input_audio',
  'document',
  'file',
  'input_file',
]);
const encodedKeys = new Set(['type', 'encrypted_content', 'signature']);
