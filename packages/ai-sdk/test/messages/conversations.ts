/** Stored conversations of all kinds that both majors of `ai` send, unless one is named. */

type Native = { readonly [name: string]: unknown };

export const PNG: string = btoa('\x89PNG\r\n\x1a\n\0');
export const step: Native = { type: 'step-start' };

export function user(text: string, id = `u-${text}`): Native {
  return { id, role: 'user', parts: [{ type: 'text', text }] };
}

export function answer(...parts: readonly unknown[]): Native {
  return { id: 'a1', role: 'assistant', parts };
}

export function said(text: string): Native {
  return { type: 'text', text, state: 'done' };
}

export function tool(state: string, rest: Native = {}): Native {
  return { type: 'tool-ferry', toolCallId: 'c1', state, input: { from: 'Skerrow' }, ...rest };
}

export const conversations: readonly (readonly [string, readonly unknown[], only?: 'ai 7'])[] = [
  ['words', [user('Hi.'), answer(step, said('Hello.')), user('When does the ferry go?')]],
  [
    'system messages, in the middle too, and empty texts',
    [
      { id: 's1', role: 'system', parts: [said('Be brief. '), said('Be kind.')] },
      { id: 'u1', role: 'user', parts: [said('Hi.'), said(''), said(' You there?')] },
      answer(said(''), said('Yes.')),
      { id: 's2', role: 'system', parts: [said('Now in Finnish.')] },
      user('Go on.'),
    ],
  ],
  [
    'files by URL and by bytes',
    [
      {
        id: 'u1',
        role: 'user',
        parts: [
          said('Look:'),
          { type: 'file', mediaType: 'image/png', filename: 'a.png', url: `data:image/png;base64,${PNG}` },
          { type: 'file', mediaType: 'application/pdf', url: 'https://files.example.com/a b.pdf' },
        ],
      },
      answer(step, { type: 'file', mediaType: 'image/png', url: `data:image/png;base64,${PNG}` }),
      user('Thanks.'),
    ],
  ],
  [
    'steps with reasoning and a tool',
    [
      user('When?'),
      answer(
        step,
        {
          type: 'reasoning',
          text: 'The timetable says.',
          providerMetadata: { anthropic: { signature: 'c2ln' } },
        },
        said('I look.'),
        tool('output-available', { output: { at: '10:40', note: undefined } }),
        step,
        tool('output-available', { toolCallId: 'c2', output: 'Every hour.' }),
        tool('output-available', { toolCallId: 'c3' }),
        step,
        said('At 10:40.'),
      ),
      user('Thanks.'),
    ],
  ],
  [
    'tools not known beforehand, failed ones, and inputs that are no JSON',
    [
      user('When?'),
      answer(
        step,
        tool('output-error', { errorText: 'No such port.' }),
        {
          ...tool('output-available', { output: ['10:40'] }),
          type: 'dynamic-tool',
          toolName: 'tides',
          toolCallId: 'c2',
        },
        tool('output-error', {
          toolCallId: 'c3',
          input: undefined,
          rawInput: '{"from":',
          errorText: 'Not JSON.',
        }),
        step,
        said('I do not know.'),
      ),
      user('Pity.'),
    ],
  ],
  [
    'tools that the provider runs',
    [
      user('Search.'),
      answer(
        step,
        tool('output-available', { providerExecuted: true, output: { hits: [1] } }),
        tool('output-error', { toolCallId: 'c2', providerExecuted: true, errorText: 'Too many.' }),
        said('Found.'),
      ),
      user('Thanks.'),
    ],
  ],
  [
    'an approval that was refused, in a later turn',
    [
      user('Sail.'),
      answer(
        step,
        tool('output-denied', { approval: { id: 'p1', approved: false, reason: 'Not in this wind.' } }),
        step,
        said('Then not.'),
      ),
      user('Good.'),
    ],
  ],
  [
    'an approval that was given',
    [
      user('Sail.'),
      answer(
        step,
        tool('output-available', {
          approval: { id: 'p1', approved: true, reason: 'Once.' },
          output: 'Sailing.',
        }),
        said('We sail.'),
      ),
      user('Good.'),
    ],
  ],
  [
    'an approval that was refused just now',
    [
      user('Sail.'),
      answer(
        step,
        said('May I?'),
        tool('approval-responded', { approval: { id: 'p1', approved: false, reason: 'Wind.' } }),
      ),
    ],
  ],
  [
    'what is not sent: sources, data, unknown parts, and inputs that are still coming in',
    [
      {
        id: 'u1',
        role: 'user',
        parts: [said('Hi.'), { type: 'data-weather', id: 'd1', data: { wind: 3 } }],
      },
      answer(
        step,
        said('Hello.'),
        { type: 'source-url', sourceId: 's1', url: 'https://a.example.com/' },
        {
          type: 'source-document',
          sourceId: 's2',
          mediaType: 'text/plain',
          title: 'A',
        },
        { type: 'data-weather', data: { wind: 4 } },
      ),
      user('Bye.'),
    ],
  ],
  [
    'an input that was still coming in',
    [user('Hi.'), answer(step, said('Wait.'), tool('input-streaming', { input: { fr: '' } })), user('Bye.')],
    'ai 7',
  ],
  [
    'an answer that holds nothing, and a user message that holds nothing',
    [user('Hi.'), answer(), { id: 'u2', role: 'user', parts: [] }],
  ],
  [
    'provider items and summaries of the provider',
    [
      user('Hi.'),
      answer(
        step,
        {
          type: 'text',
          text: 'So far.',
          state: 'done',
          providerMetadata: { anthropic: { type: 'compaction' } },
        },
        said('Hello.'),
      ),
      user('Bye.'),
    ],
  ],
  [
    'items, reasoning files, file names of a provider, and words in the middle of an answer',
    [
      user('Hi.'),
      {
        id: 'u1',
        role: 'user',
        parts: [
          {
            type: 'file',
            mediaType: 'application/pdf',
            url: '',
            providerReference: { openai: 'file-1' },
          },
        ],
      },
      answer(
        step,
        {
          type: 'custom',
          kind: 'openai.compaction',
          providerMetadata: { openai: { encryptedContent: 'eA==' } },
        },
        { type: 'reasoning-file', mediaType: 'image/png', url: `data:image/png;base64,${PNG}` },
        said('One.'),
        { type: 'steering-message', id: 'm1', parts: [said('Faster, please.')] },
        step,
        said('Two.'),
      ),
      user('Bye.'),
    ],
    'ai 7',
  ],
];
