/** F5 across processes: the same as many writers, with nothing shared but the data. */
import type { Kit } from '../options.ts';
import { writeInOtherProcess } from '../other-process.ts';
import { allOf } from '../reading.ts';
import { scopeOf } from '../rows.ts';
import { mustBeTheirs, writeAsOneOfMany } from '../writers.ts';

const PROCESSES = 4;

export function processesSuite(kit: Kit): void {
  const name = `${PROCESSES} processes and this one write to one branch`;
  const { capabilities, otherProcess } = kit.options;
  if (!capabilities.manyProcesses) {
    kit.skip(name, 'the store does not declare that many processes may write');
    return;
  }
  if (!otherProcess) {
    kit.skip(name, 'no way to open the data in another process was given (otherProcess)');
    return;
  }
  kit.test(name, async (opened) => {
    const scope = scopeOf();
    const place = otherProcess.place(opened);
    const jobOf = (writer: string) => ({ scope, writer, appends: 12, entries: 2 });
    const accounts = await allOf([
      ...Array.from({ length: PROCESSES }, (_, at) =>
        writeInOtherProcess(jobOf(`process ${at}`), otherProcess.module, place),
      ),
      writeAsOneOfMany(opened.store, jobOf('this process')),
    ]);
    await mustBeTheirs(opened.store, scope, accounts);
    await mustBeTheirs(await opened.again(), scope, accounts);
  });
}
