// Which way imports go (.dependency-cruiser.mjs), checked by dependency-cruiser on this tree.
// Invariant: a pass means that every source file was read and that every rule can fire. So first each rule gets
// a planted violation in a temporary tree; a rule without one, or one that stays silent, fails the check.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import config from '../.dependency-cruiser.mjs';
import { finish, root, treeFiles } from './tree.mjs';

/** Rule → [importing file, specifier]. The file is made; so is what a relative specifier names. */
const PLANTED = {
  'core-imports-no-package-of-ours': ['packages/core/src/session/planted.ts', '@daybook/testkit'],
  'testkit-imports-core-only': ['packages/testkit/src/planted.ts', '@daybook/sqlite'],
  'stores-and-adapters-import-core-only': ['packages/sqlite/src/planted.ts', '@daybook/testkit'],
  'stores-and-adapters-test-with-testkit-only': [
    'packages/sqlite/test/planted.test.ts',
    '../../cli/src/index.ts',
  ],
  'cli-imports-core-stores-and-messages': ['packages/cli/src/planted.ts', '@daybook/testkit'],
  'nothing-imports-evals': ['packages/testkit/src/evals.ts', '../../evals/src/index.ts'],
  'packages-meet-at-their-subpaths': ['packages/cli/src/deep.ts', '../../core/src/store/memory.ts'],
  resolvable: ['packages/cli/src/internal.ts', '@daybook/core/journal'],
  'room-0-base': ['packages/core/src/base/planted.ts', '../journal/target.ts'],
  'room-1-journal': ['packages/core/src/journal/planted.ts', '../ledger/target.ts'],
  'room-2-redact': ['packages/core/src/redact/planted.ts', '../ledger/target.ts'],
  'room-2-ledger': ['packages/core/src/ledger/planted.ts', '../judge/target.ts'],
  'room-3-judge': ['packages/core/src/judge/planted.ts', '../policy/target.ts'],
  'room-3-policy': ['packages/core/src/policy/planted.ts', '../packet/target.ts'],
  'room-4-packet': ['packages/core/src/packet/planted.ts', '../store/target.ts'],
  'room-5-store': ['packages/core/src/store/planted.ts', '../recover/target.ts'],
  'room-6-recover': ['packages/core/src/recover/planted.ts', '../fold/target.ts'],
  'room-7-fold': ['packages/core/src/fold/planted.ts', '../tools/target.ts'],
  'room-8-tools': ['packages/core/src/tools/planted.ts', '../session/target.ts'],
  'room-9-session': ['packages/core/src/session/high.ts', '../audit/target.ts'],
  'room-10-audit': ['packages/core/src/audit/planted.ts', '../fold/target.ts'],
  'audit-takes-store-types-only': ['packages/core/src/audit/value.ts', '../store/port.ts'],
  'every-file-has-a-room': ['packages/core/src/daybook.ts', './helpers/target.ts'],
  'the-facade-imports-no-index': ['packages/core/src/session/back.ts', '../index.ts'],
  'core-runs-anywhere': ['packages/core/src/journal/clock.ts', 'node:fs'],
  'core-brings-little': ['packages/core/src/journal/framework.ts', 'framework'],
  'no-cycles': ['packages/core/src/journal/one.ts', './two.ts'],
};
/** More files of the planted tree: the other half of the cycle, and one package from outside. */
const BESIDE = {
  'packages/core/src/journal/two.ts': "import './one.ts';\n",
  'packages/core/src/index.ts': 'export const made = 1;\n',
  'node_modules/framework/package.json': '{ "name": "framework", "main": "index.js" }\n',
  'node_modules/framework/index.js': 'module.exports = {};\n',
};

const findings = [...unprovenRules(), ...violationsHere()];
finish('direction', findings, `${config.forbidden.length} rules, each seen to fire on a planted violation`);

function unprovenRules() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'daybook-direction-'));
  try {
    plant(folder);
    const { violations } = cruise(folder);
    const fired = new Set(violations.map(({ rule, from }) => `${rule.name} ${from}`));
    return config.forbidden.flatMap(({ name }) => {
      if (!Object.hasOwn(PLANTED, name)) return [`rule ${name} has no planted violation`];
      return fired.has(`${name} ${PLANTED[name][0]}`) ? [] : [`rule ${name} does not fire on its violation`];
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function plant(folder) {
  const write = (file, text) => {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  };
  mkdirSync(path.join(folder, 'node_modules/@daybook'), { recursive: true });
  for (const name of ['core', 'testkit', 'sqlite', 'evals']) {
    write(`packages/${name}/src/index.ts`, 'export const made = 1;\n');
    cpSync(
      path.join(root, `packages/${name}/package.json`),
      path.join(folder, `packages/${name}/package.json`),
    );
    symlinkSync(
      path.join(folder, 'packages', name),
      path.join(folder, 'node_modules/@daybook', name),
      'junction',
    );
  }
  for (const [file, specifier] of Object.values(PLANTED)) {
    if (specifier.startsWith('.'))
      write(path.posix.join(path.posix.dirname(file), specifier), 'export {};\n');
  }
  for (const [file, specifier] of Object.values(PLANTED)) write(file, `import '${specifier}';\n`);
  for (const [file, text] of Object.entries(BESIDE)) write(file, text);
}

function violationsHere() {
  const { violations, sources } = cruise(root);
  const found = violations.map(({ rule, from, to }) => `${from} -> ${to} (${rule.name})`);
  const unread = treeFiles().filter(
    (file) => /^packages\/[^/]+\/(src|test)\/.*\.ts$/.test(file) && !sources.has(file),
  );
  return [...found, ...unread.map((file) => `${file} was not read by dependency-cruiser`)];
}

function cruise(folder) {
  const done = spawnSync(
    'depcruise',
    ['--config', path.join(root, '.dependency-cruiser.mjs'), '--output-type', 'json', 'packages'],
    { cwd: folder, encoding: 'utf8', maxBuffer: 256 * 1024 * 1024, shell: process.platform === 'win32' },
  );
  if (!done.stdout) throw new Error(`depcruise: ${done.error?.message ?? done.stderr}`);
  const { modules, summary } = JSON.parse(done.stdout);
  return { violations: summary.violations, sources: new Set(modules.map(({ source }) => source)) };
}
