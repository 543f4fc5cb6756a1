// Checks what no other tool does: how long files may be, strings that must not be in the repository, how many
// packages core may bring along, and that every error code has its section in the documentation.
// Invariant: an exception has a reason and is still needed.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { finish, isTest, root, treeFiles } from './tree.mjs';

/** Source files that may be longer than the limit: path → reason. */
const LONG_FILES = {};

const LIMITS = { source: 250, test: 500 };
/** Core is embedded everywhere: what it brings along is counted. */
const CORE_DEPENDENCIES = 3;

const FORBIDDEN = [
  [/(?<![\w.~-])\/(?:work|tmp|root)\//, 'a path of somebody’s machine'],
  [/\bregistry\.[a-z0-9-]+\.[a-z]{2,}/i, 'the host of a package registry'],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----/, 'a private key'],
];

const findings = [];
const files = treeFiles();
for (const file of files) {
  const bytes = readFileSync(path.join(root, file));
  if (bytes.includes(0)) continue;
  const lines = bytes.toString('utf8').split('\n');
  checkLength(file, lines.at(-1) === '' ? lines.length - 1 : lines.length);
  for (const [index, line] of lines.entries())
    for (const [pattern, what] of FORBIDDEN)
      if (pattern.test(line)) findings.push(`${file}:${index + 1}: ${what}`);
}
for (const file of Object.keys(LONG_FILES))
  if (!files.includes(file)) findings.push(`${file}: listed as long, but not there`);

const core = JSON.parse(text('packages/core/package.json'));
const brought = Object.keys({ ...core.dependencies, ...core.peerDependencies });
if (brought.length > CORE_DEPENDENCIES)
  findings.push(`packages/core: ${brought.length} runtime dependencies, ${CORE_DEPENDENCIES} allowed`);

const codes = [...text('packages/core/src/base/errors.ts').matchAll(/^ {2}\| '([a-z-]+)'/gm)].map(
  ([, code]) => code,
);
const sections = [...text('docs/errors.md').matchAll(/^## `([a-z-]+)`$/gm)].map(([, code]) => code);
if (codes.length === 0) findings.push('packages/core/src/base/errors.ts: no error code found');
for (const code of codes.filter((name) => !sections.includes(name)))
  findings.push(`docs/errors.md: no section for ${code}`);
for (const code of sections.filter((name) => !codes.includes(name)))
  findings.push(`docs/errors.md: a section for ${code}, which no code throws`);

finish(
  'tree',
  findings,
  `${files.length} files, ${codes.length} error codes, core brings ${brought.length} packages`,
);

function checkLength(file, lines) {
  if (!/\.(ts|tsx|mjs)$/.test(file)) return;
  const inTests = isTest(file) || /^packages\/[^/]+\/test\//.test(file);
  const limit = inTests ? LIMITS.test : LIMITS.source;
  const excused = Object.hasOwn(LONG_FILES, file);
  if (lines > limit && !excused) findings.push(`${file}: ${lines} lines, ${limit} allowed`);
  if (lines <= limit && excused) findings.push(`${file}: listed as long, but is not`);
}

function text(file) {
  return readFileSync(path.join(root, file), 'utf8');
}
