/** Covers: O1. What the READMEs and examples say is a program that runs. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const example = path.join(root, 'examples/plain/first-minute.ts');
let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'daybook-example-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(program: string, ...args: readonly string[]): { status: number | null; stdout: string } {
  const flags = ['--disable-warning=ExperimentalWarning', '--conditions=@daybook/source'];
  const { status, stdout } = spawnSync(process.execPath, [...flags, program, ...args], {
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
  it('first-minute.ts journals, prepares a view, reads and audits', () => {
    const { status, stdout } = run(example);
    expect(stdout).toBe('2 1 Never deploy without asking me. true\n');
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

describe('the demo', () => {
  // Covers: F2, F4, L2, L4, L10, V5, V7, C8, S1
  it('holds what its screen says, and the README shows what it sends', async () => {
    const file = path.join(folder, 'demo.db');
    const { status, stdout } = run(path.join(root, 'examples/demo/main.ts'), file);
    expect(status).toBe(0);
    const pins = [...stdout.matchAll(/pins (\d+)\/(\d+) intact/g)].map(([, intact, total]) => [
      intact,
      total,
    ]);
    expect(pins.length).toBeGreaterThanOrEqual(3);
    for (const [intact, total] of pins) expect(intact).toBe(total);
    for (const line of SCREEN) expect(stdout).toMatch(line);
    const lines = stdout.split('\n');
    expect(lines.length).toBeLessThanOrEqual(43); // and two hints by the script that runs it
    expect(lines.filter((line) => line.length > 90)).toEqual([]);
    const shown = blockOf('text screen')
      .split('\n')
      .filter((line) => line !== '');
    expect(shown.length).toBeGreaterThan(5);
    const isShown = (line: string): boolean =>
      lines.some((one) => piecesOf(line).every((piece) => one.includes(piece)));
    expect(shown.filter((line) => !isShown(line))).toEqual([]);

    const daybook = await openDaybook({ store: sqlite(file) });
    const view = await daybook.session({ session: 'skerrow-ferries' }).view({ window: 128_000 });
    await daybook.close();
    const sent = view.messages.flatMap(({ parts }) =>
      parts.map((part) => (part.type === 'text' ? part.text : '')),
    );
    const pieces = piecesOf(blockOf('text sent'));
    expect(pieces.length).toBeGreaterThan(5);
    for (const piece of pieces) expect(sent.join('\n')).toContain(piece);
  }, 120_000);

  it('does not write into a file that is there', () => {
    expect(run(path.join(root, 'examples/demo/main.ts'), example).status).toBe(2);
  });
});

/** A block of the README by what stands behind its fence. */
function blockOf(kind: string): string {
  const page = readFileSync(path.join(root, 'README.md'), 'utf8');
  return new RegExp(`\`\`\`${kind}\\n([\\s\\S]*?)\\n\`\`\``).exec(page)?.[1] ?? '';
}

/** What must stand there letter by letter: everything between two marks of something left out. */
function piecesOf(text: string): string[] {
  return text.split(/…|\n/).filter((piece) => piece.trim() !== '');
}

const SCREEN = [
  /^Folded [3-9] times, without a model$/m,
  /^ {2}\| ERROR copy-vehicles\[2\] row 48211 refused/m,
  /: daybook why f\d+ reads e\d+ now, checked against its hashes$/m,
  /^ {2}original {3}e\d+ {2}06:16:21 FAILED: rolled back to 2\.30\.4$/m,
  /^ {2}daybook {10}deploy … failed \[e\d+ [a-z ]*failed\]$/m,
  /^ {2}daybook {10}run .* reported success .*: 8 tests, one file$/m,
  /scripted by us, not measured/,
  /^ {2}daybook {4}e\d+ +Never touch the payment tables without asking me\./m,
  /^ {2}audit {4}ok: /m,
  /: ledger equal$/m,
  /\[secret:/,
];
