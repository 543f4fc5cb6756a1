// The files of this checkout as git sees them, for the checks. Invariant: what git ignores is never listed,
// what is new and not yet added is.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));

/** Paths relative to the root, with forward slashes, sorted. Deleted files are left out. */
export function treeFiles() {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (listed.status !== 0) throw new Error(`git ls-files: ${listed.error?.message ?? listed.stderr}`);
  const files = [...new Set(listed.stdout.split('\0').filter(Boolean))];
  return files.filter((file) => existsSync(path.join(root, file))).sort();
}

/** A file that a test runner would take for a test, whether or not one does. */
export function isTest(file) {
  return /\.(test|spec)\.[cm]?[jt]sx?$/.test(file);
}

/** Prints the findings and ends the process: 0 without any, else 1. */
export function finish(name, findings, summary) {
  for (const finding of findings) console.error(`${name}: ${finding}`);
  if (findings.length > 0) process.exit(1);
  console.log(`${name}: ${summary}`);
}
