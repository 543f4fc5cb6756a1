/** Reads the entries of a region along a path of branches, each body re-hashed as it is read. */
import { PAGE_ROWS } from '../base/defaults.ts';
import { DaybookError } from '../base/errors.ts';
import { contentIdOf, parseBody, textOf } from '../journal/body.ts';
import type { PathStep } from '../journal/branch.ts';
import type { SessionKey } from '../journal/scope.ts';
import { parseSeal } from '../journal/seal.ts';
import { entriesOf } from '../store/path-rows.ts';
import type { StoreReader } from '../store/port.ts';
import type { Range } from './manifest.ts';
import type { RegionEntry } from './region.ts';

/** @throws DaybookError `tampered` where an entry or its body is missing or does not hash, `store-unavailable` */
export async function readRegion(
  store: StoreReader,
  path: readonly PathStep[],
  salt: Uint8Array,
  ranges: readonly Range[],
): Promise<RegionEntry[]> {
  const key = path[0]?.branch.scope;
  const entries: RegionEntry[] = [];
  if (!key) return entries;
  for (const [first, last] of ranges)
    for (let from = first; from <= last; from += PAGE_ROWS) {
      const end = Math.min(last + 1, from + PAGE_ROWS);
      const read = await readPage(store, key, path, salt, from, end);
      if (read.length !== end - from) tampered(`entries from e${from} on`, 'are missing');
      entries.push(...read);
    }
  return entries;
}

async function readPage(
  store: StoreReader,
  key: SessionKey,
  path: readonly PathStep[],
  salt: Uint8Array,
  from: number,
  to: number,
): Promise<RegionEntry[]> {
  const rows = await entriesOf(store, path, from, to);
  const seals = rows.map((row) => parseSeal(row.seal));
  const bodies = await readBodies(
    store,
    key,
    salt,
    seals.map(({ contentId }) => contentId),
  );
  return rows.map((row, at) => {
    const seal = seals[at] as (typeof seals)[number];
    const bytes = bodies.get(seal.contentId) ?? tampered(`e${row.seq}`, 'has no body');
    const body = parseBody(bytes);
    return { seq: row.seq, id: row.id, seal, body, text: textOf(body) };
  });
}

/** Bodies by content id, each re-hashed; absent ones are left out. @throws DaybookError `tampered` */
export async function readBodies(
  store: StoreReader,
  key: SessionKey,
  salt: Uint8Array,
  contentIds: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const rows = contentIds.length > 0 ? await store.bodies(key, [...new Set(contentIds)]) : [];
  for (const { contentId, bytes } of rows)
    if (contentIdOf(bytes, salt) !== contentId) tampered(`the body ${contentId}`, 'has another hash');
  return new Map(rows.map(({ contentId, bytes }) => [contentId, bytes]));
}

function tampered(what: string, fault: string): never {
  throw new DaybookError('tampered', `${what} ${fault}; run \`daybook verify\``);
}
