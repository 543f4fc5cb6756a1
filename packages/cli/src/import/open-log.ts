/** From a file to a log: which format it is, what it calls its session, and its values one after another. */
import { open } from 'node:fs/promises';
import path from 'node:path';
import { DaybookError, isJsonObject, type Json, parseJson } from '@daybook/core';
import type { DocumentFormat, LineFormat } from '../formats/format.ts';
import { detectFormat, formats } from '../formats/index.ts';
import { documentElements, sampleDocument } from './document.ts';
import { fileLines } from './lines.ts';

export type LogValue =
  | { readonly type: 'value'; readonly line: number; readonly value: Json; readonly endBytes: number }
  | { readonly type: 'damaged'; readonly line: number; readonly detail: string; readonly endBytes: number }
  | { readonly type: 'unfinished'; readonly line: number; readonly detail: string };

export interface Log {
  /** `daybook` for an exact export, which is restored and not read by a format. */
  readonly format: LineFormat | DocumentFormat | 'daybook';
  /** The session's name as the log or its file gives it. */
  readonly session: string;
  readonly lengthBytes: number;
  values(): AsyncGenerator<LogValue>;
}

const HEAD_LINES = 40;
/** A document may be one line of any length: what is longer is not held to find out. */
const HEAD_BYTES = 8 * 1024 * 1024;
/** Each once: a path that leads nowhere costs a walk through the whole document. */
const documentPaths = [
  ...new Map(
    formats
      .flatMap((format) => (format.shape === 'document' ? format.paths : []))
      .map((keys) => [keys.join('.'), keys]),
  ).values(),
];

/** @throws DaybookError `not-found` without the file, `invalid-input` for a folder, `unsupported` for a format that is not known */
export async function openLog(file: string): Promise<Log> {
  const { lengthBytes, first } = await look(file);
  const name = path.basename(file).replace(/\.(jsonl?|traj)$/, '');
  const head = first === '[' ? [] : await headOf(file);
  if (isExport(head[0]) && head[0].redacted === true)
    throw new DaybookError(
      'unsupported',
      `${file} is an export with secrets hidden, which cannot be imported; make one with --exact`,
      { details: { file } },
    );
  if (isExport(head[0]))
    return { format: 'daybook', session: name, lengthBytes, values: () => lineValues(file) };
  const byLines = detectFormat(head);
  if (byLines?.shape === 'lines') {
    const session = byLines.sessionOf(head) ?? name;
    return { format: byLines, session, lengthBytes, values: () => lineValues(file) };
  }
  const paths = documentPaths.filter((keys) => (first === '[') === (keys.length === 0));
  const sample = await sampleDocument(file, paths);
  const format = sample && detectFormat([sample.value]);
  if (!sample || format?.shape !== 'document')
    throw new DaybookError(
      'unsupported',
      `${file} is no log of a format that daybook knows; see \`daybook import --help\``,
    );
  const session = format.sessionOf([sample.value]) ?? name;
  return { format, session, lengthBytes, values: () => documentValues(file, sample.path) };
}

async function look(file: string): Promise<{ lengthBytes: number; first: string }> {
  try {
    const handle = await open(file);
    try {
      const { size } = await handle.stat();
      const { buffer, bytesRead } = await handle.read({ buffer: Buffer.alloc(4096), position: 0 });
      return {
        lengthBytes: size,
        first: buffer
          .toString('utf8', 0, bytesRead)
          .replace(/^\uFEFF/, '')
          .trimStart()
          .charAt(0),
      };
    } finally {
      await handle.close();
    }
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const what = code === 'EISDIR' ? 'is a folder' : code === 'ENOENT' ? 'does not exist' : 'cannot be read';
    throw new DaybookError(code === 'EISDIR' ? 'invalid-input' : 'not-found', `${file} ${what}`, {
      details: { file },
      cause,
    });
  }
}

/** The first lines that hold JSON. */
async function headOf(file: string): Promise<Json[]> {
  const head: Json[] = [];
  let [seen, heldBytes, endBytes] = [0, 0, 0];
  for await (const value of lineValues(file, HEAD_BYTES)) {
    if (value.type === 'unfinished') break;
    if (value.type === 'value') {
      head.push(value.value);
      heldBytes += value.endBytes - endBytes;
    }
    endBytes = value.endBytes;
    if (++seen >= HEAD_LINES || heldBytes > HEAD_BYTES) break;
  }
  return head;
}

function isExport(value: Json | undefined): value is { readonly [name: string]: Json } {
  return value !== undefined && isJsonObject(value) && 'daybook' in value;
}

async function* lineValues(file: string, maxLineBytes?: number): AsyncGenerator<LogValue> {
  for await (const line of fileLines(file, maxLineBytes)) {
    const at = { line: line.number };
    if (line.type === 'unfinished') {
      const detail = `not imported: it has no line end yet (${line.lengthBytes} bytes). If the log is finished, add one and import again`;
      yield { type: 'unfinished', ...at, detail };
    } else if (line.type === 'damaged')
      yield { type: 'damaged', ...at, detail: line.detail, endBytes: line.endBytes };
    else if (line.text.trim() !== '') yield { ...parsed(line.text), ...at, endBytes: line.endBytes };
  }
}

type Parsed = { type: 'value'; value: Json } | { type: 'damaged'; detail: string };

function parsed(text: string): Parsed {
  try {
    return { type: 'value', value: parseJson(text) };
  } catch (error) {
    return { type: 'damaged', detail: (error as Error).message };
  }
}

async function* documentValues(file: string, keys: readonly string[]): AsyncGenerator<LogValue> {
  for await (const { index, ...element } of documentElements(file, keys)) {
    const line = index + 1;
    if (element.type !== 'unfinished') yield { ...element, line };
    else
      yield {
        type: 'unfinished',
        line,
        detail: 'the document ends too early; the next import takes the rest',
      };
  }
}
