/** Lists at the border of the rules of OpenAI Chat Completions on calls. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const lit = { role: 'assistant', content: 'It is lit.' };
const tools = [{ type: 'function', function: { name: 'lamp_state', parameters: { type: 'object' } } }];
const refusal = { type: 'refusal', refusal: 'Not that.' };

function call(id: string, fields: object = {}): object {
  return { id, type: 'function', function: { name: 'lamp_state', arguments: '{}', ...fields } };
}

function calls(...list: readonly object[]): object {
  return { role: 'assistant', content: null, tool_calls: list };
}

function result(tool_call_id: string, content: unknown = 'lit'): object {
  return { role: 'tool', tool_call_id, content };
}

export const openaiChatCallExamples: readonly RuleExample[] = [
  {
    rule: 'openai-chat/3',
    name: 'a result behind the answer to its call',
    at: 'messages[4].tool_call_id',
    breaks: { messages: [ask, calls(call('c1')), result('c1'), lit, result('c1')], tools },
    passes: { messages: [ask, calls(call('c1'), call('c2')), result('c2'), result('c1'), lit], tools },
  },
  {
    rule: 'openai-chat/3',
    name: 'a list that begins with a result',
    at: 'messages[0].tool_call_id',
    breaks: { messages: [result('c1'), ask], tools },
    passes: { messages: [lit, ask], tools },
  },
  {
    rule: 'openai-chat/4',
    name: 'a system message in front of the second result',
    at: 'messages[1].tool_calls[1].id',
    also: ['openai-chat/3'],
    breaks: {
      messages: [
        ask,
        calls(call('c1'), call('c2')),
        result('c1'),
        { role: 'system', content: 'Go on.' },
        result('c2'),
      ],
      tools,
    },
    passes: {
      messages: [
        ask,
        calls(call('c1'), call('c2')),
        result('c1'),
        result('c2'),
        { role: 'system', content: 'Go on.' },
      ],
      tools,
    },
  },
  {
    rule: 'openai-chat/5',
    name: 'an id that is answered twice',
    at: 'messages[3].tool_call_id',
    breaks: { messages: [ask, calls(call('c1')), result('c1'), result('c1', 'dark')], tools },
    passes: {
      messages: [ask, calls(call('c1')), result('c1'), calls(call('c1')), result('c1', 'dark')],
      tools,
    },
  },
  {
    rule: 'openai-chat/6',
    name: 'two calls with one id',
    at: 'messages[1].tool_calls[1].id',
    breaks: { messages: [ask, calls(call('c1'), call('c1')), result('c1'), result('c1')], tools },
    passes: { messages: [ask, calls(call('c1'), call('C1')), result('c1'), result('C1')], tools },
  },
  {
    rule: 'openai-chat/7',
    name: 'an empty list of calls',
    at: 'messages[1].tool_calls',
    breaks: { messages: [ask, { ...lit, tool_calls: [] }] },
    passes: { messages: [ask, { ...lit, tool_calls: undefined }] },
  },
  {
    rule: 'openai-chat/9',
    name: 'a result without content',
    at: 'messages[2].content',
    breaks: { messages: [ask, calls(call('c1')), result('c1', null)], tools },
    passes: { messages: [ask, calls(call('c1')), result('c1', '')], tools },
  },
  {
    rule: 'openai-chat/9',
    name: 'a result that holds a refusal',
    at: 'messages[2].content[0].type',
    also: ['openai-chat/17'],
    breaks: { messages: [ask, calls(call('c1')), result('c1', [refusal])], tools },
    passes: { messages: [ask, calls(call('c1')), result('c1', [{ type: 'text', text: 'lit' }])], tools },
  },
  {
    rule: 'openai-chat/11',
    name: 'an id of 41 characters',
    at: 'messages[1].tool_calls[0].id',
    breaks: { messages: [ask, calls(call('c'.repeat(41))), result('c'.repeat(41))], tools },
    passes: { messages: [ask, calls(call('c'.repeat(40))), result('c'.repeat(40))], tools },
  },
  {
    rule: 'openai-chat/12',
    name: 'a name in the history with a dot',
    at: 'messages[1].tool_calls[0].function.name',
    breaks: { messages: [ask, calls(call('c1', { name: 'lamp.state' })), result('c1')], tools },
    passes: { messages: [ask, calls(call('c1', { name: 'lamp-state_2' })), result('c1')], tools },
  },
  {
    rule: 'openai-chat/12',
    name: 'a declared name of 65 characters',
    at: 'tools[0].custom.name',
    breaks: { messages: [ask], tools: [{ type: 'custom', custom: { name: 'n'.repeat(65) } }] },
    passes: { messages: [ask], tools: [{ type: 'custom', custom: { name: 'n'.repeat(64) } }] },
  },
  {
    rule: 'openai-chat/14',
    name: 'arguments that are an object',
    at: 'messages[1].tool_calls[0].function.arguments',
    breaks: { messages: [ask, calls(call('c1', { arguments: {} })), result('c1')], tools },
    passes: { messages: [ask, calls(call('c1', { arguments: 'not JSON' })), result('c1')], tools },
  },
  {
    rule: 'openai-chat/14',
    name: 'input of a custom call',
    at: 'messages[0].tool_calls[0].custom.input',
    breaks: {
      messages: [calls({ id: 'c1', type: 'custom', custom: { name: 'lamp', input: 1 } }), result('c1')],
    },
    passes: {
      messages: [calls({ id: 'c1', type: 'custom', custom: { name: 'lamp', input: '1' } }), result('c1')],
    },
  },
];
