/**
 * Shared by the formats: taking values apart without trusting their shape, and cutting a text into its
 * author's own words and what software put around them.
 *
 * Invariant: the parts of a cut text, joined without anything between them, are the text.
 */
import {
  type FilePart,
  isDaybookError,
  isJsonObject,
  type Json,
  parseJson,
  type TextPart,
} from '@daybook/core';
import type { LogItem } from './format.ts';

export type JsonObject = { readonly [key: string]: Json };

/** Which texts of a format's user role are not the person's own words. The data file of a format holds one. */
export interface Marks {
  /** Whole texts. */
  readonly texts: readonly string[];
  /** A text that begins like this is software's, all of it. */
  readonly beginnings: readonly string[];
  /** A text that begins with this element is software's, all of it. */
  readonly openings: readonly string[];
  /** Elements that are software's wherever they stand; the rest of the text is the person's. */
  readonly elements: readonly string[];
  /** The same, but only in front of everything else. */
  readonly leadingElements: readonly string[];
}

export function ownWords(text: string, marks: Marks): readonly TextPart[] {
  const head = text.trimStart();
  if (
    marks.texts.includes(text.trim()) ||
    marks.beginnings.some((beginning) => head.startsWith(beginning)) ||
    marks.openings.some((tag) => opensWith(head, tag))
  )
    return [software(text)];
  return cutElements(text, marks);
}

export function software(text: string): TextPart {
  return { type: 'text', text, authority: 'none' };
}

export function words(text: string): TextPart {
  return { type: 'text', text };
}

export function isOwn(part: { readonly type: string; readonly authority?: 'none' }): boolean {
  return part.type === 'text' && part.authority === undefined;
}

export function opensWith(text: string, tag: string): boolean {
  return text.startsWith(`<${tag}`) && /[\s>]/.test(text[tag.length + 1] ?? '');
}

export function objectOf(value: unknown): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}

export function listOf(value: unknown): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}

export function stringOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0;
}

/** Milliseconds since the epoch from an ISO text or a number of milliseconds. */
export function timeOf(value: unknown): { readonly at?: number } {
  const at = typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) ? { at } : {};
}

/** The arguments of a call: what the model wrote as JSON, or its text where that is not JSON. */
export function parseArguments(value: unknown): Json {
  if (typeof value !== 'string') return (value ?? {}) as Json;
  try {
    return parseJson(value);
  } catch (error) {
    if (isDaybookError(error, 'invalid-input')) return value;
    throw error;
  }
}

/** A file named by an URL; a `data:` URL becomes its bytes. */
export function fileAt(url: string, mediaType: string, name?: string): FilePart {
  const data = /^data:([^;,]+)[^,]*;base64,(.*)$/s.exec(url);
  const named = name === undefined ? {} : { name };
  return data
    ? { type: 'file', mediaType: data[1] as string, data: data[2] as string, ...named }
    : { type: 'file', mediaType, url, ...named };
}

/** One warning for each kind of line a reader does not know, at its first line. */
export function unknownLines(): (kind: string, line: number) => readonly LogItem[] {
  const seen = new Set<string>();
  return (kind, line) => {
    if (seen.has(kind)) return [];
    seen.add(kind);
    return [{ type: 'warning', line, code: 'unknown-line', detail: kind }];
  };
}

function cutElements(text: string, marks: Marks): readonly TextPart[] {
  const parts: TextPart[] = [];
  let from = 0;
  let own = false;
  for (const { start, end, tag } of elementsIn(text, [...marks.elements, ...marks.leadingElements])) {
    if (start < from) continue;
    const front = text.slice(from, start).trimEnd();
    if (!marks.elements.includes(tag) && (own || front.trim() !== '')) continue;
    if (front.trim() !== '') {
      parts.push(words(front));
      own = true;
    }
    // Blank space beside software's element goes with it, so that what is left are the words alone.
    const begin = front.trim() === '' ? from : from + front.length;
    from = end + blankAfter(text, end);
    parts.push(software(text.slice(begin, from)));
  }
  if (from < text.length || parts.length === 0) parts.push(words(text.slice(from)));
  return parts;
}

/** Complete elements with these names, in order. Linear: no tag is searched for behind its last end. */
function* elementsIn(
  text: string,
  names: readonly string[],
): Generator<{ readonly start: number; readonly end: number; readonly tag: string }> {
  if (names.length === 0) return;
  const unclosed = new Set<string>();
  for (const match of text.matchAll(new RegExp(`<(${names.join('|')})(?=[\\s>])`, 'g'))) {
    const tag = match[1] as string;
    if (unclosed.has(tag)) continue;
    const close = text.indexOf(`</${tag}>`, match.index);
    if (close < 0) unclosed.add(tag);
    else yield { start: match.index, end: close + tag.length + 3, tag };
  }
}

function blankAfter(text: string, index: number): number {
  let end = index;
  while (end < text.length && /\s/.test(text[end] as string)) end++;
  return end - index;
}
