/**
 * Elements of a list inside one JSON document, one after another, without holding the document.
 *
 * The parser (@streamparser/json) drops each element once it is told; what it makes is checked like any other value
 * from outside.
 */
import { open } from 'node:fs/promises';
import { checkJson, DaybookError, type Json } from '@daybook/core';
import { JSONParser } from '@streamparser/json';

export type Element =
  | { readonly type: 'value'; readonly index: number; readonly value: Json; readonly endBytes: number }
  | { readonly type: 'damaged'; readonly index: number; readonly detail: string; readonly endBytes: number };

/**
 * @param path keys that lead to the list; empty when the document is the list
 * @throws DaybookError `invalid-input` when the document is not JSON
 */
export async function* documentElements(file: string, path: readonly string[]): AsyncGenerator<Element> {
  const parser = new JSONParser({ paths: [['$', ...path, '*'].join('.')], keepStack: false });
  let ready: { value: Json; index: number }[] = [];
  parser.onValue = ({ value, key }) => {
    if (typeof key === 'number') ready.push({ value: value as Json, index: key });
  };
  const handle = await open(file);
  try {
    let endBytes = 0;
    for await (const chunk of handle.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      endBytes += chunk.length;
      feed(parser, chunk);
      const told = ready;
      ready = [];
      for (const { value, index } of told) yield elementOf(value, index, endBytes);
    }
    if (!parser.isEnded) throw new DaybookError('invalid-input', 'the JSON document ends too early');
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

function feed(parser: JSONParser, chunk: Buffer): void {
  try {
    parser.write(chunk);
  } catch (cause) {
    throw new DaybookError('invalid-input', 'the file is not a JSON document', { cause });
  }
}

function elementOf(value: Json, index: number, endBytes: number): Element {
  try {
    return { type: 'value', index, value: checkJson(value), endBytes };
  } catch (error) {
    return { type: 'damaged', index, detail: (error as Error).message, endBytes };
  }
}
