/** Covers: O1. What the READMEs and examples say is a program that runs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const example = path.join(root, 'examples/plain/first-minute.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-example-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string): { status: number | null; stdout: string } {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@daybook/source'];
  const { status, stdout } = spawnSync(process.execPath, [...flags, program], {
    cwd: folder,
    encoding: 'utf8',
  });
  return { status, stdout };
}

describe.each(['README.md', 'packages/core/README.md'])('the program of %s', (page) => {
  it('is the example, letter by letter', () => {
    const [, block] = /```ts\n([\s\S]*?)\n```/.exec(readFileSync(path.join(root, page), 'utf8')) ?? [];
    expect(block).toBe(readFileSync(example, 'utf8').trimEnd());
  });
});

describe('an example', () => {
  it('first-minute.ts journals, reads and audits', () => {
    const { status, stdout } = run(example);
    expect(stdout).toMatch(/^2 2:[0-9a-f]{64} Never deploy without asking me\. true\n$/);
    expect(status).toBe(0);
  });

  it('main.ts appends each thing once, forks at the edit and goes back', () => {
    const { status, stdout } = run(path.join(root, 'examples/plain/main.ts'));
    expect(status).toBe(0);
    const appended = [...stdout.matchAll(/(\d+) appended, branch (main|b-)/g)].map(([, n, branch]) => [
      n,
      branch,
    ]);
    expect(appended).toEqual([
      ['2', 'main'],
      ['3', 'main'],
      ['0', 'main'],
      ['1', 'main'],
      ['1', 'b-'],
      ['1', 'main'],
    ]);
    expect(stdout).toContain('the record is sound');
  });
});
