/**
 * Writers in other processes of this machine.
 *
 * A process is started with this very module (its source, or the built package), opens the store through the
 * module that the backend's test names, writes, and prints its account.
 */
import { spawn } from 'node:child_process';
import type { Store } from '@daybook/core/store';
import { type WriterAccount, type WriterJob, writeAsOneOfMany } from './writers.ts';

interface Opens {
  open(place: string): Promise<Store>;
}

/**
 * What such a process runs. The second argument is what `otherProcess` of the kit's options named.
 *
 * @public used by the program below
 */
export async function runWriterProcess(job: WriterJob, module: string, place: string): Promise<void> {
  const { open } = (await import(/* @vite-ignore */ module)) as Opens;
  const store = await open(place);
  const account = await writeAsOneOfMany(store, job);
  await store.close();
  process.stdout.write(JSON.stringify(account));
}

const PROGRAM = `
const [kit, job, module, place] = process.argv.slice(1);
const { runWriterProcess } = await import(kit);
await runWriterProcess(JSON.parse(job), module, place);
`;

/** @throws Error with the process's own words when it ends with anything but an account */
export function writeInOtherProcess(job: WriterJob, module: string, place: string): Promise<WriterAccount> {
  const fromSource = import.meta.url.endsWith('.ts');
  const node = [...(fromSource ? ['--conditions=@daybook/source'] : []), '--input-type=module'];
  const given = [import.meta.url, JSON.stringify(job), module, place];
  const child = spawn(process.execPath, [...node, '--eval', PROGRAM, '--', ...given], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let answer = '';
    let words = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      words += text;
    });
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(answer) as WriterAccount);
      else reject(new Error(`${job.writer} ended with ${code}: ${words}`));
    });
  });
}
