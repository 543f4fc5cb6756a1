/** Covers: J3. Names of a scope: what may be one, when two scopes are the same, and how names are ordered. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeOf } from '../../test/code-of.ts';
import { checkScope, compareNames, MAX_NAME_LENGTH, type Scope, sameScope, scopeText } from './scope.ts';

const SCOPE: Scope = { tenant: 't', session: 's', lane: 'main', branch: 'main' };
const FIELDS = ['tenant', 'session', 'lane', 'branch'] as const;

describe('a name', () => {
  it.each(['a', 'ä', 'a/b', 'a b', '__proto__', '../x', '\u{1f600}', 'n'.repeat(MAX_NAME_LENGTH)])(
    'may be %j',
    (name) => {
      for (const field of FIELDS) expect(codeOf(() => checkScope({ ...SCOPE, [field]: name }))).toBe('none');
    },
  );

  it.each([
    '',
    'a\nb',
    'a\0b',
    '\u0085',
    '\u007f',
    '\ud800',
    'n'.repeat(MAX_NAME_LENGTH + 1),
    undefined,
    null,
    7,
    {},
    ['a'],
  ])('may not be %j', (name) => {
    for (const field of FIELDS)
      expect(codeOf(() => checkScope({ ...SCOPE, [field]: name } as Scope))).toBe('invalid-input');
  });
});

describe('the same scope', () => {
  it('has every name in common', () => {
    expect(sameScope(SCOPE, { ...SCOPE })).toBe(true);
    for (const field of FIELDS) expect(sameScope(SCOPE, { ...SCOPE, [field]: 'other' })).toBe(false);
  });

  it('is not one that only reads the same', () => {
    const left = { ...SCOPE, tenant: 'a/b', session: 'c' };
    const right = { ...SCOPE, tenant: 'a', session: 'b/c' };
    expect(scopeText(left)).toBe(scopeText(right));
    expect(sameScope(left, right)).toBe(false);
  });
});

describe('the order of names', () => {
  it('is that of their UTF-8 bytes', () => {
    const name = fc.string({ unit: 'binary', maxLength: 6 });
    fc.assert(
      fc.property(name, name, (a, b) => {
        expect(Math.sign(compareNames(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
      }),
    );
    // Where code points and UTF-16 code units disagree.
    expect(compareNames('\uffff', '\u{10000}')).toBeLessThan(0);
  });
});
