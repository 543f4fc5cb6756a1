/** Stores that the store kit must reject: what proves the kit. */
import type { BrokenStore } from './broken-store.ts';
import { keepingLies } from './keeping.ts';
import { markingLies } from './marking.ts';
import { readingLies } from './reading.ts';
import { writingLies } from './writing.ts';

export { type BrokenPlace, type BrokenStore, type Lie, openBroken } from './broken-store.ts';

export const brokenStores: readonly BrokenStore[] = [
  ...writingLies,
  ...readingLies,
  ...markingLies,
  ...keepingLies,
];
