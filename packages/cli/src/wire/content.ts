/**
 * Content that a provider has no form for, as text; and files that it has one for.
 *
 * Invariant: a file is shown as its bytes or as a line of text with its digest, never left out. A URL is not handed
 * over as a file: nobody here knows whether the provider can open it.
 */
import { createHash } from 'node:crypto';
import type { FilePart } from '@daybook/core';
import type { Content } from './turns.ts';

export const PDF = 'application/pdf';
export const PICTURES: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

export function asText(part: Content): string {
  if (part.type === 'text') return part.text;
  return part.type === 'data' ? JSON.stringify(part.value) : placeholder(part);
}

export function joinedText(parts: readonly Content[]): string {
  return parts.map(asText).join('\n');
}

/** System text that stands where a provider has no place for it. */
export function systemText(part: Content): string {
  return `[system]\n${asText(part)}`;
}

/** The base64 bytes of a file that holds some. */
export function bytesOf({ data }: FilePart): string | undefined {
  return data !== undefined && data !== '' && isBase64(data) ? data : undefined;
}

/** The digest is the one by which the journal knows the file. */
function placeholder({ mediaType, data, url = '' }: FilePart): string {
  if (data === undefined) return `[file ${mediaType} ${url}]`;
  const bytes = isBase64(data) ? Buffer.from(data, 'base64') : JSON.stringify(data);
  return `[file ${mediaType} ${createHash('sha256').update(bytes).digest('hex')}]`;
}

function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
