/**
 * Covers: J1, J5, O2 (import): stored AI SDK conversations are recognised in every shape, importing again appends nothing,
 * and the live conversation goes on from what was imported.
 */
import { fromPrompt } from '@daybook/ai-sdk/messages';
import { describe, expect, it } from 'vitest';
import { newFile } from './files.ts';
import { branchesOf, headsOf, importFile, openJournal } from './journal.ts';

const text = (said: string) => ({ type: 'text', text: said });
const time = '2026-04-01T08:00:00.000Z';

const stored = [
  {
    id: 'm1',
    role: 'user',
    parts: [text('When does the ferry to Skerrow go?')],
    metadata: { createdAt: time },
  },
  {
    id: 'm2',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      {
        type: 'reasoning',
        text: 'The timetable says.',
        providerMetadata: { anthropic: { signature: 'c2ln' } },
      },
      { ...text('I look it up.'), state: 'done' },
      {
        type: 'tool-timetable',
        toolCallId: 'c1',
        state: 'output-available',
        input: { to: 'Skerrow' },
        output: { at: ['10:40', '14:10'] },
      },
      { type: 'step-start' },
      { type: 'source-url', sourceId: 's1', url: 'https://ferries.example.com/' },
      { ...text('At 10:40 and 14:10.'), state: 'done' },
    ],
  },
  { id: 'm3', role: 'user', parts: [text('Book the later one.'), { type: 'data-seat', data: { row: 3 } }] },
  {
    id: 'm4',
    role: 'assistant',
    parts: [
      { type: 'step-start' },
      {
        type: 'dynamic-tool',
        toolName: 'book',
        toolCallId: 'c2',
        state: 'output-error',
        input: { at: '14:10' },
        errorText: 'Sold out.',
      },
      { type: 'step-start' },
      { ...text('It is sold out.'), state: 'done' },
    ],
  },
];

const call = (toolCallId: string, toolName: string, input: unknown) => ({
  type: 'tool-call',
  toolCallId,
  toolName,
  input,
});
const result = (toolCallId: string, toolName: string, output: unknown) => ({
  role: 'tool',
  content: [{ type: 'tool-result', toolCallId, toolName, output }],
});

/** What the model is sent in the next turn. */
const prompt = [
  { role: 'system', content: 'You sell tickets.' },
  { role: 'user', content: [text('When does the ferry to Skerrow go?')] },
  {
    role: 'assistant',
    content: [
      {
        type: 'reasoning',
        text: 'The timetable says.',
        providerOptions: { anthropic: { signature: 'c2ln' } },
      },
      text('I look it up.'),
      call('c1', 'timetable', { to: 'Skerrow' }),
    ],
  },
  result('c1', 'timetable', { type: 'json', value: { at: ['10:40', '14:10'] } }),
  { role: 'assistant', content: [text('At 10:40 and 14:10.')] },
  { role: 'user', content: [text('Book the later one.')] },
  { role: 'assistant', content: [call('c2', 'book', { at: '14:10' })] },
  result('c2', 'book', { type: 'error-text', value: 'Sold out.' }),
  { role: 'assistant', content: [text('It is sold out.')] },
];
const [, ...modelMessages] = prompt;

const lines = (list: readonly unknown[]) => list.map((value) => `${JSON.stringify(value)}\n`).join('');

describe.each([
  ['a list of UI messages', 'chat.json', JSON.stringify(stored), 'chat'],
  ['a list over many lines', 'chat.json', JSON.stringify(stored, null, 2), 'chat'],
  ['messages in a document', 'chat.json', JSON.stringify({ messages: stored, id: 'behind' }), 'chat'],
  [
    'a document with an id',
    'chat.json',
    JSON.stringify({ id: 'trip-7', messages: stored }, null, 2),
    'trip-7',
  ],
  ['UI messages, one a line', 'chat.jsonl', lines(stored), 'chat'],
  ['a list of model messages', 'chat.json', JSON.stringify(modelMessages), 'chat'],
  [
    'model messages in a document',
    'chat.json',
    JSON.stringify({ id: 'trip-7', messages: modelMessages }),
    'trip-7',
  ],
  ['model messages, one a line', 'chat.jsonl', lines(modelMessages), 'chat'],
])('%s', (_, name, content, session) => {
  it('is imported once', async () => {
    const daybook = await openJournal();
    const file = newFile(name, content);
    const imported = await importFile(daybook, file);
    expect(imported).toMatchObject({ format: 'ai-sdk', scope: { session }, warnings: [] });
    // Eight messages: one reasoning and words beside a call; and the entry that opens the record.
    expect(imported.appended).toBe(11);
    const heads = await headsOf(daybook);
    expect((await importFile(daybook, file)).appended).toBe(0);
    expect(await headsOf(daybook)).toEqual(heads);
  });

  it('and then synced live is one record, and goes on', async () => {
    const daybook = await openJournal();
    const { scope } = await importFile(daybook, newFile(name, content));
    const chat = daybook.session({ session: scope.session });
    const known = await chat.sync(fromPrompt(modelMessages));
    expect([known.appended, known.events, known.scope.branch]).toEqual([0, [], 'main']);
    // The header is not stored with a conversation, so the call with it records it.
    const next = [...prompt, { role: 'user', content: [text('Then the early one.')] }];
    const live = await chat.sync(fromPrompt(next));
    expect([live.appended, live.events, live.scope.branch]).toEqual([2, [], 'main']);
    expect((await chat.sync(fromPrompt(next))).appended).toBe(0);
    expect(await branchesOf(daybook, scope.session)).toHaveLength(1);
    expect((await daybook.audit()).findings).toEqual([]);
  });
});

