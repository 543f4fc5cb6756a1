/** Lists at the border of the rules of OpenAI Chat Completions on roles, contents and tools. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const lit = { role: 'assistant', content: 'It is lit.' };
const tools = [{ type: 'function', function: { name: 'lamp_state', parameters: { type: 'object' } } }];
const picture = { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } };
const refusal = { type: 'refusal', refusal: 'Not that.' };

function call(id: string, fields: object = {}): object {
  return { id, type: 'function', function: { name: 'lamp_state', arguments: '{}', ...fields } };
}

function calls(...list: readonly unknown[]): object {
  return { role: 'assistant', content: null, tool_calls: list };
}

function result(tool_call_id: string, content: unknown = 'lit'): object {
  return { role: 'tool', tool_call_id, content };
}

export const openaiChatExamples: readonly RuleExample[] = [
  {
    rule: 'openai-chat/0',
    name: 'content that is a number',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: 7 }] },
    passes: { messages: [{ role: 'user', content: '7' }] },
  },
  {
    rule: 'openai-chat/0',
    name: 'a user without content',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: null }] },
    passes: { messages: [{ role: 'function', name: 'lamp_state', content: null }] },
  },
  {
    rule: 'openai-chat/0',
    name: 'a list without parts',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: [] }] },
    passes: { messages: [{ role: 'user', content: [{ type: 'text', text: '' }] }] },
  },
  {
    rule: 'openai-chat/0',
    name: 'a part of another format',
    at: 'messages[0].content[0]',
    breaks: { messages: [{ role: 'user', content: [{ type: 'input_text', text: 'Lit?' }] }] },
    passes: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Lit?' }] }] },
  },
  {
    rule: 'openai-chat/0',
    name: 'a call without an id',
    at: 'messages[1].tool_calls[0]',
    also: ['openai-chat/3', 'openai-chat/4'],
    breaks: { messages: [ask, calls({ ...call(''), id: undefined }), result('c1')], tools },
    passes: { messages: [ask, calls(call('c1')), result('c1')], tools },
  },
  {
    rule: 'openai-chat/0',
    name: 'a call that is no object, or has no type',
    at: 'messages[0].tool_calls[0]',
    also: ['openai-chat/4'],
    breaks: { messages: [calls('c1', { id: 'c2' }), ask] },
    passes: { messages: [calls(call('c2')), result('c2'), ask] },
  },
  {
    rule: 'openai-chat/1',
    name: 'a role that is written otherwise',
    at: 'messages[1].role',
    breaks: { messages: [ask, { role: 'Assistant', content: 'Lit.' }] },
    passes: {
      messages: [{ role: 'developer', content: 'Be brief.' }, ask, lit, { role: 'system', content: 'Stop.' }],
    },
  },
  {
    rule: 'openai-chat/2',
    name: 'no message',
    at: 'messages',
    breaks: { messages: [] },
    passes: { messages: [{ role: 'system', content: 'Name the lamp.' }] },
  },
  {
    rule: 'openai-chat/8',
    name: 'an assistant message that says nothing',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant' }, ask] },
    passes: { messages: [ask, { role: 'assistant', content: '' }, ask] },
  },
  {
    rule: 'openai-chat/8',
    name: 'null beside a refusal',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant', content: null, refusal: null }] },
    passes: { messages: [ask, { role: 'assistant', content: null, refusal: 'Not that.' }] },
  },
  {
    rule: 'openai-chat/8',
    name: 'null beside a call of the old form or a sound',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant', content: null, audio: null }] },
    passes: {
      messages: [
        { role: 'assistant', content: null, audio: { id: 'audio_1' } },
        { role: 'assistant', content: null, function_call: { name: 'lamp_state', arguments: '{}' } },
        { role: 'function', name: 'lamp_state', content: 'lit' },
      ],
    },
  },
  {
    rule: 'openai-chat/10',
    name: 'a picture in a result',
    at: 'messages[2].content[0].type',
    breaks: { messages: [ask, calls(call('c1')), result('c1', [picture])], tools },
    passes: { messages: [ask, calls(call('c1')), result('c1'), { role: 'user', content: [picture] }], tools },
  },
  {
    rule: 'openai-chat/10',
    name: 'a sound of the assistant',
    at: 'messages[0].content[0].type',
    breaks: { messages: [{ role: 'assistant', content: [{ type: 'input_audio', input_audio: {} }] }] },
    passes: { messages: [{ role: 'user', content: [{ type: 'input_audio', input_audio: {} }] }] },
  },
  {
    rule: 'openai-chat/10',
    name: 'a file of the system',
    at: 'messages[0].content[0].type',
    breaks: { messages: [{ role: 'system', content: [{ type: 'file', file: {} }] }] },
    passes: { messages: [{ role: 'user', content: [{ type: 'file', file: {} }] }] },
  },
  {
    rule: 'openai-chat/13',
    name: 'an author with a space',
    at: 'messages[0].name',
    breaks: { messages: [{ ...ask, name: 'lamp keeper' }] },
    passes: { messages: [{ ...ask, name: 'lamp-keeper_1' }] },
  },
  {
    rule: 'openai-chat/17',
    name: 'a refusal beside text',
    at: 'messages[1].content[0].type',
    breaks: { messages: [ask, { role: 'assistant', content: [refusal, { type: 'text', text: 'Sorry.' }] }] },
    passes: { messages: [ask, { role: 'assistant', content: [refusal] }] },
  },
  {
    rule: 'openai-chat/17',
    name: 'a refusal of the user',
    at: 'messages[0].content[0].type',
    breaks: { messages: [{ role: 'user', content: [refusal] }] },
    passes: { messages: [{ role: 'assistant', content: [refusal] }] },
  },
  {
    rule: 'openai-chat/18',
    name: 'a choice among no tools',
    at: 'request.tool_choice',
    breaks: { messages: [ask], tools: [], request: { tool_choice: 'none' } },
    passes: { messages: [ask, calls(call('c1')), result('c1')], request: { tool_choice: null } },
  },
  {
    rule: 'openai-chat/21',
    name: '129 tools',
    at: 'tools',
    breaks: { messages: [ask], tools: Array(129).fill(tools[0]) },
    passes: { messages: [ask], tools: Array(128).fill(tools[0]) },
  },
];
