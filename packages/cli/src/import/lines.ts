/**
 * Lines of a file as bytes arrive: split at U+000A alone (JSON text may hold U+2028), decoded strictly.
 *
 * Invariant: memory holds one line. A last line without line end is not a line yet: whoever writes the log has not
 * finished it.
 */
import { open } from 'node:fs/promises';

export type FileLine =
  | { readonly type: 'line'; readonly number: number; readonly text: string; readonly endBytes: number }
  | { readonly type: 'damaged'; readonly number: number; readonly detail: string; readonly endBytes: number }
  | { readonly type: 'unfinished'; readonly number: number; readonly lengthBytes: number };

/** A longer line is reported as damaged: no log writes one, and it would have to be held whole. */
const MAX_LINE_BYTES = 256 * 1024 * 1024;
const LINE_FEED = 0x0a;
const BYTE_ORDER_MARK = 0xfeff;

export async function* fileLines(
  path: string,
  maxLineBytes: number = MAX_LINE_BYTES,
): AsyncGenerator<FileLine> {
  const file = await open(path);
  try {
    let rest: Buffer[] = [];
    let [number, held, done] = [1, 0, 0];
    for await (const chunk of file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        rest.push(chunk.subarray(start, end));
        held += end - start;
        done += held + 1;
        yield lineOf(rest, { held, number: number++, endBytes: done, maxLineBytes });
        [rest, held, start] = [[], 0, end + 1];
      }
      held += chunk.length - start;
      // What is over the limit is counted and let go.
      if (held <= maxLineBytes) rest.push(chunk.subarray(start));
      else rest = [];
    }
    if (held > 0) yield { type: 'unfinished', number, lengthBytes: held };
  } finally {
    await file.close();
  }
}

interface LineAt {
  readonly held: number;
  readonly number: number;
  readonly endBytes: number;
  readonly maxLineBytes: number;
}

function lineOf(parts: readonly Buffer[], { held, number, endBytes, maxLineBytes }: LineAt): FileLine {
  if (held > maxLineBytes) {
    const detail = `${held} bytes are over the limit of ${maxLineBytes}`;
    return { type: 'damaged', number, detail, endBytes };
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(Buffer.concat(parts));
    const start = number === 1 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0;
    return { type: 'line', number, text: text.slice(start, text.endsWith('\r') ? -1 : undefined), endBytes };
  } catch {
    return { type: 'damaged', number, detail: 'the bytes are not UTF-8', endBytes };
  }
}