it('imported, gone on live, and imported again: what was imported before is on record already', async () => {
  const daybook = await openJournal();
  const file = newFile('chat.json', JSON.stringify(stored));
  await importFile(daybook, file);
  const next = [...prompt, { role: 'user', content: [text('Then the early one.')] }];
  await daybook.session({ session: 'chat' }).sync(fromPrompt(next));
  expect((await importFile(daybook, file)).appended).toBe(0);
});

it('a conversation that grew appends the rest, whichever way it is stored', async () => {
  const daybook = await openJournal();
  await importFile(daybook, newFile('chat.json', JSON.stringify(stored.slice(0, 2))));
  await importFile(daybook, newFile('chat.jsonl', lines(stored.slice(0, 3))));
  await importFile(daybook, newFile('chat.json', JSON.stringify({ messages: stored })));
  const [only, ...others] = await branchesOf(daybook, 'chat');
  expect([only?.revision, others]).toEqual([11, []]);
});

it('words alone, which might be of either format, are the same record when calls follow', async () => {
  const daybook = await openJournal();
  const words = [
    { role: 'user', content: 'Hello.' },
    { role: 'assistant', content: [text('Good morning.')] },
  ];
  const first = await importFile(daybook, newFile('chat.json', JSON.stringify(words)));
  expect(first.format).toBe('openai-chat');
  const all = [...words, ...Array.from({ length: 10 }, () => words).flat(), ...modelMessages];
  const whole = await importFile(daybook, newFile('chat.json', JSON.stringify(all)));
  expect(whole).toMatchObject({ format: 'ai-sdk', scope: { branch: 'main' }, warnings: [] });
});

describe('a stored conversation and the live one', () => {
  const later = { id: 'm5', role: 'user', parts: [text('Then the early one.')] };

  it('are one record when the live one came first', async () => {
    const daybook = await openJournal();
    await daybook.session({ session: 'trip-7' }).sync(fromPrompt(prompt));
    const file = newFile('chat.json', JSON.stringify({ id: 'trip-7', messages: stored }));
    const imported = await importFile(daybook, file);
    expect([imported.appended, imported.scope.branch, imported.warnings]).toEqual([0, 'main', []]);
    expect(await branchesOf(daybook, 'trip-7')).toHaveLength(1);
  });

  it('are one record when the conversation went on between two imports', async () => {
    const daybook = await openJournal();
    await importFile(daybook, newFile('chat.json', JSON.stringify({ id: 'trip-7', messages: stored })));
    const asked = { role: 'user', content: [text('Then the early one.')] };
    await daybook.session({ session: 'trip-7' }).sync(fromPrompt([...prompt, asked]));
    const answered = { id: 'm6', role: 'assistant', parts: [text('Booked.')] };
    const all = JSON.stringify({ id: 'trip-7', messages: [...stored, later, answered] });
    expect((await importFile(daybook, newFile('chat.json', all))).appended).toBe(1);
    expect(await branchesOf(daybook, 'trip-7')).toHaveLength(1);
  });

  it('are told apart when the session holds another conversation', async () => {
    const daybook = await openJournal();
    await daybook
      .session({ session: 'trip-7' })
      .sync(fromPrompt([{ role: 'user', content: [text('Good day.')] }]));
    const file = newFile('chat.json', JSON.stringify({ id: 'trip-7', messages: stored }));
    const { warnings } = await importFile(daybook, file);
    expect(warnings.map(({ code }) => code)).toEqual(['another-conversation']);
  });
});
