import { fileURLToPath } from 'node:url';
import { defineProject } from 'vitest/config';

// Sibling packages are read from their sources, so tests need no build.
const conditions = ['@daybook/source'];

export default defineProject({
  resolve: { conditions },
  ssr: { resolve: { conditions: [...conditions, 'node', 'development|production'] } },
  // The time limit ends a hang on a busy machine; it measures nothing. As many workers as there are cores: the default
  // leaves one idle, which on a small machine is half of it.
  test: {
    maxWorkers: '100%',
    setupFiles: [fileURLToPath(new URL('./vitest.seed.ts', import.meta.url))],
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 60_000,
  },
});
