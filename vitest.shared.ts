import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';

// Sibling packages are read from their sources, so tests need no build.
const conditions = ['@daybook/source'];

export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions: [...conditions, 'node', 'development|production'] } },
  // The time limit ends a hang on a busy machine; it measures nothing.
  test: {
    setupFiles: [fileURLToPath(new URL('./vitest.seed.ts', import.meta.url))],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
