/** One body of every shape that format v1 has. */
import type { Body } from '../src/journal/body.ts';

const DIGEST = 'ab'.repeat(32);

export const BODIES: readonly (readonly [name: string, body: Body, text: string])[] = [
  ['an empty message', { kind: 'message', parts: [] }, ''],
  ['a message', { kind: 'message', parts: [{ type: 'text', text: 'a\nb' }] }, 'a\nb'],
  [
    'a message of several parts',
    {
      kind: 'message',
      parts: [
        { type: 'text', text: 'look: ' },
        { type: 'data', value: { b: 1, a: [true, null] } },
        { type: 'text', text: '' },
        { type: 'data', value: 'text as JSON' },
        { type: 'text', text: '\ud800' },
      ],
    },
    'look: \n{"a":[true,null],"b":1}\n\n"text as JSON"\n\ud800',
  ],
  ['derived text', { kind: 'derived', parts: [{ type: 'text', text: 'summary' }] }, 'summary'],
  [
    'a call',
    { kind: 'tool-call', callId: 'c1', name: 'read_file', input: { path: 'a', at: 1 } },
    'read_file\n{"at":1,"path":"a"}',
  ],
  [
    'a call with a raw input',
    { kind: 'tool-call', callId: '', name: '', input: '{"path": ' },
    '\n"{\\"path\\": "',
  ],
  [
    'a result',
    { kind: 'tool-result', callId: 'c1', output: [{ type: 'text', text: 'done' }], status: 'returned' },
    'done',
  ],
  [
    'a result with mixed output',
    {
      kind: 'tool-result',
      callId: 'c1',
      name: 'shoot',
      output: [
        { type: 'text', text: 'one' },
        { type: 'file', mediaType: 'image/png', digest: DIGEST, name: 'a.png' },
        { type: 'data', value: { ok: false } },
      ],
      status: 'error',
    },
    `one\n[file image/png ${DIGEST}]\n{"ok":false}`,
  ],
  ['a result without output', { kind: 'tool-result', callId: 'c1', output: [], status: 'denied' }, ''],
  ['reasoning', { kind: 'reasoning', digest: DIGEST, length: 12 }, ''],
  [
    'a file by its bytes',
    { kind: 'artifact', mediaType: 'image/png', digest: DIGEST, data: 'AAAA', name: 'a.png' },
    `[file image/png ${DIGEST}]`,
  ],
  [
    'a file by its URL',
    { kind: 'artifact', mediaType: 'text/html', digest: DIGEST, url: 'https://example.com' },
    `[file text/html ${DIGEST}]`,
  ],
  ['an opaque item', { kind: 'opaque', provider: 'p', item: { encrypted: 'AAAA' } }, ''],
  [
    'an event',
    { kind: 'event', event: 'usage', output: 2, input: 1 },
    '{"event":"usage","input":1,"kind":"event","output":2}',
  ],
];
