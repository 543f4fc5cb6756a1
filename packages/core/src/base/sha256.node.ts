/** SHA-256 (FIPS 180-4) by Node's own crypto, chosen by the import condition `node` (package.json `imports`). */
import { hash } from 'node:crypto';

export function sha256(bytes: Uint8Array): Uint8Array {
  return hash('sha256', bytes, 'buffer');
}

/** Digest as 64 lower-case hexadecimal digits. */
export function sha256Hex(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'hex');
}
