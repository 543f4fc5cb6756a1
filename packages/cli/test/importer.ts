/**
 * A process of its own for the tests: `importer.ts FILE DATABASE [SALT] [GATE]` imports the file. It prints `ready`, a
 * line for each append that was acknowledged (`LANE BRANCH REVISION ENTRY`), the most memory that it took
 * (`peak BYTES`), and `done ENTRIES` with those it appended.
 */
import { writeSync } from 'node:fs';
import { noClock, openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { importLog } from '../src/import/import-log.ts';
import { ready } from './gate.ts';
import { watched } from './watched.ts';

const [file = '', path = '', salt = '', gate] = process.argv.slice(2);
const store = watched(sqlite(path, { busyTimeoutMs: 60_000 }), ({ next }, outcome) => {
  const { lane, branch } = next.scope;
  // Synchronous: what was printed was acknowledged, also when the process is killed right after.
  if (outcome === 'done') writeSync(1, `${lane} ${branch} ${next.revision} ${next.headEntry}\n`);
});
const daybook = await openDaybook({
  store,
  clock: noClock,
  ...(salt === '' ? {} : { salt: Uint8Array.from(Buffer.from(salt, 'hex')) }),
});
await ready(gate);
const { appended } = await importLog(daybook, file, { tenant: 'default', lane: 'main', strict: false });
writeSync(1, `peak ${process.resourceUsage().maxRSS * 1024}\ndone ${appended}\n`);
await daybook.close();
