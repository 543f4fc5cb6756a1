/** The module that another process opens the broken file store with: it takes no lock. */
import type { Store } from '@daybook/core/store';
import { fileStore } from './file-store.ts';

export async function open(path: string): Promise<Store> {
  return fileStore(path, false);
}
