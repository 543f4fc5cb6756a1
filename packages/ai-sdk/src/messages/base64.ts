/** Base64 in every runtime: neither `Buffer` nor the newest platform is needed. */

/** A multiple of three, so that the texts of the chunks can be joined; small enough for one call with so many arguments. */
const CHUNK_BYTES = 3 * 8192;

export function toBase64(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + CHUNK_BYTES)));
  return text;
}
