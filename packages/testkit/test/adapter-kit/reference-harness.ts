/** The reference application as the adapter kit opens it. */
import type { AdapterHarness } from '../../src/index.ts';
import { honest, type Steps } from './reference-adapter.ts';
import { ReferenceApp } from './reference-app.ts';

/** @param lie the steps that the adapter of one process does otherwise */
export function referenceHarness(name: string, lie: () => Partial<Steps> = () => ({})): AdapterHarness {
  return {
    name,
    opaque: { type: 'opaque', provider: 'example', item: { type: 'compaction', sealed: 'c2VhbGVk' } },
    open: async (setup) => new ReferenceApp(() => ({ ...honest, ...lie() }), setup),
  };
}
