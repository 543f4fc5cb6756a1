/** What a call asks for, read from its tool's name and its input. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyText, jsonOf } from '../../../test/json.ts';
import type { Json } from '../../base/json.ts';
import { commandOf, isRoutineRead, isTestRun, targetOf } from './tools.ts';

it.each<[string, Json, string | undefined]>([
  ['Bash', { command: 'npm test' }, 'npm test'],
  ['exec_command', { cmd: 'ls' }, 'ls'],
  ['shell', { command: ['bash', '-lc', 'echo "a b"'] }, `bash -lc 'echo "a b"'`],
  ['shell', { command: ['rg', "it's", 'src'] }, `rg 'it'\\''s' src`],
  ['run', { command: 'npm', args: ['run', 'a b'] }, "npm run 'a b'"],
  ['terminal', { commands: ['npm ci', 'npm test'] }, 'npm ci\nnpm test'],
  ['shell_call', { action: { commands: ['npm test'] } }, 'npm test'],
  ['powershell', { script: 'Get-Date' }, 'Get-Date'],
  ['bash', 'npm test', 'npm test'],
  ['editor', { command: 'view', path: 'a.ts' }, undefined],
  ['Read', { file_path: 'a.ts' }, undefined],
  ['Bash', { command: ' ' }, undefined],
  ['Bash', null, undefined],
])('the command of %s %j is %j', (tool, input, command) => {
  expect(commandOf(tool, input)).toBe(command);
});

it.each<[Json, string | undefined]>([
  [{ file_path: 'a.ts', content: 'x' }, 'a.ts'],
  [{ path: ['a.ts'] }, 'a.ts'],
  [{ path: '', url: 'https://example.org/a' }, 'https://example.org/a'],
  [{ hostname: 'db.example.org' }, 'db.example.org'],
  [{ input: '*** Begin Patch\n*** Update File: src/a.ts\n@@' }, 'src/a.ts'],
  ['*** Begin Patch\n*** Add File: b.ts\n+x', 'b.ts'],
  [{ query: 'loom' }, undefined],
  [['a.ts'], undefined],
])('the target of %j is %j', (input, target) => {
  expect(targetOf('tool', input)).toBe(target);
});

describe('a routine read', () => {
  it.each<[string, Json]>([
    ['Read', { file_path: 'a' }],
    ['read_file', { path: 'a' }],
    ['Grep', { pattern: 'a' }],
    ['listDirectory', { path: 'a' }],
    ['mcp__tracker__get_issue', { id: 1 }],
    ['editor', { command: 'view', path: 'a.ts' }],
    ['Bash', { command: 'cd a && cat b 2>/dev/null | head -5' }],
    ['Bash', { command: 'git -C a log --oneline; git status' }],
    ['shell', { command: ['bash', '-lc', "sed -n '1,5p' a && rg loom"] }],
    ['Bash', { command: 'curl -s https://example.org/a | jq .b' }],
    ['Bash', { command: 'kubectl -n a get pods' }],
  ])('is %s %j', (tool, input) => {
    expect(isRoutineRead(tool, input)).toBe(true);
  });

  it.each<[string, Json]>([
    ['Write', { file_path: 'a' }],
    ['search_replace', { path: 'a' }],
    ['get_or_create', { name: 'a' }],
    ['Bash', { command: 'cat a > b' }],
    ['Bash', { command: 'cat a && rm a' }],
    ['Bash', { command: 'cat $(rm a)' }],
    ['Bash', { command: "sed -i 's/a/b/' c" }],
    ['Bash', { command: 'find . -name a -delete' }],
    ['Bash', { command: 'curl -X POST https://example.org/a' }],
    ['Bash', { command: 'ssh host rm a' }],
    ['Bash', { command: 'git branch -D a' }],
    ['Bash', { command: 'aws s3 cp a b' }],
    ['Bash', { command: 'npm test' }],
  ])('is not %s %j', (tool, input) => {
    expect(isRoutineRead(tool, input)).toBe(false);
  });
});

describe('a test run', () => {
  it.each([
    'npm test',
    'pnpm -C packages/a run test:unit',
    'CI=1 timeout 60 npx vitest run a.test.ts',
    'cd a && python3 -m pytest -q',
    'uv run pytest',
    'docker compose exec -T api pytest',
    'go test ./...',
    'node --import tsx --test a.test.ts',
    './scripts/run-tests.sh',
    'python manage.py test',
    'make -C a check',
    "bash -lc 'cargo test | tail -5'",
  ])('is %s', (command) => {
    expect(isTestRun('Bash', { command })).toBe(true);
  });

  it.each(['npm run build', 'cat test.log', 'test -f a', 'git commit -m "npm test"', 'grep pytest a'])(
    'is not %s',
    (command) => {
      expect(isTestRun('Bash', { command })).toBe(false);
    },
  );

  it('is named by its tool where there is no command', () => {
    expect(isTestRun('mcp__ci__run_tests', { suite: 'a' })).toBe(true);
    expect(isTestRun('get_test_results', { suite: 'a' })).toBe(false);
  });
});

it('any name and any input have an answer', () => {
  fc.assert(
    fc.property(anyText, jsonOf(anyText), (tool, input) => {
      expect(typeof isRoutineRead(tool, input)).toBe('boolean');
      expect(typeof isTestRun(tool, input)).toBe('boolean');
      expect(['string', 'undefined']).toContain(typeof commandOf(tool, input));
      expect(['string', 'undefined']).toContain(typeof targetOf(tool, input));
    }),
    { numRuns: 2000 },
  );
});
