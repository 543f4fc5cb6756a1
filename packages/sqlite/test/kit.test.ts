/** Covers: F5, O1 (what the store kit proves of any store, on files). */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Store } from '@daybook/core/store';
import { type OpenedStore, storeKit } from '@daybook/testkit';
import { describe, it } from 'vitest';
import { sqlite } from '../src/index.ts';

interface OpenedFile extends OpenedStore {
  readonly path: string;
}

storeKit(
  { describe, it },
  {
    name: 'sqlite',
    open,
    capabilities: { durable: true, manyProcesses: true },
    otherProcess: {
      module: new URL('./other-process.ts', import.meta.url).href,
      place: ({ path }: OpenedFile) => path,
    },
    plantStray,
  },
);

async function open(): Promise<OpenedFile> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-sqlite-kit-'));
  const path = join(folder, 'journal.db');
  const handles: Store[] = [];
  const openOne = (): Store => {
    const store = sqlite(path);
    handles.push(store);
    return store;
  };
  return {
    path,
    store: openOne(),
    again: async () => openOne(),
    async close() {
      for (const handle of handles) await handle.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function plantStray({ path }: OpenedFile): Promise<void> {
  const database = new DatabaseSync(path, { enableForeignKeyConstraints: false });
  database.exec("INSERT INTO bodies (session_id, content_id, bytes) VALUES (99, 'stray', x'00')");
  database.close();
}
