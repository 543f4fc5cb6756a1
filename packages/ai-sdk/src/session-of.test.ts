/** Whose call it is: said by the call or by the model's binding, never guessed. */
import { type Daybook, openDaybook } from '@daybook/core';
import { isDaybookError } from '@daybook/core/adapter';
import { memoryStore } from '@daybook/core/memory';
import { beforeEach, describe, expect, it } from 'vitest';
import { boundTo, sessionByCall, withoutScope } from './session-of.ts';

let daybook: Daybook;
beforeEach(async () => {
  daybook = await openDaybook({ store: memoryStore() });
});

function codeOf(work: () => unknown): string | null {
  try {
    work();
    return null;
  } catch (error) {
    return isDaybookError(error) ? error.code : 'another error';
  }
}

const call = (scope: unknown) => ({ prompt: [], providerOptions: { daybook: scope, openai: { user: 'u' } } });

describe('a call', () => {
  it('names its session, and may name tenant and lane', () => {
    const sessionOf = sessionByCall(daybook);
    expect(sessionOf(call({ session: 'a' }))).toMatchObject({ session: 'a', tenant: 'default' });
    expect(sessionOf(call({ session: 'a', tenant: 't', lane: 'l' }))).toMatchObject({ tenant: 't' });
    expect(sessionOf(call({ session: 'a', tenant: undefined, lane: undefined }))).toMatchObject({
      tenant: 'default',
    });
  });

  it.each([
    ['no options', undefined],
    ['null', null],
    ['a text', 'a'],
    ['a list', ['a']],
    ['an empty object', {}],
    ['an empty name', { session: '' }],
    ['a number', { session: 7 }],
    ['a String object', { session: Object('a') }],
    ['undefined', { session: undefined }],
    ['another spelling', { Session: 'a' }],
    ['a misspelt session', { sesion: 'a' }],
    ['a misspelt lane', { session: 'a', lanes: 'b' }],
    ['a misspelt tenant', { session: 'a', tenantId: 'b' }],
    ['an empty tenant', { session: 'a', tenant: '' }],
    ['a tenant that is null', { session: 'a', tenant: null }],
    ['a lane that is a number', { session: 'a', lane: 3 }],
    ['a control character', { session: 'a\0b' }],
    ['half a character', { session: '\ud800' }],
    ['a name without end', { session: 'a'.repeat(10_000) }],
  ])('is refused with %s', (_, scope) => {
    expect(codeOf(() => sessionByCall(daybook)(call(scope)))).toBe('invalid-input');
  });

  it('is refused without any options', () => {
    expect(codeOf(() => sessionByCall(daybook)({ prompt: [] }))).toBe('invalid-input');
    expect(codeOf(() => sessionByCall(daybook)({ prompt: [], providerOptions: undefined }))).toBe(
      'invalid-input',
    );
  });

  it('takes no session from what objects inherit', () => {
    const inherited = Object.create({ daybook: { session: 'a' } });
    // An application's options have no prototype of their own; this one must not help another call.
    expect(Object.keys(inherited)).toEqual([]);
    const polluted = Object.create({ session: 'a' });
    expect(codeOf(() => sessionByCall(daybook)(call(Object.assign(polluted, { lane: 7 }))))).toBe(
      'invalid-input',
    );
  });
});

describe('a bound model', () => {
  it('has its session whatever the call is', () => {
    const session = daybook.session({ session: 'a' });
    expect(boundTo(session)({ prompt: [] })).toBe(session);
    expect(boundTo(session)({ prompt: [], providerOptions: { openai: {} } })).toBe(session);
  });

  it.each([[{ session: 'a' }], [{ session: 'b' }], [null], ['']])(
    'refuses a call that names one: %j',
    (scope) => {
      expect(codeOf(() => boundTo(daybook.session({ session: 'a' }))(call(scope)))).toBe('invalid-input');
    },
  );
});

describe('what the provider gets', () => {
  it('is without our options and otherwise untouched', () => {
    const given = Object.freeze({ ...call({ session: 'a' }), temperature: 0.3 });
    Object.freeze(given.providerOptions);
    const params = withoutScope(given);
    expect(params).toEqual({ prompt: [], providerOptions: { openai: { user: 'u' } }, temperature: 0.3 });
    expect(params.providerOptions?.openai).toBe(given.providerOptions.openai);
    expect(given.providerOptions).toHaveProperty('daybook');
  });

  it('is the call itself when it holds none of ours', () => {
    const given = { prompt: [], providerOptions: { openai: {} } };
    expect(withoutScope(given)).toBe(given);
  });
});
