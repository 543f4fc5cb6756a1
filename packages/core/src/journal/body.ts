/**
 * Bodies: the content of one entry in neutral form, the id it is addressed by (J2), and the one text that stands for it.
 *
 * contentId = hash(body, salt ‖ canonical bytes). The salt is the session's own, so equal text has one body in a
 * session and different ids in different sessions: nobody can test a guess against another session.
 *
 * Invariant: `textOf` is fixed by format v1. Writers, search, quotes, tools and proofs use exactly it; offsets
 * are UTF-16 code units of it.
 */
import { fromUtf8 } from '../base/bytes.ts';
import { canonicalBytes, canonicalText } from '../base/canonical.ts';
import { DaybookError } from '../base/errors.ts';
import { taggedHash } from '../base/hash.ts';
import { isJsonObject, type Json, parseJson } from '../base/json.ts';
import { isKind, type Kind } from './kinds.ts';
import type { Status } from './message.ts';

export type BodyPart =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'data'; readonly value: Json }
  | { readonly type: 'file'; readonly mediaType: string; readonly digest: string; readonly name?: string };

export type Body =
  | { readonly kind: 'message' | 'derived'; readonly parts: readonly BodyPart[] }
  | { readonly kind: 'tool-call'; readonly callId: string; readonly name: string; readonly input: Json }
  | {
      readonly kind: 'tool-result';
      readonly callId: string;
      readonly name?: string;
      readonly output: readonly BodyPart[];
      readonly status: Status;
    }
  /** Digest (salted, tag `reasoning`) and length in UTF-16 code units; the text is not kept. */
  | { readonly kind: 'reasoning'; readonly digest: string; readonly length: number }
  | {
      readonly kind: 'artifact';
      readonly mediaType: string;
      /** SHA-256 of the decoded bytes; of the canonical bytes of `data` where that is not base64; of the UTF-8 of `url`. */
      readonly digest: string;
      readonly data?: string;
      readonly url?: string;
      readonly name?: string;
    }
  | { readonly kind: 'opaque'; readonly provider: string; readonly item: Json }
  | EventBody;

export type EventBody = { readonly kind: 'event'; readonly event: string } & {
  readonly [detail: string]: Json;
};

export interface Content {
  readonly contentId: string;
  readonly bytes: Uint8Array;
}

/** @throws DaybookError `invalid-input` when the body has no exact JSON form or is nested deeper than `maxDepth` */
export function contentOf(body: Body, salt: Uint8Array, maxDepth?: number): Content {
  const bytes = canonicalBytes(body as unknown as Json, maxDepth);
  return { contentId: contentIdOf(bytes, salt), bytes };
}

export function contentIdOf(bytes: Uint8Array, salt: Uint8Array): string {
  return taggedHash('body', salt, bytes);
}

/** The text of a body: text parts joined by U+000A, JSON as canonical JSON, files as `[file mediaType digest]`. */
export function textOf(body: Body): string {
  switch (body.kind) {
    case 'message':
    case 'derived':
      return textOfParts(body.parts);
    case 'tool-call':
      return `${body.name}\n${canonicalText(body.input)}`;
    case 'tool-result':
      return textOfParts(body.output);
    case 'artifact':
      return fileText(body);
    case 'event':
      return canonicalText(body);
    case 'reasoning':
    case 'opaque':
      return '';
  }
}

/**
 * Reads a body back from its bytes. Every store is hostile until parsed.
 *
 * @throws DaybookError `tampered` when the bytes hold no body of format v1
 */
export function parseBody(bytes: Uint8Array): Body {
  let value: Json;
  try {
    value = parseJson(fromUtf8(bytes));
  } catch (cause) {
    throw new DaybookError('tampered', 'a body is not canonical JSON', { cause });
  }
  if (!isJsonObject(value) || !isKind(value.kind)) throw new DaybookError('tampered', 'a body has no kind');
  if (!SHAPES[value.kind](value))
    throw new DaybookError('tampered', `a ${value.kind} body lacks a field of format v1`);
  return value as unknown as Body;
}

type Fields = { readonly [field: string]: Json };

const STATUSES: readonly unknown[] = ['returned', 'error', 'denied', 'aborted'] satisfies Status[];

/** Whether a body of each kind has the fields that its kind says. */
const SHAPES: Readonly<Record<Kind, (body: Fields) => boolean>> = {
  message: ({ parts }) => areParts(parts),
  derived: ({ parts }) => areParts(parts),
  'tool-call': ({ callId, name, input }) => areTexts(callId, name) && input !== undefined,
  'tool-result': ({ callId, name = '', output, status }) =>
    areTexts(callId, name) && areParts(output) && STATUSES.includes(status),
  reasoning: ({ digest, length }) => areTexts(digest) && Number.isSafeInteger(length),
  artifact: ({ mediaType, digest, data = '', url = '', name = '' }) =>
    areTexts(mediaType, digest, data, url, name),
  opaque: ({ provider, item }) => areTexts(provider) && item !== undefined,
  event: ({ event }) => areTexts(event),
};

function areTexts(...values: readonly (Json | undefined)[]): boolean {
  return values.every((value) => typeof value === 'string');
}

function areParts(list: Json | undefined): boolean {
  return Array.isArray(list) && list.every(isBodyPart);
}

function isBodyPart(value: Json): boolean {
  if (!isJsonObject(value)) return false;
  if (value.type === 'text') return typeof value.text === 'string';
  if (value.type === 'file') return areTexts(value.mediaType, value.digest, value.name ?? '');
  return value.type === 'data' && value.value !== undefined;
}

function textOfParts(parts: readonly BodyPart[]): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      return part.type === 'data' ? canonicalText(part.value) : fileText(part);
    })
    .join('\n');
}

function fileText(file: { readonly mediaType: string; readonly digest: string }): string {
  return `[file ${file.mediaType} ${file.digest}]`;
}
