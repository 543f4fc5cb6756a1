/** Lists at the border of each rule of Mistral chat completions. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const lit = { role: 'assistant', content: 'It is lit.' };
const system = { role: 'system', content: 'You keep the light.' };
const picture = { type: 'image_url', image_url: 'data:image/png;base64,AAAA' };

function call(id: string, name = 'lamp_state'): object {
  return { id, type: 'function', function: { name, arguments: '{}' } };
}

function calls(...list: readonly object[]): object {
  return { role: 'assistant', content: '', tool_calls: list };
}

function result(tool_call_id: string, fields: object = {}): object {
  return { role: 'tool', tool_call_id, name: 'lamp_state', content: 'lit', ...fields };
}

export const mistralExamples: readonly RuleExample[] = [
  {
    rule: 'mistral/0',
    name: 'a role of another provider',
    at: 'messages[0].role',
    breaks: { messages: [{ role: 'developer', content: 'Be brief.' }, ask] },
    passes: { messages: [system, ask] },
  },
  {
    rule: 'mistral/0',
    name: 'a user without content',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: null }] },
    passes: { messages: [{ role: 'user', content: '' }] },
  },
  {
    rule: 'mistral/0',
    name: 'a call without a function',
    at: 'messages[1].tool_calls[0]',
    breaks: { messages: [ask, calls({ id: 'lampState' }), result('lampState')] },
    passes: { messages: [ask, { ...lit, tool_calls: null }, ask] },
  },
  {
    rule: 'mistral/1',
    name: 'a lone message of the assistant',
    at: 'messages[0].role',
    breaks: { messages: [{ ...lit, prefix: true }] },
    passes: { messages: [system] },
  },
  {
    rule: 'mistral/1',
    name: 'no message',
    at: 'messages',
    breaks: { messages: [] },
    passes: { messages: [ask] },
  },
  {
    rule: 'mistral/2',
    name: 'the assistant ends',
    at: 'messages[1].role',
    breaks: { messages: [ask, lit] },
    passes: { messages: [ask, { ...lit, prefix: true }] },
  },
  {
    rule: 'mistral/3',
    name: 'a system message behind the assistant',
    at: 'messages[2].role',
    breaks: { messages: [ask, lit, system, ask] },
    passes: { messages: [system, lit, lit, ask, system, system, ask, ask] },
  },
  {
    rule: 'mistral/3',
    name: 'a question behind a result',
    at: 'messages[3].role',
    breaks: { messages: [ask, calls(call('lampState')), result('lampState'), ask] },
    passes: { messages: [ask, calls(call('lampState')), result('lampState'), lit, ask] },
  },
  {
    rule: 'mistral/3',
    name: 'a list that begins with a result',
    at: 'messages[0].role',
    breaks: { messages: [result('lampState'), lit, ask] },
    passes: { messages: [lit, ask] },
  },
  {
    rule: 'mistral/4',
    name: 'one result for two calls',
    at: 'messages[1]',
    breaks: { messages: [ask, calls(call('lampState'), call('hornState')), result('hornState')] },
    passes: {
      messages: [ask, calls(call('lampState'), call('hornState')), result('hornState'), result('lampState')],
    },
  },
  {
    rule: 'mistral/4',
    name: 'a result behind an assistant that called nothing',
    at: 'messages[1]',
    also: ['mistral/6'],
    breaks: { messages: [ask, lit, result('lampState')] },
    passes: { messages: [ask, { ...calls(call('lampState')), content: 'A look.' }, result('lampState')] },
  },
  {
    rule: 'mistral/5',
    name: 'an id of ten characters',
    at: 'messages[1].tool_calls[0].id',
    breaks: { messages: [ask, calls(call('lampState1')), result('lampState1')] },
    passes: { messages: [ask, calls(call('lampStat1')), result('lampStat1')] },
  },
  {
    rule: 'mistral/5',
    name: 'a result whose id has a hyphen',
    at: 'messages[2].tool_call_id',
    also: ['mistral/6'],
    breaks: { messages: [ask, calls(call('lampStat1')), result('lamp-Sta1')] },
    passes: { messages: [ask, calls(call('lampStat1')), result('lampStat1')] },
  },
  {
    rule: 'mistral/6',
    name: 'a result that names no call',
    at: 'messages[2].tool_call_id',
    breaks: { messages: [ask, calls(call('lampState')), result('hornState')] },
    passes: { messages: [ask, calls(call('hornState')), result('hornState')] },
  },
  {
    rule: 'mistral/6',
    name: 'one call answered twice',
    at: 'messages[3].tool_call_id',
    breaks: {
      messages: [ask, calls(call('lampState'), call('hornState')), result('lampState'), result('lampState')],
    },
    passes: {
      messages: [
        ask,
        calls(call('lampState')),
        result('lampState'),
        calls(call('lampState')),
        result('lampState'),
      ],
    },
  },
  {
    rule: 'mistral/6',
    name: 'two calls of one id',
    at: 'messages[1].tool_calls[1].id',
    breaks: {
      messages: [ask, calls(call('lampState'), call('lampState')), result('lampState'), result('hornState')],
    },
    passes: {
      messages: [ask, calls(call('lampState'), call('hornState')), result('lampState'), result('hornState')],
    },
  },
  {
    rule: 'mistral/7',
    name: 'a function name with a dot',
    at: 'messages[1].tool_calls[0].function.name',
    breaks: { messages: [ask, calls(call('lampState', 'lamp.state')), result('lampState')] },
    passes: { messages: [ask, calls(call('lampState', 'lamp-state')), result('lampState')] },
  },
  {
    rule: 'mistral/7',
    name: 'a result whose name has a space',
    at: 'messages[2].name',
    breaks: { messages: [ask, calls(call('lampState')), result('lampState', { name: 'lamp state' })] },
    passes: { messages: [ask, calls(call('lampState')), result('lampState', { name: null })] },
  },
  {
    rule: 'mistral/7',
    name: 'a declared name of 65 characters',
    at: 'tools[0].function.name',
    breaks: { messages: [ask], tools: [{ type: 'function', function: { name: 'n'.repeat(65) } }] },
    passes: {
      messages: [ask],
      tools: [{ type: 'function', function: { name: 'n'.repeat(64) } }, { type: 'web_search' }],
    },
  },
  {
    rule: 'mistral/8',
    name: 'an assistant that says nothing',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant', content: '' }, ask] },
    passes: { messages: [ask, { role: 'assistant', content: [{ type: 'text', text: 'Lit.' }] }, ask] },
  },
  {
    rule: 'mistral/8',
    name: 'null without a call',
    at: 'messages[1].content',
    breaks: { messages: [ask, { role: 'assistant', content: null }, ask] },
    passes: {
      messages: [
        ask,
        { ...calls(call('lampState')), content: null },
        result('lampState', { name: undefined }),
        { ...calls(call('hornState')), content: undefined },
        result('hornState'),
      ],
    },
  },
  {
    rule: 'mistral/9',
    name: 'a prefix in the middle',
    at: 'messages[1].prefix',
    breaks: { messages: [ask, { ...lit, prefix: true }, ask] },
    passes: { messages: [ask, { ...lit, prefix: false }, ask, { ...lit, prefix: true }] },
  },
  {
    rule: 'mistral/10',
    name: 'a picture in a result',
    at: 'messages[2].content[0].type',
    breaks: { messages: [ask, calls(call('lampState')), result('lampState', { content: [picture] })] },
    passes: { messages: [{ role: 'user', content: [picture] }] },
  },
  {
    rule: 'mistral/11',
    name: 'a user with a name',
    at: 'messages[0].name',
    breaks: { messages: [{ ...ask, name: 'keeper' }] },
    passes: { messages: [ask, calls(call('lampState')), result('lampState', { name: 'keeper' })] },
  },
];
