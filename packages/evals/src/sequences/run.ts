/**
 * `npm run sync-summary [NAME]`: plays every sequence on a real SQLite file and prints parts, forks, lanes and
 * ambiguities, found against intended. Exit code 1 when one differs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sqlite } from '@daybook/sqlite';
import { checkIntent, playScript, type Script, summaryHeading, summaryRow } from '@daybook/testkit';
import { sources } from './scripts.ts';

const [only] = process.argv.slice(2);
const folder = mkdtempSync(path.join(tmpdir(), 'daybook-sequences-'));
let differs = 0;
try {
  for (const { name, scripts } of sources()) {
    console.log(`\n${name}\n${summaryHeading}`);
    for (const [index, script] of scripts.entries())
      if (only === undefined || script.name === only)
        await show(script, path.join(folder, `${name}-${index}.db`));
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}
console.log(`\n${differs === 0 ? 'every sequence is as intended' : `${differs} sequences differ`}`);
process.exitCode = differs === 0 ? 0 : 1;

async function show(script: Script, file: string): Promise<void> {
  const observed = await playScript(script, async () => sqlite(file, { durability: 'normal' }));
  console.log(summaryRow(script, observed));
  const mismatches = checkIntent(script, observed);
  if (mismatches.length > 0) differs++;
  for (const { code, what, expected, found } of mismatches)
    console.log(`    ${code} ${what}: ${expected} expected, ${found} found`);
}
