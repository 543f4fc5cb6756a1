/**
 * Content ids: bodies are addressed by the hash of their canonical bytes, so equal content is stored once (J2).
 *
 * contentId = hash(body, salt ‖ canonical bytes). The salt is the session's own, so equal text has one body in a
 * session and different ids in different sessions: nobody can test a guess against another session.
 */
import { canonicalBytes } from '../base/canonical.ts';
import { taggedHash } from '../base/hash.ts';
import type { Json } from '../base/json.ts';
import type { Body } from './body.ts';

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
