/** Whatever is handed over, the checker answers with violations: it neither throws nor lets rubbish pass. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkProviderRules,
  type Provider,
  type ProviderRequest,
  providerRules,
} from '../../src/provider-rules/index.ts';
import { allExamples } from './all-examples.ts';
import { providerOf } from './rule-example.ts';

const providers = Object.keys(providerRules) as Provider[];
const anything = fc.anything({
  withBigInt: true,
  withDate: true,
  withMap: true,
  withSet: true,
  withSparseArray: true,
});

function circle(): object {
  const message: Record<string, unknown> = { role: 'user', content: [], parts: [] };
  message.self = [message];
  return message;
}

function ownList(): unknown[] {
  const list: unknown[] = [];
  list.push(list);
  return list;
}

function nested(depth: number): unknown {
  let value: unknown = 'deep';
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}

function throwing(): object {
  return {
    get role(): string {
      throw new Error('a getter that throws');
    },
  };
}

const revoked = Proxy.revocable({}, {});
revoked.revoke();

const ownLists: readonly (readonly [string, unknown])[] = [
  ['no request', null],
  ['a request that is a list', []],
  ['no list', {}],
  ['null', { messages: null }],
  ['a text', { messages: 'hello' }],
  ['an object', { messages: { length: 1, 0: { role: 'user', content: 'hi' } } }],
  ['a list of texts', { messages: ['hello'] }],
  ['a list of lists', { messages: [[{ role: 'user', content: 'hi' }]] }],
  ['a hole', { messages: Array(2) }],
  ['a circle', { messages: [circle()] }],
  ['a list that holds itself', { messages: ownList() }],
  ['a big integer', { messages: [{ role: 'user', content: 1n, parts: [1n] }] }],
  ['a getter that throws', { messages: [throwing()] }],
  ['a revoked proxy', { messages: [revoked.proxy] }],
  ['a function', { messages: [() => 'hi'] }],
  ['deep nesting', { messages: [{ role: 'user', content: nested(200_000), parts: nested(200_000) }] }],
];

describe.each(providers)('%s', (provider) => {
  it.each(ownLists)('finds fault with %s', (_, request) => {
    const violations = checkProviderRules(provider, request as ProviderRequest);
    expect(violations.length).toBeGreaterThan(0);
  });

  it('never throws', () => {
    fc.assert(
      fc.property(anything, fc.array(anything), anything, anything, (whole, messages, tools, request) => {
        checkProviderRules(provider, whole as ProviderRequest);
        checkProviderRules(provider, { messages, tools, request, asReceived: messages, stored: tools });
      }),
      { numRuns: 200 },
    );
  });
});

describe('tools, fields, ids and what was received', () => {
  it.each([
    ['tools', { tools: {} }],
    ['tools[0]', { tools: ['lamp'] }],
    ['request', { request: 'model' }],
    ['asReceived', { asReceived: 7 }],
    ['stored', { stored: [7] }],
  ])('are looked at: %s', (at, fields) => {
    const request = { messages: [{ role: 'user', content: 'Is the lamp lit?' }], ...fields };
    expect(checkProviderRules('openai-chat', request)).toMatchObject([{ rule: 'openai-chat/0', at }]);
  });

  it('may be null, which is to be absent', () => {
    const messages = [{ role: 'user', content: 'Is the lamp lit?' }];
    const absent = { messages, tools: null, request: null, asReceived: null, stored: null };
    expect(checkProviderRules('openai-chat', absent)).toEqual([]);
  });
});

describe('a list with one value replaced', () => {
  it('is judged, the same way twice, and left as it was', () => {
    const lists = allExamples.flatMap((example) => [
      [providerOf(example), example.breaks] as const,
      [providerOf(example), example.passes] as const,
    ]);
    fc.assert(
      fc.property(
        fc.constantFrom(...lists),
        fc.nat(),
        fc.jsonValue(),
        ([provider, request], place, value) => {
          const damaged = replaced(request, place, value) as ProviderRequest;
          const before = JSON.stringify(damaged);
          expect(checkProviderRules(provider, damaged)).toEqual(checkProviderRules(provider, damaged));
          expect(JSON.stringify(damaged)).toBe(before);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

/** The request with the value at one of its places replaced; places are counted in the order of its JSON. */
function replaced(request: ProviderRequest, place: number, value: unknown): unknown {
  let places = 0;
  JSON.stringify(request, (_, inner) => {
    places++;
    return inner;
  });
  let seen = 0;
  return JSON.parse(
    JSON.stringify(request, (_, inner) => (seen++ === 1 + (place % (places - 1)) ? value : inner)),
  );
}
