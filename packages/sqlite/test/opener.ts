/**
 * A process of its own for the tests: `opener.ts FOLDER FILES START` opens that many new files of the folder,
 * each at a moment that all such processes share, counted from START (milliseconds of the system clock).
 */
import { join } from 'node:path';
import { sqlite } from '../src/index.ts';

const EVERY_MS = 15;
const [folder = '', files = '0', start = '0'] = process.argv.slice(2);
for (let file = 0; file < Number(files); file++) {
  const moment = Number(start) + file * EVERY_MS;
  while (Date.now() < moment);
  const store = sqlite(join(folder, `${file}.db`));
  await store.sessions();
  await store.close();
}
