/** SHA-256 (FIPS 180-4) in plain JavaScript, for browsers and edge runtimes. Proven equal to the Node one. */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

export function sha256(bytes: Uint8Array): Uint8Array {
  return digest(bytes);
}

/** Digest as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return bytesToHex(digest(bytes));
}
