/** Lists at the border of the rules of Anthropic Messages on roles, contents and blocks. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const lit = { role: 'assistant', content: 'It is lit.' };
const tools = [{ name: 'lamp_state', input_schema: { type: 'object' } }];
const image = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } };
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: {} };
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] };

function text(words: string): object {
  return { type: 'text', text: words };
}

function call(id: string, fields: object = {}): object {
  return { type: 'tool_use', id, name: 'lamp_state', input: {}, ...fields };
}

function result(tool_use_id: string, fields: object = { content: 'lit' }): object {
  return { type: 'tool_result', tool_use_id, ...fields };
}

function user(...content: readonly object[]): object {
  return { role: 'user', content };
}

function assistant(...content: readonly object[]): object {
  return { role: 'assistant', content };
}

export const anthropicExamples: readonly RuleExample[] = [
  {
    rule: 'anthropic/0',
    name: 'content that is absent',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user' }] },
    passes: { messages: [user(text('Lit?'))] },
  },
  {
    rule: 'anthropic/0',
    name: 'a text block without text',
    at: 'messages[0].content[0].text',
    breaks: { messages: [user({ type: 'text' })] },
    passes: { messages: [user({ type: 'text', text: '?' })] },
  },
  {
    rule: 'anthropic/0',
    name: 'a call of the user',
    at: 'messages[0].content[0]',
    breaks: { messages: [user(call('t1')), user(text('Well?'))], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1'))], tools },
  },
  {
    rule: 'anthropic/0',
    name: 'a result that names no call',
    at: 'messages[2].content[1].tool_use_id',
    also: ['anthropic/5'],
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1'), { type: 'tool_result' })], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1', {}))], tools },
  },
  {
    rule: 'anthropic/1',
    name: 'system text on a model that knows none',
    at: 'messages[1].role',
    breaks: {
      messages: [ask, { role: 'system', content: 'Be brief.' }],
      request: { model: 'claude-opus-4-7' },
    },
    passes: {
      messages: [ask, { role: 'system', content: 'Be brief.' }],
      request: { model: 'claude-opus-4-8' },
    },
  },
  {
    rule: 'anthropic/1',
    name: 'system text on a model that is not named',
    at: 'messages[1].role',
    breaks: { messages: [ask, { role: 'system', content: 'Be brief.' }] },
    passes: {
      messages: [ask, { role: 'system', content: 'Be brief.' }],
      request: { model: 'claude-sonnet-5' },
    },
  },
  {
    rule: 'anthropic/1',
    name: 'system text behind the assistant',
    at: 'messages[2].role',
    breaks: {
      messages: [ask, lit, { role: 'system', content: 'Be brief.' }, ask],
      request: { model: 'claude-opus-4-8' },
    },
    passes: {
      messages: [ask, lit, ask, { role: 'system', content: 'Be brief.' }],
      request: { model: 'claude-opus-4-8' },
    },
  },
  {
    rule: 'anthropic/1',
    name: 'a role of another provider',
    at: 'messages[1].role',
    breaks: { messages: [ask, { role: 'model', content: 'Lit.' }, ask] },
    passes: { messages: [ask, ask, lit, lit, ask] },
  },
  {
    rule: 'anthropic/2',
    name: 'no message',
    at: 'messages',
    breaks: { messages: [], request: { system: 'You keep the light.' } },
    passes: { messages: [ask], request: { system: '' } },
  },
  {
    rule: 'anthropic/3',
    name: 'the assistant begins',
    at: 'messages[0].role',
    breaks: { messages: [lit, ask] },
    passes: { messages: [ask, lit, ask] },
  },
  {
    rule: 'anthropic/13',
    name: 'a block of white space',
    at: 'messages[1].content[0].text',
    breaks: { messages: [ask, assistant(text('\n'), text('Lit.')), ask] },
    passes: { messages: [ask, assistant(text('\nLit.\n'), text('Yes.')), ask] },
  },
  {
    rule: 'anthropic/13',
    name: 'a message of white space',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: ' \t' }] },
    passes: { messages: [{ role: 'user', content: ' .' }] },
  },
  {
    rule: 'anthropic/13',
    name: 'an empty block in a result',
    at: 'messages[2].content[0].content[0].text',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1', { content: [text('')] }))], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1', { content: '' }))], tools },
  },
  {
    rule: 'anthropic/14',
    name: 'an empty message in the middle',
    at: 'messages[1].content',
    breaks: { messages: [ask, assistant(), ask], request: { model: 'claude-3-haiku' } },
    passes: { messages: [ask, assistant()], request: { model: 'claude-3-haiku' } },
  },
  {
    rule: 'anthropic/14',
    name: 'a last message of the user without content',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: '' }] },
    passes: { messages: [{ role: 'user', content: '.' }] },
  },
  {
    rule: 'anthropic/15',
    name: 'a beginning that ends with a space',
    at: 'messages[1].content[1].text',
    breaks: { messages: [ask, assistant(text('Yes. '), text('It '))], request: { model: 'claude-opus-4-5' } },
    passes: { messages: [ask, assistant(text('Yes. '), text('It'))], request: { model: 'claude-opus-4-5' } },
  },
  {
    rule: 'anthropic/15',
    name: 'a beginning that ends with a line end',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant', content: 'It\n' }], request: { model: 'claude-2.1' } },
    passes: {
      messages: [ask, { role: 'assistant', content: 'It\n' }, ask],
      request: { model: 'claude-2.1' },
    },
  },
  {
    rule: 'anthropic/16',
    name: 'a beginning on a model that continues none',
    at: 'messages[1]',
    breaks: { messages: [ask, lit], request: { model: 'claude-sonnet-4-6-20260101' } },
    passes: { messages: [ask, lit], request: { model: 'claude-sonnet-4-20250514' } },
  },
  {
    rule: 'anthropic/16',
    name: 'a beginning on a model that is not named',
    at: 'messages[1]',
    breaks: { messages: [ask, lit] },
    passes: { messages: [ask, assistant(search, found)], tools },
  },
  {
    rule: 'anthropic/23',
    name: 'a document of the assistant',
    at: 'messages[1].content[0].type',
    breaks: { messages: [ask, assistant({ ...image, type: 'document' }), ask] },
    passes: { messages: [ask, assistant(text('Here.')), user({ ...image, type: 'document' })] },
  },
  {
    rule: 'anthropic/23',
    name: 'a picture of the assistant',
    at: 'messages[1].content[0].type',
    breaks: { messages: [ask, assistant(image), ask] },
    passes: { messages: [user(image, { ...image, type: 'document' })] },
  },
];
