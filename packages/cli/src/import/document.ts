/**
 * Elements of a list inside one JSON document, one after another, without holding the document.
 *
 * The parser (@streamparser/json) drops each element once it is told; what it makes is checked like any other value
 * from outside.
 */
import { open } from 'node:fs/promises';
import { checkJson, type Json } from '@daybook/core';
import { JSONParser } from '@streamparser/json';

export type Element =
  | { readonly type: 'value'; readonly index: number; readonly value: Json; readonly endBytes: number }
  | { readonly type: 'damaged'; readonly index: number; readonly detail: string; readonly endBytes: number }
  /** The document ends inside of this element, or before its list does. */
  | { readonly type: 'unfinished'; readonly index: number };

/**
 * Where the document is no JSON, the elements before that place are followed by a damaged one, and that is all.
 *
 * @param path keys that lead to the list; empty when the document is the list
 * @param onId told what the document calls itself, where that stands in front of the list
 */
export async function* documentElements(
  file: string,
  path: readonly string[],
  onId?: (id: string) => void,
): AsyncGenerator<Element> {
  const paths = [['$', ...path, '*'].join('.'), ...(onId ? ['$.id'] : [])];
  const parser = keepMarks(new JSONParser({ paths, keepStack: false }));
  let ready: { value: Json; index: number }[] = [];
  let hasBegun = false;
  parser.onValue = ({ value, key }) => {
    hasBegun ||= typeof key === 'number';
    if (typeof key === 'number') ready.push({ value: value as Json, index: key });
    else if (!hasBegun && typeof value === 'string') onId?.(value);
  };
  const handle = await open(file);
  try {
    let [index, endBytes] = [0, 0];
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      endBytes += chunk.length;
      const isSound = feed(parser, chunk);
      const told = ready;
      ready = [];
      for (const element of told) {
        yield elementOf(element.value, element.index, endBytes);
        index = element.index + 1;
      }
      if (!isSound)
        return yield { type: 'damaged', index, detail: 'the document is no JSON from here on', endBytes };
    }
    if (!parser.isEnded) yield { type: 'unfinished', index };
  } finally {
    await handle.close();
  }
}

/**
 * The first elements of the first list that one of the paths leads to, as a small document of the same shape; with its
 * `id` where that stands in front of the list, so that a document that grows keeps its name.
 */
export async function sampleDocument(
  file: string,
  paths: readonly (readonly string[])[],
): Promise<{ readonly value: Json; readonly path: readonly string[] } | undefined> {
  for (const path of paths) {
    const first: Json[] = [];
    let named = {};
    const onId = (id: string): void => {
      named = { id };
    };
    for await (const element of documentElements(file, path, path.length > 0 ? onId : undefined)) {
      if (element.type === 'value') first.push(element.value);
      if (first.length >= SAMPLE || isLarge(first, element)) break;
    }
    const value = path.reduceRight<Json>((inner, key) => ({ ...named, [key]: inner }), first);
    if (first.length > 0) return { path, value };
  }
  return undefined;
}

function isLarge(first: readonly Json[], element: Element): boolean {
  return first.length >= SMALL_SAMPLE && element.type === 'value' && element.endBytes > SAMPLE_BYTES;
}

/** Formats that begin alike are told apart by what comes after the first words: more of a list of short messages. */
const SAMPLE = 40;
const SMALL_SAMPLE = 4;
const SAMPLE_BYTES = 1024 * 1024;

/** The parser's own decoder takes U+FEFF for a mark wherever a run of text begins with it, and drops it. */
function keepMarks(parser: JSONParser): JSONParser {
  const inside = parser as unknown as { tokenizer: { bufferedString: { decoder: object } } };
  inside.tokenizer.bufferedString.decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  return parser;
}

function feed(parser: JSONParser, chunk: Buffer): boolean {
  try {
    parser.write(chunk);
    return true;
  } catch {
    return false;
  }
}

function elementOf(value: Json, index: number, endBytes: number): Element {
  try {
    return { type: 'value', index, value: checkJson(value), endBytes };
  } catch (error) {
    return { type: 'damaged', index, detail: (error as Error).message, endBytes };
  }
}
