/**
 * Files in the shapes of all majors: tagged data (ai 7), and bytes, base64, or a URL as they are (ai 6 and 5).
 *
 * Invariant: the same file in another shape gives an equal part; nothing is fetched.
 */
import type { DataPart, FilePart, MessagePart } from '@daybook/core/adapter';
import { toBase64 } from './base64.ts';
import { imageTypeOf } from './image-type.ts';
import { dataOf, unknown, withoutVolatile } from './opaque.ts';
import { type Item, isRecord } from './values.ts';

/** A file by bytes or URL; inline text and a provider's own file id have neither, so they stay data. */
export function fileOf(part: Item): FilePart | DataPart {
  const source = sourceOf(part.data);
  if (source === undefined) return dataOf(withoutVolatile(part));
  const { mediaType = typeOf(part), ...at } = source;
  return {
    type: 'file',
    mediaType,
    ...at,
    ...(typeof part.filename === 'string' && { name: part.filename }),
  };
}

/** Private like all reasoning: as text it is kept as digest and length only. */
export function reasoningFileOf(part: Item): MessagePart {
  const source = sourceOf(part.data);
  if (source === undefined) return unknown(part);
  const { mediaType = typeOf(part) } = source;
  return { type: 'reasoning', text: source.url ?? `data:${mediaType};base64,${source.data}` };
}

/** The part with the media type of an image where its bytes are at hand and begin as one. */
export function sniffed(part: Item): Item {
  const source = sourceOf(part.data);
  const mediaType = source?.data === undefined ? undefined : imageTypeOf(source.data);
  // The bytes in their short form: a `data:` URL would say its own type again.
  return mediaType === undefined ? part : { ...part, mediaType, data: { type: 'data', data: source?.data } };
}

function typeOf({ mediaType }: Item): string {
  return typeof mediaType === 'string' ? mediaType : 'application/octet-stream';
}

type Source =
  | { readonly data: string; readonly url?: never; readonly mediaType?: string }
  | { readonly url: string; readonly data?: never; readonly mediaType?: never };

/** Where the bytes are; undefined where the value names none. A `data:` URL is its bytes and says what they are. */
function sourceOf(data: unknown): Source | undefined {
  if (data instanceof URL) return sourceAt(data.href);
  if (typeof data === 'string' && BEGINS_AS_URL.test(data)) return sourceAt(data);
  if (!isRecord(data) || data.type !== 'url')
    return inline(isRecord(data) && data.type === 'data' ? data.data : data);
  // Parsing may change a URL; the original string is what the application wrote.
  const url = data.originalUrl ?? (data.url instanceof URL ? data.url.href : data.url);
  return typeof url === 'string' ? sourceAt(url) : undefined;
}

function inline(data: unknown): Source | undefined {
  if (typeof data === 'string') return { data };
  if (data instanceof Uint8Array) return { data: toBase64(data) };
  return data instanceof ArrayBuffer ? { data: toBase64(new Uint8Array(data)) } : undefined;
}

/** No base64 text holds a colon. */
const BEGINS_AS_URL = /^[a-z][a-z0-9+.-]{1,30}:/i;

function sourceAt(url: string): Source {
  const comma = url.indexOf(',');
  if (!url.startsWith('data:') || comma < 0) return { url };
  const [mediaType] = url.slice('data:'.length, comma).split(';', 1);
  return { data: url.slice(comma + 1), ...(mediaType && { mediaType }) };
}
