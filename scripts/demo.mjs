// The demo: a bundled agent log goes into a journal in a temporary folder, is shown and is verified.
// Invariant: it runs the real command line, and leaves nothing behind.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const log = 'test-fixtures/transcripts/claude-code/bakery-two-compactions.jsonl';
const main = path.join(root, 'packages/cli/src/main.ts');
const folder = mkdtempSync(path.join(os.tmpdir(), 'daybook-demo-'));

const steps = [
  ['An agent log becomes a journal: every entry chained to the one before it.', ['import', log]],
  ['The same log again: what is already there is not written twice.', ['import', log]],
  ['What the journal holds.', ['status']],
  ['One entry, read back and checked against its hash.', ['read', 'e1']],
  ['Everything re-derived from the bytes on disk.', ['verify']],
];

try {
  for (const [said, args] of steps) {
    console.log(`\n# ${said}\n$ daybook ${args.join(' ')}`);
    const code = daybook([...args, '--db', path.join(folder, 'daybook.db')]);
    if (code !== 0) {
      process.exitCode = code;
      break;
    }
  }
  if (!process.exitCode) console.log('\nYour own log: node scripts/run.mjs daybook import FILE');
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function daybook(args) {
  const node = ['--disable-warning=ExperimentalWarning', '--conditions=@daybook/source', main];
  const done = spawnSync(process.execPath, [...node, ...args], { cwd: root, stdio: 'inherit' });
  if (done.error) throw done.error;
  return done.status ?? 1;
}
