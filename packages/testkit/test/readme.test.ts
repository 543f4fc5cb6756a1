/** The programs of the README are those of `examples/`, and they pass with the command that the README names. */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, it } from 'vitest';

const EXAMPLES: readonly { readonly file: URL; readonly leastTests: number }[] = [
  { file: new URL('./examples/my-store.test.example.ts', import.meta.url), leastTests: 100 },
  { file: new URL('./examples/my-faults.test.example.ts', import.meta.url), leastTests: 1 },
  { file: new URL('./examples/my-view.test.example.ts', import.meta.url), leastTests: 1 },
  { file: new URL('./examples/my-requests.test.example.ts', import.meta.url), leastTests: 1 },
];

describe('README', () => {
  it('shows the examples and no other program', async () => {
    const readme = await readFile(new URL('../README.md', import.meta.url), 'utf8');
    const shown = [...readme.matchAll(/```ts\n(.*?)```/gs)].map((match) => match[1]);
    deepStrictEqual(shown, await Promise.all(EXAMPLES.map(({ file }) => readFile(file, 'utf8'))));
  });

  for (const { file, leastTests } of EXAMPLES)
    it(`${file.pathname.split('/').at(-1)} passes under node:test`, async () => {
      const given = ['--conditions=@daybook/source', '--test', '--test-reporter=tap', fileURLToPath(file)];
      // A failing run rejects, with what it printed.
      const { stdout } = await promisify(execFile)(process.execPath, given, { maxBuffer: 2 ** 26 }).catch(
        (error: { stdout: string }) => error,
      );
      deepStrictEqual(stdout.match(/^ *not ok .*$/gm), null);
      strictEqual(Number(/^# pass (\d+)$/m.exec(stdout)?.[1]) >= leastTests, true);
    }, 60_000);
});
