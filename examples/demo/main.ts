/**
 * The demo: a long agent conversation in a small window, what daybook keeps of it, and what a summary would have left.
 *
 * Run it: node --conditions=@daybook/source examples/demo/main.ts [FILE]. FILE keeps the journal; it must not exist.
 * Exit code 1 when something that the screen says does not hold.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { find } from './findings.ts';
import { runConversation } from './run.ts';
import { screen } from './screen.ts';

const [file] = process.argv.slice(2);
if (file !== undefined && existsSync(file)) {
  console.error(`${file} is there already; name a new file`);
  process.exit(2);
}
const folder = mkdtempSync(path.join(tmpdir(), 'daybook-demo-'));
try {
  const start = performance.now();
  const daybook = await openDaybook({ store: sqlite(file ?? path.join(folder, 'demo.db')) });
  const run = await runConversation(daybook, progress);
  const seconds = (performance.now() - start) / 1000;
  const found = await find(daybook, run);
  progress(0, 0);
  console.log(screen(run, found, seconds, (text) => styleText('bold', text, { stream: process.stdout })));
  for (const claim of found.broken) console.error(`does not hold: ${claim}`);
  if (found.broken.length > 0) process.exitCode = 1;
  await daybook.close();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** One line on a terminal, gone when it is done. */
function progress(done: number, of: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(of === 0 ? '\r\x1b[K' : `\rcall ${done} of ${of} …\x1b[K`);
}
