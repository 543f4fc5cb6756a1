/** The example is a program that runs, and what the guide starts from is the same agent without daybook. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const example = path.join(root, 'examples/ai-sdk');
/** With one of these in the environment the example would ask a real model. */
const KEYS = ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'ANTHROPIC_API_KEY', 'DAYBOOK_MODEL'];
const MOST_CHANGED_LINES = 10;
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-example-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: readonly string[]) {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@daybook/source'];
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !KEYS.includes(name)));
  return spawnSync(process.execPath, [...flags, path.join(root, program), ...args], {
    cwd: folder,
    encoding: 'utf8',
    // The project that the agent works on is made in the temporary folder.
    env: { ...env, TMPDIR: folder, TEMP: folder },
  });
}

describe('examples/ai-sdk', () => {
  it('works a hundred steps through three folds, and what its screen says holds', () => {
    const file = path.join(folder, 'agent.db');
    const { status, stdout, stderr } = run('examples/ai-sdk/main.ts', file);
    expect(stderr).toBe('');
    expect(status).toBe(0);
    const folds = [...stdout.matchAll(/^Fold \d+, .*pins (\d+)\/(\d+) intact/gm)];
    expect(folds.length).toBeGreaterThanOrEqual(3);
    for (const [, intact, total] of folds) expect(intact).toBe(total);
    const [, steps] = /^steps, folds +(\d+), /m.exec(stdout) ?? [];
    expect(Number(steps)).toBeGreaterThanOrEqual(95);
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThanOrEqual(43);
    expect(readdirSync(folder).filter((name) => !name.startsWith('agent.db'))).toEqual([]);

    for (const hint of lines.filter((line) => line.includes('run.mjs daybook '))) {
      const [, words = ''] = hint.split('run.mjs daybook ');
      expect(run('packages/cli/src/main.ts', ...words.split(' ')).status).toBe(0);
    }
  }, 120_000);

  it('does not write into a file that is there', () => {
    const file = path.join(example, 'agent.ts');
    expect(run('examples/ai-sdk/main.ts', file).status).toBe(2);
  });

  it('without daybook the model refuses the conversation on the way', () => {
    const { status, stderr } = run('examples/ai-sdk/before/main.ts');
    expect(stderr).toContain('the model refused');
    expect(status).toBe(1);
    expect(readdirSync(folder)).toEqual([]);
  }, 120_000);

  it('needs at most ten changed lines', () => {
    const [before, after] = ['before/agent.ts', 'agent.ts'].map((name) =>
      readFileSync(path.join(example, name), 'utf8').split('\n'),
    );
    expect(after?.filter((line) => !before?.includes(line)).length).toBeLessThanOrEqual(MOST_CHANGED_LINES);
  });
});
