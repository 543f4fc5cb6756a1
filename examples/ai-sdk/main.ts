/**
 * The coding agent with daybook: what its model was sent before and after each fold, and what came of it.
 *
 * Run it: node --conditions=@daybook/source examples/ai-sdk/main.ts [FILE]. FILE keeps the journal; it must not exist.
 * Without a key in the environment a script plays the model. Exit code 1 when something that the screen says does not
 * hold.
 */
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { styleText } from 'node:util';
import { runAgent } from './agent.ts';
import { pickModel, WINDOW } from './before/model.ts';
import { openProject } from './before/project/index.ts';
import { instructions, turns } from './before/task.ts';
import { toolsOn } from './before/tools.ts';
import { find } from './findings.ts';
import { screen } from './screen.ts';
import { Watch } from './watch.ts';

const model = pickModel();
const file = process.argv[2] ?? path.join(mkdtempSync(path.join(tmpdir(), 'daybook-ai-sdk-')), 'agent.db');
if (existsSync(file)) {
  console.error(`${file} is there already; name a new file`);
  process.exit(2);
}
const watch = new Watch();
const project = openProject();
try {
  const tools = toolsOn(project.folder);
  const told = (): void => watch.turnEnded();
  await runAgent({ model: watch.model(model), instructions, tools, turns, told }, file, {
    window: WINDOW,
    onCall: (report) => {
      watch.ended(report);
      progress(`step ${watch.calls.length} …`);
    },
  });
  progress('');
  const found = await find(watch, project.folder, file, model.provider === 'scripted');
  const ran = { model: `${model.provider}/${model.modelId}`, window: WINDOW, file };
  console.log(screen(ran, found, (text) => styleText('bold', text, { stream: process.stdout })));
  for (const claim of found.broken) console.error(`does not hold: ${claim}`);
  if (found.broken.length > 0) process.exitCode = 1;
} finally {
  project.remove();
}

/** One line on a terminal, gone when it is done. */
function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r${text}\x1b[K`);
}
