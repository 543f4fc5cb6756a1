/** Every program of the guide and of the package's README is compiled: it stands in guide/snippets.ts, line for line. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const snippets = linesOf(read('./guide/snippets.ts')).join('\n');

describe.each([
  ['the guide', '../../../docs/guides/ai-sdk.md'],
  ['the README', '../README.md'],
])('%s', (_, file) => {
  const blocks = [...read(file).matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code = '']) => linesOf(code));

  it('has programs', () => {
    expect(blocks.length).toBeGreaterThan(0);
  });

  it.each(blocks.map((lines) => [lines[0] ?? '', lines] as const))('%s', (__, lines) => {
    expect(snippets).toContain(lines.join('\n'));
  });
});

/** Without imports, blank lines and indentation, which are not the same in a whole file. */
function linesOf(code: string): string[] {
  const lines = code.split('\n').map((line) => line.trim());
  return lines.filter((line) => line !== '' && !line.startsWith('import '));
}

function read(file: string): string {
  return readFileSync(new URL(file, import.meta.url), 'utf8');
}
