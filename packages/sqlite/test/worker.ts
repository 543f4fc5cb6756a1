/**
 * A process of its own for the tests: `worker.ts PATH NAME APPENDS` appends to one branch until that many of
 * its appends are done, and prints one line for each after it is acknowledged: `NAME REVISION LOST_RACES`.
 */
import { writeSync } from 'node:fs';
import type { BranchRow } from '@daybook/core/store';
import { sqlite } from '../src/index.ts';
import { changeOf, scopeOf } from './rows.ts';

const [path = '', name = '', appends = '0'] = process.argv.slice(2);
const store = sqlite(path, { busyTimeoutMs: 60_000 });
const scope = scopeOf();
for (let done = 0; done < Number(appends); done++) {
  let lostRaces = 0;
  for (;;) {
    const expected: BranchRow | null = (await store.branches(scope))[0] ?? null;
    const change = changeOf(scope, expected, { label: `${name}-${done}` });
    if ((await store.append(change)) === 'done') {
      // Synchronous: what was printed was acknowledged, also when the process is killed right after.
      writeSync(1, `${name} ${change.next.revision} ${lostRaces}\n`);
      break;
    }
    lostRaces++;
  }
}
await store.close();
