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
 */
export async function* documentElements(file: string, path: readonly string[]): AsyncGenerator<Element> {
  const parser = keepMarks(new JSONParser({ paths: [['$', ...path, '*'].join('.')], keepStack: false }));
  let ready: { value: Json; index: number }[] = [];
  parser.onValue = ({ value, key }) => {
    if (typeof key === 'number') ready.push({ value: value as Json, index: key });
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

/** The first elements of every list that one of the paths leads to, as a small document of the same shape. */
export async function sampleDocument(
  file: string,
  paths: readonly (readonly string[])[],
): Promise<{ readonly value: Json; readonly path: readonly string[] } | undefined> {
  for (const path of paths) {
    const first: Json[] = [];
    for await (const element of documentElements(file, path)) {
      if (element.type === 'value') first.push(element.value);
      if (first.length === SAMPLE) break;
    }
    if (first.length > 0)
      return { path, value: path.reduceRight<Json>((inner, key) => ({ [key]: inner }), first) };
  }
  return undefined;
}

const SAMPLE = 4;

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
