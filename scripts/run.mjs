// Runs a task of this repository from a fresh clone: `node scripts/run.mjs test`.
// Needs only git, npm and Node >= 18; has no dependencies. Where the Node on PATH is older than the
// packages need, or pnpm is missing, both come from tools/bootstrap (pinned by its package-lock.json).
// Invariant: stdout belongs to the task; whatever installing has to say goes to stderr.
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const MIN_NODE = [22, 18];
const MIN_PNPM = 11;
const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const windows = process.platform === 'win32';
const source = ['node', '--disable-warning=ExperimentalWarning', '--conditions=@daybook/source'];

/** Each task is a list of commands, run one after another until one fails. Arguments reach the last. */
const TASKS = {
  setup: [],
  demo: [['node', 'scripts/demo.mjs']],
  test: [['vitest', 'run']],
  check: [
    ['biome', 'check', '.'],
    ['node', 'scripts/check-tree.mjs'],
    ['node', 'scripts/check-tests.mjs'],
    ['tsc', '-b'],
    ['node', 'scripts/check-direction.mjs'],
    ['knip'],
    ['turbo', 'run', 'build', 'pack:check', '--output-logs=errors-only'],
    ['node', 'scripts/check-packed.mjs'],
    ['size-limit'],
  ],
  format: [['biome', 'check', '--write', '.']],
  changeset: [['changeset']],
  daybook: [[...source, path.join(root, 'packages/cli/src/main.ts')]],
  bench: [[...source, path.join(root, 'packages/evals/src/bench/run.ts')]],
  'sync-summary': [[...source, path.join(root, 'packages/evals/src/sequences/run.ts')]],
};
/** These read files named by the user, so they run where the user stands. */
const IN_USERS_FOLDER = new Set(['daybook', 'sync-summary']);

const [task = 'setup', ...args] = process.argv.slice(2);
if (!Object.hasOwn(TASKS, task)) fail(`unknown task ${task}; one of: ${Object.keys(TASKS).join(', ')}`);

const env = { ...process.env, TURBO_TELEMETRY_DISABLED: '1', DO_NOT_TRACK: '1' };
// What npm tells its own children would change what a nested npm or pnpm does.
for (const key of Object.keys(env))
  if (/^npm_(package|lifecycle|command|config_(local_prefix|prefix))/i.test(key)) delete env[key];

const installStamp = path.join(root, 'node_modules', '.daybook-installed');
const wanted = manifestHash();
const installed =
  task !== 'setup' && existsSync(installStamp) && readFileSync(installStamp, 'utf8') === wanted;

if (!nodeIsNew() || !(installed || pnpmIsThere())) prepend(toolchain());
if (!installed) install();
prepend(path.join(root, 'node_modules/.bin'), path.join(root, 'tools/bootstrap/node_modules/.bin'));
if (nodeIsNew()) prepend(path.dirname(process.execPath));

const commands = TASKS[task];
for (const [index, command] of commands.entries())
  await runTask(index === commands.length - 1 ? [...command, ...args] : command);

function nodeIsNew() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  return major > MIN_NODE[0] || (major === MIN_NODE[0] && minor >= MIN_NODE[1]);
}

function pnpmIsThere() {
  const found = spawnSync('pnpm', ['--version'], { cwd: root, env, encoding: 'utf8', shell: windows });
  return found.status === 0 && Number.parseInt(found.stdout, 10) >= MIN_PNPM;
}

/** Installs Node and pnpm into tools/bootstrap unless they are there, and returns their folder. */
function toolchain() {
  const folder = path.join(root, 'tools/bootstrap');
  const bin = path.join(folder, 'node_modules/.bin');
  const stamp = path.join(folder, 'node_modules/.stamp');
  const lockHash = createHash('sha256')
    .update(readFileSync(path.join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === lockHash) return bin;
  console.error(
    `Node ${process.versions.node} is older than ${MIN_NODE.join('.')}, or pnpm is missing: installing both into tools/bootstrap`,
  );
  runQuietly('npm', [
    'ci',
    '--prefix',
    folder,
    '--no-audit',
    '--no-fund',
    '--no-update-notifier',
    '--loglevel=error',
  ]);
  if (!nodeIsNew() && !existsSync(path.join(bin, windows ? 'node.cmd' : 'node')))
    fail(
      `no Node build for ${process.platform}-${process.arch} here; install Node ${MIN_NODE.join('.')} or newer yourself`,
    );
  writeFileSync(stamp, lockHash);
  return bin;
}

/** Changes whenever an install could have something to do; saves asking pnpm before every command. */
function manifestHash() {
  const hash = createHash('sha256');
  const packages = readdirSync(path.join(root, 'packages')).sort();
  const files = ['pnpm-lock.yaml', 'pnpm-workspace.yaml', 'package.json'];
  for (const file of [...files, ...packages.map((name) => `packages/${name}/package.json`)])
    if (existsSync(path.join(root, file))) hash.update(file).update(readFileSync(path.join(root, file)));
  return hash.digest('hex');
}

// The lockfile was checked when it was made, so its packages' ages are not looked up again (saves 7 s).
function install() {
  const again = existsSync(path.join(root, 'node_modules/.modules.yaml'));
  runQuietly('pnpm', [
    'install',
    '--frozen-lockfile',
    '--prefer-offline',
    '--config.minimum-release-age=0',
    ...(again ? ['--reporter=silent'] : []),
  ]);
  writeFileSync(installStamp, wanted);
}

function prepend(...folders) {
  const key = Object.keys(env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  env[key] = [...folders, env[key]].join(path.delimiter);
}

/** Runs an installer: its stdout is shown on stderr. */
function runQuietly(command, rest) {
  const done = spawnSync(command, rest, { cwd: root, env, stdio: ['ignore', 2, 2], shell: windows });
  if (done.error) fail(`${command}: ${done.error.message}`);
  if (done.status !== 0) process.exit(done.status ?? 1);
}

/** Runs one command of the task; its streams, exit code and signals are the user's. */
async function runTask([command, ...rest]) {
  const cwd = IN_USERS_FOLDER.has(task) ? process.cwd() : root;
  const child = spawn(command, rest, { cwd, env, stdio: 'inherit', shell: windows });
  const forward = (signal) => child.kill(signal);
  // A terminal sends its SIGINT to the child as well; twice would read as "give up at once".
  const signals = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, forward);
  const [code, signal] = await new Promise((resolve) => {
    child.on('error', (error) => fail(`${command}: ${error.message}`));
    child.on('close', (...ended) => resolve(ended));
  });
  for (const name of signals) process.off(name, forward);
  if (signal) {
    process.kill(process.pid, signal);
    await new Promise((resolve) => setTimeout(resolve, 1000));
    process.exit(128 + os.constants.signals[signal]);
  }
  if (code !== 0) process.exit(code);
}

function fail(message) {
  console.error(message);
  process.exit(2);
}
