// The demo: examples/demo from its sources. A file name keeps the journal.
// Invariant: what it prints comes from a run, and without a file name nothing is left behind.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const main = path.join(root, 'examples/demo/main.ts');
const node = ['--disable-warning=ExperimentalWarning', '--conditions=@daybook/source', main];
const args = process.argv.slice(2);

const done = spawnSync(process.execPath, [...node, ...args], { cwd: root, stdio: 'inherit' });
if (done.error) throw done.error;
process.exitCode = done.status ?? 1;
if (process.exitCode === 0) {
  const [file] = args;
  const look = file === undefined ? 'npm run demo -- FILE keeps the journal; then' : 'Look around:';
  console.log(`\n${look} node scripts/run.mjs daybook ledger --db ${file ?? 'FILE'}`);
  console.log('Your own log: node scripts/run.mjs daybook import LOG');
}
