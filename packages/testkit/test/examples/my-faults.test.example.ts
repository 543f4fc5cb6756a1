import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { isDaybookError } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { everyFault } from '@daybook/testkit';

it('bears a fault at every operation', async () => {
  await everyFault(
    () => memoryStore(),
    async (store, fault) => {
      try {
        await store.sessions(); // the work: whatever uses a store
      } catch (error) {
        if (!isDaybookError(error, 'store-unavailable')) throw error;
      }
      // store.inner is what a later process finds: audit it, or run the work again.
      deepEqual(await store.inner.strays(), [], `${fault.kind} ${fault.when} ${fault.at}`);
    },
  );
});
