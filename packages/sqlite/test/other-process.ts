/** How the store kit opens the file in a process of its own. */
import type { Store } from '@daybook/core/store';
import { sqlite } from '../src/index.ts';

export async function open(place: string): Promise<Store> {
  return sqlite(place);
}
