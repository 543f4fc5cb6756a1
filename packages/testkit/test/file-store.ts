/**
 * The reference store in one file, for tests of the kit's durable half: every call reads the file, works in
 * memory and writes the file again, one call at a time under a lock that other processes see.
 */
import { mkdir, readFile, rename, rmdir, writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';

/** Also what `otherProcess` of the kit's options asks for. A file whose name ends in `.unlocked` is not locked. */
export async function open(path: string): Promise<Store> {
  // Closed with the handle, so that it is the reference store that refuses calls after close.
  const handle = memoryStore();
  const ask = async <T>(call: (store: Store) => Promise<T>): Promise<T> => {
    await handle.strays();
    if (path.endsWith('.unlocked')) return onFile(path, call);
    await lock(path);
    try {
      return await onFile(path, call);
    } finally {
      await rmdir(lockOf(path));
    }
  };
  return {
    append: (change) => ask((store) => store.append(change)),
    open: (session, limits) => ask((store) => store.open(session, limits)),
    marked: (scope, range, limits) => ask((store) => store.marked(scope, range, limits)),
    find: (session, query) => ask((store) => store.find(session, query)),
    sessions: () => ask((store) => store.sessions()),
    salt: (session) => ask((store) => store.salt(session)),
    branches: (session) => ask((store) => store.branches(session)),
    entries: (scope, from, to) => ask((store) => store.entries(scope, from, to)),
    groups: (scope, from, to) => ask((store) => store.groups(scope, from, to)),
    bodies: (session, contentIds) => ask((store) => store.bodies(session, contentIds)),
    strays: () => ask((store) => store.strays()),
    close: () => handle.close(),
  };
}

async function onFile<T>(path: string, call: (store: Store) => Promise<T>): Promise<T> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    return undefined;
  });
  const state: MemoryState = bytes ? deserialize(bytes) : new Map();
  const answer = await call(memoryStore(state));
  const written = `${path}.${process.pid}.${Math.random()}`;
  await writeFile(written, serialize(state));
  await rename(written, path);
  return answer;
}

async function lock(path: string): Promise<void> {
  for (;;)
    try {
      return await mkdir(lockOf(path));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      await setTimeout(1);
    }
}

function lockOf(path: string): string {
  return `${path}.lock`;
}
