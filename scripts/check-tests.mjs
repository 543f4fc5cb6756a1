// Fails on a test file that no vitest project runs, and when there are no tests at all.
// With a file name, compares with what really ran (vitest's JSON report) instead of what would run.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finish, isTest, root, treeFiles } from './tree.mjs';

const [report] = process.argv.slice(2);
const onDisk = treeFiles().filter(isTest);
const run = new Set(report === undefined ? filesThatWouldRun() : filesThatRan(report));

const findings = onDisk.filter((file) => !run.has(file)).map((file) => `${file} is run by no vitest project`);
if (run.size === 0) findings.push('vitest found no test file');
finish(
  'tests',
  findings,
  `all ${onDisk.length} test files ${report === undefined ? 'have a project' : 'ran'}`,
);

function filesThatWouldRun() {
  const listed = spawnSync('vitest', ['list', '--filesOnly', '--json'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (listed.status !== 0) throw new Error(`vitest list failed: ${listed.error?.message ?? listed.stderr}`);
  return JSON.parse(listed.stdout).map(({ file }) => relative(file));
}

function filesThatRan(file) {
  return JSON.parse(readFileSync(file, 'utf8')).testResults.map(({ name }) => relative(name));
}

function relative(file) {
  return path.relative(root, file).split(path.sep).join('/');
}
