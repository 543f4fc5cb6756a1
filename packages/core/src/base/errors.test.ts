/** The one error class: codes for programs, and a marker by which another copy's errors are known. */
import { describe, expect, it, vi } from 'vitest';
import { DaybookError, isDaybookError } from './errors.ts';

describe('a DaybookError', () => {
  it('carries code, details and cause', () => {
    const cause = new Error('below');
    const error = new DaybookError('conflict', 'somebody was faster', { details: { seq: 3 }, cause });
    expect(error).toBeInstanceOf(Error);
    expect([error.name, error.code, error.details, error.cause]).toEqual([
      'DaybookError',
      'conflict',
      { seq: 3 },
      cause,
    ]);
  });

  it('has no cause where none was given, not even an undefined one', () => {
    expect('cause' in new DaybookError('denied', 'no')).toBe(false);
    expect(new DaybookError('denied', 'no').details).toEqual({});
  });

  it('shows no marker among its properties, so logs stay clean', () => {
    expect(Object.getOwnPropertySymbols({ ...new DaybookError('denied', 'no') })).toEqual([]);
  });
});

describe('recognising one', () => {
  it('asks for the code where one is given', () => {
    const error = new DaybookError('tampered', 'another hash');
    expect(isDaybookError(error)).toBe(true);
    expect(isDaybookError(error, 'tampered')).toBe(true);
    expect(isDaybookError(error, 'conflict')).toBe(false);
  });

  it('knows the errors of another installed copy', async () => {
    vi.resetModules();
    const other: typeof import('./errors.ts') = await import('./errors.ts');
    expect(other.DaybookError).not.toBe(DaybookError);
    const error = new other.DaybookError('not-found', 'not there');
    expect(error).not.toBeInstanceOf(DaybookError);
    expect(isDaybookError(error, 'not-found')).toBe(true);
    expect(other.isDaybookError(new DaybookError('denied', 'no'), 'denied')).toBe(true);
  });

  it.each([
    ['an error of somebody else', new Error('no')],
    ['one that only looks alike', { name: 'DaybookError', code: 'conflict', message: 'no' }],
    ['a text', 'conflict'],
    ['null', null],
    ['undefined', undefined],
  ])('does not take %s for one', (_, value) => {
    expect(isDaybookError(value)).toBe(false);
  });
});
