/** The check of a result: what wins over what, what is only looked at, and that no input breaks it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonOf } from '../../../test/json.ts';
import { canonicalText } from '../../base/canonical.ts';
import type { Json } from '../../base/json.ts';
import { checkOf, type ToolResultFacts } from './check.ts';

const shell = (command: string, text: string, status: ToolResultFacts['status'] = 'returned'): string =>
  checkOf({ tool: 'Bash', input: { command }, status, text, values: [] });
const value = (tool: string, output: Json, input: Json = {}): string =>
  checkOf({ tool, input, status: 'returned', text: canonicalText(output), values: [output] });

describe('a failure', () => {
  it('wins over a pass, in whichever order they stand', () => {
    expect(shell('npm test | tail', 'Tests:  1 failed, 2 total\n[exit code: 0]')).toBe('failed');
    expect(shell('npm test', 'Exit code 1\nTests:  2 passed, 2 total')).toBe('failed');
    expect(shell('npm test', '5 passed in 0.10s\n1 failed in 0.20s\n5 passed in 0.10s')).toBe('failed');
    expect(value('deploy', { ok: true, job: { state: 'failed' } })).toBe('failed');
  });

  it('is not taken back by a line that looks like a watching runner', () => {
    const first = ' Test Files  1 failed (1)\n Tests  1 failed (1)\n RERUN  a.ts x1\n';
    expect(shell('npx vitest', `${first}OK (5 tests, 5 assertions)`)).toBe('failed');
    expect(shell('npx vitest', `${first} Test Files  1 passed (1)\n Tests  1 passed (1)`)).toBe('passed');
  });

  it('is read from a text beside the values, and from values beside a text', () => {
    const facts = { tool: 'run_tests', input: {}, status: 'returned' } as const;
    expect(checkOf({ ...facts, text: '1 failed in 0.20s\n{"took":3}', values: [{ took: 3 }] })).toBe(
      'failed',
    );
    expect(checkOf({ ...facts, text: '1 passed in 0.20s\n{"ok":false}', values: [{ ok: false }] })).toBe(
      'failed',
    );
  });
});

describe('an exit code', () => {
  it.each([
    ['grep -rn loom src', 'Exit code 1', 'none'],
    ['cd a && FOO=1 timeout 5 grep loom b', 'Exit code 1', 'none'],
    ["bash -lc 'git -C a diff --quiet'", 'Exit code 1', 'none'],
    ['test -f a && echo yes', 'Exit code 1', 'none'],
    ['git diff HEAD~1', 'Exit code 1', 'failed'],
    ['grep loom a | wc -l', 'Exit code 1', 'failed'],
    ['make && grep loom a', 'Exit code 1', 'failed'],
    ['make; grep loom a', 'Exit code 1', 'none'],
    ['grep loom a; make', 'Exit code 1', 'failed'],
    ['grep -q loom a || { echo no; exit 3; }', 'Exit code 1', 'failed'],
    ['rg loom', 'Exit code 2', 'failed'],
    ['ls', 'Exit code 0x1', 'failed'],
    ['./loom --serve', 'still running\nExit code -1', 'none'],
    ['./loom', 'Exit code -1073741819', 'failed'],
    ['cat <<EOF > a\ngrep x\nEOF\nmake', 'Exit code 1', 'failed'],
  ])('of %s in %s: %s', (command, text, check) => {
    expect(shell(command, text)).toBe(check);
  });

  it('in what is read is content, the one that the tool wrote around it is not', () => {
    const log = 'compiling\nProcess exited with code 2';
    expect(shell('cat build.log', log)).toBe('none');
    expect(shell('cat build.log', `${log}\n[The command completed with exit code 0.]`)).toBe('passed');
    expect(shell('./build.sh', log)).toBe('failed');
    expect(
      checkOf({ tool: 'Read', input: { file_path: 'a' }, status: 'returned', text: log, values: [] }),
    ).toBe('none');
  });
});

describe('a JSON verdict', () => {
  it.each<[string, Json, string]>([
    ['deploy', { state: 'FAILED' }, 'failed'],
    ['deploy', { state: 'CREATE_COMPLETE' }, 'passed'],
    ['deploy', { ok: true, status: 'running' }, 'none'],
    ['deploy', { results: [{ ok: false }] }, 'none'],
    ['deploy', { customer: 'c', status: 'failed' }, 'none'],
    ['deploy', { error: '' }, 'none'],
    ['deploy', { data: { id: 1 }, errors: [{ message: 'part' }] }, 'none'],
    ['deploy', { data: null, errors: [{ message: 'all' }] }, 'failed'],
    ['read_file', { content: '{"ok": false}' }, 'none'],
    ['deploy', [{ type: 'text', text: '{"ok": false}' }], 'failed'],
    ['import_rows', { imported: 3, failed: 2 }, 'none'],
    ['run_tests', { total: 5, failed: 2 }, 'failed'],
  ])('of %s in %j: %s', (tool, output, check) => {
    expect(value(tool, output)).toBe(check);
  });
});

it.each(['denied', 'aborted'] as const)('a call that was %s has no check', (status) => {
  expect(shell('npm test', 'Exit code 1', status)).toBe('none');
});

describe('hostile input', () => {
  const word = fc.constantFrom(
    ...'Exit code,exit,1,0,-1,failed,passed,Tests:,ok,error,{,},[,],",:,\n,\r,\u001b[,echo,$?,rc=,|,&&,;,(,),<<,EOF,npm test,grep,bash -c,RERUN,\ud800,退出代码'.split(
      ',',
    ),
    ' ',
  );
  const text = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.array(word, { maxLength: 40 }).map((words) => words.join('')),
  );
  const json = jsonOf(text) as fc.Arbitrary<Json>;
  const facts = fc.record({
    tool: fc.oneof(text, fc.constantFrom('Bash', 'Read', 'shell', 'get_job', 'apply_patch', 'constructor')),
    input: fc.oneof(
      json,
      text.map((command) => ({ command })),
      text.map((cmd) => ({ cmd: ['bash', '-lc', cmd] })),
    ),
    status: fc.constantFrom('returned', 'error', 'denied', 'aborted'),
    text,
    values: fc.array(json, { maxLength: 3 }),
  }) as fc.Arbitrary<ToolResultFacts>;

  it('gives one of the three, the same each time, and is not changed', () => {
    fc.assert(
      fc.property(facts, (one) => {
        const before = structuredClone(one);
        const check = checkOf(one);
        expect(['passed', 'failed', 'none']).toContain(check);
        expect(checkOf(one)).toBe(check);
        expect(one).toEqual(before);
      }),
      { numRuns: 3000 },
    );
  });

  it('does not pass when an exit code other than 0 stands in front of it', () => {
    fc.assert(
      fc.property(facts, fc.integer({ min: 2, max: 255 }), (one, code) => {
        const line = `Exit code ${code}\n${one.text}`;
        expect(shell('./loom', line)).toBe('failed');
      }),
      { numRuns: 1000 },
    );
  });

  // Quadratic reading of any of these would take hours: the time limit of the suite ends it.
  it.each([
    ['one line', 'exit code '.repeat(1_000_000)],
    ['line ends', '\n'.repeat(10_000_000)],
    ['returns', 'ok 1 passed\r'.repeat(500_000)],
    ['braces', '{\n'.repeat(2_000_000)],
    ['escapes', '\u001b['.repeat(3_000_000)],
    ['prefixes', 'a: b: c: test | ok\n'.repeat(200_000)],
  ])('of megabytes is read in one pass: %s', (_title, long) => {
    expect(shell('npm test; echo "rc=$?"', long)).not.toBe('failed');
  });

  it('nested as deep as a body may be, or a command of any length, is no reason to stop', () => {
    let deep: Json = 'Exit code 1';
    for (let depth = 0; depth < 900; depth++) deep = { action: deep };
    expect(value('shell', { result: deep }, deep)).toBe('none');
    for (const part of ['sudo ', 'bash -c ', '$(', '"', 'cat <<A\n', 'A=1 ', 'a|', '`', "'"])
      expect(shell(part.repeat(50_000), 'fine')).toBe('none');
  });
});
