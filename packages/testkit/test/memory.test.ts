/** Covers: F5 */
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import { describe, it } from 'vitest';
import { faultyStore, storeKit } from '../src/index.ts';

storeKit(
  { describe, it },
  {
    name: 'memory',
    async open() {
      const state: MemoryState = new Map();
      return {
        store: memoryStore(state),
        again: async () => memoryStore(state),
        close: async () => state.clear(),
      };
    },
    capabilities: { durable: false, manyProcesses: false },
  },
);

// A harmless wrapper must make no difference: it catches a kit that assumes the plain case.
storeKit(
  { describe, it },
  {
    name: 'memory, behind faults that are off',
    async open() {
      const state: MemoryState = new Map();
      return {
        store: faultyStore(memoryStore(state)),
        again: async () => faultyStore(memoryStore(state)),
        close: async () => state.clear(),
      };
    },
    capabilities: { durable: false, manyProcesses: false },
  },
);
