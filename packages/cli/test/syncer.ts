/**
 * A process of its own for the tests: `syncer.ts DATABASE NAME MESSAGES GATE` says that many messages to one session,
 * one after another, each as all that is new. It prints `ready`, a line for each append that it tried
 * (`REVISION done` or `REVISION conflict`, the revision being the one it wanted to append to), and a line for each
 * message that it was told is journaled (`said REVISION`).
 */
import { writeSync } from 'node:fs';
import { openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { ready } from './gate.ts';
import { watched } from './watched.ts';

const [path = '', name = '', messages = '0', gate] = process.argv.slice(2);
const store = watched(sqlite(path, { busyTimeoutMs: 60_000 }), ({ expected }, outcome) => {
  writeSync(1, `${expected?.revision ?? 0} ${outcome}\n`);
});
const daybook = await openDaybook({ store });
const session = daybook.session({ session: 'shared' });
await ready(gate);
for (let index = 0; index < Number(messages); index++) {
  const text = `${name} says ${index}`;
  const call = await session.sync([{ role: 'user', parts: [{ type: 'text', text }] }], { history: 'delta' });
  writeSync(1, `said ${call.revision}\n`);
}
await daybook.close();
