/** Default numbers of the design (docs/format.md). Each is part of format v1 or says what depends on it. */

/** J4: bytes of one chunk of a body. Part of format v1: another value gives other chunk tables. */
export const CHUNK_BYTES = 65_536;

/** J2: bytes of a session's salt. Part of format v1. */
export const SALT_BYTES = 32;

/** How often a writer that lost a race aligns again before it gives up with `conflict` (F5). */
export const MAX_RACES = 200;

/** Most rows one read of a range asks from a store, so that memory stays flat. */
export const PAGE_ROWS = 500;
