import { describe, it } from 'node:test';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import { storeKit } from '@daybook/testkit';

storeKit(
  { describe, it },
  {
    name: 'my store',
    async open() {
      const data: MemoryState = new Map(); // your file, schema or bucket: new and empty
      return {
        store: memoryStore(data), // your store
        again: async () => memoryStore(data), // a second handle on the same data
        close: async () => data.clear(), // close what is open, remove the data
      };
    },
    capabilities: { durable: false, manyProcesses: false },
  },
);
