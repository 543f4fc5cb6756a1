import { noClock, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { importLog } from '../../../src/import/import-log.ts';
import { cutsOf, linesOf, sampled } from '../lines.ts';
import { foldUntilFits, openSession, replay } from '../run.ts';

const SALT = new Uint8Array(32).fill(7);
const [file, win, most = '100000', every = '10', mode = 'ab'] = process.argv.slice(2);
const open = () => openDaybook({ store: memoryStore(), clock: noClock, salt: SALT });
for (const line of await linesOf(file)) {
  const db = await open();
  const s = openSession(db, line.delegated);
  await s.sync(line.messages);
  await s.fold({ window: 4_000_000, tail: 0 });
  const led = await s.ledger();
  const standing = new Set(
    led.facts.filter((f) => f.pin?.class === 'standing').map((f) => f.claim?.toWellFormed()),
  );
  console.log(
    'pins',
    led.facts.filter((f) => f.pin).length,
    'standing',
    standing.size,
    'chars',
    [...standing].reduce((a, x) => a + x.length, 0),
  );
  for (const window of win.split(',').map(Number)) {
    const w = { window, standing, delegated: line.delegated, asks: (c) => c % Number(every) === 0 };
    let t = Date.now();
    if (mode.includes('a') && line.lane === 'main') {
      const d = await open();
      const imp = await importLog(d, file, { tenant: 'default', lane: 'main', strict: false });
      const sess = d.session({ session: imp.scope.session, lane: imp.scope.lane, branch: imp.scope.branch });
      const seen = await foldUntilFits(sess, line.messages, w);
      console.log(window, 'A', Date.now() - t, 'ms', JSON.stringify({ ...seen, faults: seen.faults.length }));
      for (const f of seen.faults.filter((x) => !x.includes('indexed')).slice(0, 30)) console.log('   ', f);
    }
    if (!mode.includes('b')) continue;
    t = Date.now();
    const seen = await replay(
      openSession(await open(), line.delegated),
      line.messages,
      sampled(cutsOf(line.messages), Number(most)),
      w,
    );
    console.log(
      window,
      'B',
      Date.now() - t,
      'ms',
      JSON.stringify({ ...seen, faults: seen.faults.length }),
      'share',
      (seen.kept / seen.before).toFixed(3),
    );
    for (const f of seen.faults.filter((x) => !x.includes('indexed')).slice(0, 30)) console.log('   ', f);
  }
}
