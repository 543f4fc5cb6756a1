/** Lists at the border of the rules of Anthropic Messages on calls. */
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

export const anthropicCallExamples: readonly RuleExample[] = [
  {
    rule: 'anthropic/5',
    name: 'a result one turn late',
    at: 'messages[4].content[0].tool_use_id',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1')), lit, user(result('t1'))], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1')), lit, user(text('Thanks.'))], tools },
  },
  {
    rule: 'anthropic/5',
    name: 'a result in a message of the assistant',
    at: 'messages[2].content[0].tool_use_id',
    also: ['anthropic/6'],
    breaks: { messages: [ask, assistant(call('t1')), assistant(result('t1')), ask], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1')), ask], tools },
  },
  {
    rule: 'anthropic/6',
    name: 'a call at the end',
    at: 'messages[1].content[1].id',
    breaks: {
      messages: [ask, assistant(text('A look.'), call('t1'))],
      tools,
      request: { model: 'claude-3-haiku' },
    },
    passes: { messages: [ask, assistant(text('A look.'))], tools, request: { model: 'claude-3-haiku' } },
  },
  {
    rule: 'anthropic/6',
    name: 'one of two results in a second message',
    at: 'messages[1].content[1].id',
    also: ['anthropic/5'],
    breaks: {
      messages: [ask, assistant(call('t1'), call('t2')), user(result('t1')), user(result('t2'))],
      tools,
    },
    passes: {
      messages: [ask, assistant(call('t1'), call('t2')), user(result('t2'), result('t1')), ask],
      tools,
    },
  },
  {
    rule: 'anthropic/7',
    name: 'text between results',
    at: 'messages[2].content[2]',
    breaks: {
      messages: [ask, assistant(call('t1'), call('t2')), user(result('t1'), text('And:'), result('t2'))],
      tools,
    },
    passes: {
      messages: [ask, assistant(call('t1'), call('t2')), user(result('t1'), result('t2'), text('And:'))],
      tools,
    },
  },
  {
    rule: 'anthropic/8',
    name: 'an id of an earlier turn',
    at: 'messages[3].content[0].id',
    breaks: {
      messages: [ask, assistant(call('t1')), user(result('t1')), assistant(call('t1')), user(result('t1'))],
      tools,
    },
    passes: {
      messages: [ask, assistant(call('t1')), user(result('t1')), assistant(call('t2')), user(result('t2'))],
      tools,
    },
  },
  {
    rule: 'anthropic/9',
    name: 'two results of one call',
    at: 'messages[2].content[1].tool_use_id',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1'), result('t1', {}))], tools },
    passes: {
      messages: [ask, assistant(call('t1'), call('t2')), user(result('t1'), result('t2', {}))],
      tools,
    },
  },
  {
    rule: 'anthropic/10',
    name: 'an id with a dot',
    at: 'messages[1].content[0].id',
    breaks: { messages: [ask, assistant(call('t.1')), user(result('t.1'))], tools },
    passes: { messages: [ask, assistant(call('t-1_A')), user(result('t-1_A'))], tools },
  },
  {
    rule: 'anthropic/10',
    name: 'an id of 65 characters',
    at: 'messages[1].content[0].id',
    breaks: { messages: [ask, assistant(call('t'.repeat(65))), user(result('t'.repeat(65)))], tools },
    passes: { messages: [ask, assistant(call('t'.repeat(64))), user(result('t'.repeat(64)))], tools },
  },
  {
    rule: 'anthropic/11',
    name: 'a name in the history with a space',
    at: 'messages[1].content[0].name',
    breaks: { messages: [ask, assistant(call('t1', { name: 'lamp state' })), user(result('t1'))], tools },
    passes: { messages: [ask, assistant(call('t1', { name: 'another-tool' })), user(result('t1'))], tools },
  },
  {
    rule: 'anthropic/11',
    name: 'two tools of one name',
    at: 'tools[1].name',
    breaks: { messages: [ask], tools: [{ name: 'lamp' }, { name: 'lamp' }] },
    passes: { messages: [ask], tools: [{ name: 'lamp' }, { name: 'Lamp' }] },
  },
  {
    rule: 'anthropic/11',
    name: 'a tool name of 65 characters',
    at: 'tools[0].name',
    breaks: { messages: [ask], tools: [{ name: 'n'.repeat(65) }] },
    passes: { messages: [ask], tools: [{ name: 'n'.repeat(64) }] },
  },
  {
    rule: 'anthropic/12',
    name: 'a history of calls without tools',
    at: 'messages[1].content[0]',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1'))], tools: [] },
    passes: {
      messages: [ask, assistant(call('t1')), user(result('t1'))],
      tools,
      request: { tool_choice: { type: 'none' } },
    },
  },
  {
    rule: 'anthropic/22',
    name: 'a server call without its result',
    at: 'messages[1].content[0].id',
    breaks: { messages: [ask, assistant(search, text('Found.')), ask], tools },
    passes: { messages: [ask, assistant(search, found, text('Found.')), ask], tools },
  },
  {
    rule: 'anthropic/22',
    name: 'a server result in front of its call',
    at: 'messages[1].content[0].tool_use_id',
    breaks: { messages: [ask, assistant(found, search), ask], tools },
    passes: { messages: [ask, assistant(search, text('And:'), found), ask], tools },
  },
  {
    rule: 'anthropic/22',
    name: 'a server call and its result in a message of the user',
    at: 'messages[0].content[0].id',
    breaks: { messages: [user(search, found)], tools },
    passes: {
      messages: [
        ask,
        assistant({ ...search, type: 'mcp_tool_use' }, { ...found, type: 'mcp_tool_result' }),
        ask,
      ],
    },
  },
  {
    rule: 'anthropic/24',
    name: 'a result that is null',
    at: 'messages[2].content[0].content',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1', { content: null }))], tools },
    passes: { messages: [ask, assistant(call('t1')), user(result('t1', { content: [] }))], tools },
  },
  {
    rule: 'anthropic/24',
    name: 'a call in a result',
    at: 'messages[2].content[0].content[0].type',
    breaks: { messages: [ask, assistant(call('t1')), user(result('t1', { content: [call('t2')] }))], tools },
    passes: {
      messages: [
        ask,
        assistant(call('t1')),
        user(
          result('t1', {
            content: [image, ...['document', 'search_result', 'tool_reference'].map((type) => ({ type }))],
          }),
        ),
      ],
      tools,
    },
  },
  {
    rule: 'anthropic/25',
    name: 'input that is a text',
    at: 'messages[1].content[0].input',
    breaks: { messages: [ask, assistant(call('t1', { input: '{}' })), user(result('t1'))], tools },
    passes: { messages: [ask, assistant(call('t1', { input: {} })), user(result('t1'))], tools },
  },
];
