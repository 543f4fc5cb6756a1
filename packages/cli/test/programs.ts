/** Runs programs from source, each in a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

export interface Ending {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Program {
  readonly process: ChildProcess;
  /** Resolves with the first thing that it prints. */
  readonly begun: Promise<void>;
  readonly ended: Promise<Ending>;
}

const PROGRAMS: Readonly<Record<'daybook' | 'importer' | 'syncer', URL>> = {
  daybook: new URL('../src/main.ts', import.meta.url),
  importer: new URL('./importer.ts', import.meta.url),
  syncer: new URL('./syncer.ts', import.meta.url),
};
const NODE = ['--conditions=@daybook/source', '--disable-warning=ExperimentalWarning'];
/** Compiled code of earlier processes: a start takes a third of the time. */
const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/daybook-cli', import.meta.url));

/** `daybook` with these words. */
export function daybook(words: readonly string[], cwd: string): Promise<Ending> {
  return start('daybook', words, { cwd }).ended;
}

export function start(
  program: keyof typeof PROGRAMS,
  words: readonly string[],
  { cwd, flags = [] }: { readonly cwd?: string; readonly flags?: readonly string[] } = {},
): Program {
  const file = fileURLToPath(PROGRAMS[program]);
  const child = spawn(process.execPath, [...NODE, ...flags, file, ...words], {
    ...(cwd === undefined ? {} : { cwd }),
    env: { ...process.env, NODE_COMPILE_CACHE: COMPILED, NO_COLOR: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const begun = once(child.stdout, 'data').then(() => {});
  return { process: child, begun, ended: endingOf(child) };
}

async function endingOf(child: ChildProcess): Promise<Ending> {
  const texts = { stdout: '', stderr: '' };
  for (const stream of ['stdout', 'stderr'] as const)
    child[stream]?.setEncoding('utf8').on('data', (text: string) => {
      texts[stream] += text;
    });
  const [exitCode, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  return { exitCode, signal, ...texts };
}
