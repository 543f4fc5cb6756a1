/**
 * Tagged hashes: one tag per use, so that bytes hashed for one purpose can never stand for another.
 *
 * hash(tag, …parts) = SHA-256( UTF-8("daybook/v1/" + tag) ‖ 0x00 ‖ parts ). Tags hold no NUL, so no tag is a
 * prefix of another with data. Merkle nodes are the exception: they follow RFC 6962 to the letter (merkle.ts).
 */
import { sha256Hex } from '#sha256';
import { concat, utf8 } from './bytes.ts';

export type Tag =
  | 'body'
  | 'chunk'
  | 'entry'
  | 'head'
  | 'group'
  | 'roll'
  | 'branch'
  | 'reasoning'
  | 'fact'
  | 'facts'
  | 'delta'
  | 'ledger'
  | 'term'
  | 'view';

/** A SHA-256 digest as 64 lower-case hexadecimal digits. */
export type Digest = string;

const PREFIXES = new Map<Tag, Uint8Array>();

export function taggedHash(tag: Tag, ...parts: readonly Uint8Array[]): Digest {
  let prefix = PREFIXES.get(tag);
  if (!prefix) {
    prefix = concat(utf8(`daybook/v1/${tag}`), new Uint8Array(1));
    PREFIXES.set(tag, prefix);
  }
  return sha256Hex(concat(prefix, ...parts));
}

/** Digest of bytes without a tag: what the world calls the SHA-256 of a file. */
export function plainSha256(bytes: Uint8Array): Digest {
  return sha256Hex(bytes);
}

export function isDigest(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}
