/** Runs the programs beside this file, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Program {
  readonly process: ChildProcess;
  /** Resolves with the first thing that it prints. */
  readonly begun: Promise<unknown>;
  readonly ended: Promise<Ending>;
}

interface Ending {
  /** What it printed, line by line. */
  readonly lines: readonly string[];
  readonly exitCode: number | null;
  readonly errors: string;
}

const WORKER = fileURLToPath(new URL('./worker.ts', import.meta.url));
const OPENER = fileURLToPath(new URL('./opener.ts', import.meta.url));
const FOLD_WORKER = fileURLToPath(new URL('./fold-worker.ts', import.meta.url));
const NODE = [process.execPath, '--conditions=@daybook/source', '--disable-warning=ExperimentalWarning'];

/** An ignored signal stays ignored in the process: a write beyond the limit fails, and does not kill it. */
const LIMITED = `trap '' XFSZ; ulimit -f "$0"; exec "$@"`;

/** `fileBlocks` limits the length of each file the process writes, in the blocks of `ulimit -f`. */
export function startWorker(path: string, name: string, appends: number, fileBlocks?: number): Program {
  const limit = fileBlocks === undefined ? [] : ['/bin/sh', '-c', LIMITED, `${fileBlocks}`];
  return start([...limit, ...NODE, WORKER, path, name, `${appends}`]);
}

export function startOpener(folder: string, files: number, startMs: number): Program {
  return start([...NODE, OPENER, folder, `${files}`, `${startMs}`]);
}

/** It begins when the file `gate` is there. */
export function startFoldWorker(path: string, name: string, rounds: number, gate: string): Program {
  return start([...NODE, FOLD_WORKER, path, name, `${rounds}`, gate]);
}

function start([command = '', ...args]: readonly string[]): Program {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  return { process: child, begun: once(child.stdout, 'data'), ended: endingOf(child) };
}

async function endingOf(child: ChildProcess): Promise<Ending> {
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
    });
  const [exitCode] = (await once(child, 'close')) as [number | null];
  return { lines: texts.stdout.split('\n').slice(0, -1), exitCode, errors: texts.stderr };
}
