/** Lists at the border of the rules of OpenAI Responses on shapes, ids and parts. */
import type { RuleExample } from './rule-example.ts';

const ask = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Is the lamp lit?' }] };
const more = { role: 'user', content: 'And the horn?' };
const answer = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Lit.' }],
};
const custom = { type: 'custom_tool_call', call_id: 'c1', name: 'horn', input: '' };
const compaction = { type: 'compaction', id: 'cmp_1', encrypted_content: 'bG9uZyB0YWxr' };

function call(call_id: string, fields: object = {}): object {
  return { type: 'function_call', call_id, name: 'lamp_state', arguments: '{}', ...fields };
}

function output(call_id: string, value: unknown = 'lit'): object {
  return { type: 'function_call_output', call_id, output: value };
}

function reference(id: string): object {
  return { type: 'item_reference', id };
}

export const openaiResponsesExamples: readonly RuleExample[] = [
  {
    rule: 'openai-responses/0',
    name: 'nothing new and nothing old',
    at: 'messages',
    breaks: { messages: [] },
    passes: { messages: [], request: { previous_response_id: 'resp_1' } },
  },
  {
    rule: 'openai-responses/0',
    name: 'a role of another provider',
    at: 'messages[1].role',
    breaks: { messages: [ask, { role: 'tool', content: 'lit' }] },
    passes: { messages: [ask, { role: 'developer', content: 'Be brief.' }] },
  },
  {
    rule: 'openai-responses/0',
    name: 'a message without content',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: null }] },
    passes: { messages: [{ role: 'user', content: '' }] },
  },
  {
    rule: 'openai-responses/0',
    name: 'a type that is no text',
    at: 'messages[1].type',
    breaks: { messages: [ask, { type: 7 }] },
    passes: { messages: [ask, { type: 'web_search_call', id: 'ws_1', status: 'completed' }] },
  },
  {
    rule: 'openai-responses/0',
    name: 'a call without a call id',
    at: 'messages[1].call_id',
    breaks: { messages: [ask, call('', { call_id: undefined })] },
    passes: { messages: [ask, call('c1'), output('c1')] },
  },
  {
    rule: 'openai-responses/0',
    name: 'a call without a name',
    at: 'messages[0].name',
    breaks: { messages: [call('c1', { name: '' }), output('c1')] },
    passes: { messages: [call('c1', { name: 'x' }), output('c1')] },
  },
  {
    rule: 'openai-responses/0',
    name: 'arguments that are an object',
    at: 'messages[0].arguments',
    breaks: { messages: [call('c1', { arguments: {} }), output('c1')] },
    passes: { messages: [call('c1', { arguments: '' }), output('c1')] },
  },
  {
    rule: 'openai-responses/0',
    name: 'a reference to nothing',
    at: 'messages[0].id',
    breaks: { messages: [{ type: 'item_reference' }, more] },
    passes: { messages: [reference('msg_1'), more] },
  },
  {
    rule: 'openai-responses/0',
    name: 'an output without a call id',
    at: 'messages[2].call_id',
    breaks: { messages: [call('c1'), output('c1'), output('')], request: { previous_response_id: 'resp_1' } },
    passes: { messages: [call('c1'), output('c1')], request: { previous_response_id: 'resp_1' } },
  },
  {
    rule: 'openai-responses/0',
    name: 'a message, named as such, with a role of another provider',
    at: 'messages[0].role',
    breaks: { messages: [{ ...ask, role: 'model' }] },
    passes: { messages: [{ ...ask, role: 'system' }] },
  },
  {
    rule: 'openai-responses/5',
    name: 'an id that stands twice',
    at: 'messages[1].id',
    breaks: { messages: [answer, answer] },
    passes: { messages: [answer, { ...answer, id: 'msg_2' }] },
  },
  {
    rule: 'openai-responses/6',
    name: 'the id of another type',
    at: 'messages[0].id',
    breaks: { messages: [{ ...answer, id: 'fc_1' }] },
    passes: { messages: [{ ...answer, id: 'msg-1' }] },
  },
  {
    rule: 'openai-responses/6',
    name: 'an id with a bar',
    at: 'messages[0].id',
    breaks: { messages: [{ ...compaction, id: 'cmp|1' }] },
    passes: { messages: [{ ...compaction, id: 'any_1' }] },
  },
  ...(
    [
      ['a call', 'fc_1', call('c1'), output('c1')],
      ['reasoning', 'rs_1', { type: 'reasoning', summary: [] }],
      ['a custom call', 'ctc_1', custom, { type: 'custom_tool_call_output', call_id: 'c1', output: '7' }],
    ] as const
  ).map(([name, id, item, ...outputs]) => ({
    rule: 'openai-responses/6',
    name: `the id of ${name}`,
    at: 'messages[0].id',
    breaks: { messages: [{ ...item, id: 'x_1' }, answer, ...outputs] },
    passes: { messages: [{ ...item, id }, answer, ...outputs] },
  })),
  {
    rule: 'openai-responses/7',
    name: 'a call id of 65 characters',
    at: 'messages[0].call_id',
    breaks: { messages: [call('c'.repeat(65)), output('c'.repeat(65))] },
    passes: { messages: [call('c'.repeat(64)), output('c'.repeat(64))] },
  },
  {
    rule: 'openai-responses/7',
    name: 'an item id of 65 characters',
    at: 'messages[0].id',
    breaks: { messages: [{ ...answer, id: `msg_${'1'.repeat(61)}` }] },
    passes: { messages: [{ ...answer, id: `msg_${'1'.repeat(60)}` }] },
  },
  {
    rule: 'openai-responses/8',
    name: 'a reference while nothing is stored',
    at: 'messages[0].id',
    breaks: { messages: [reference('msg_1'), more], request: { store: false } },
    passes: { messages: [reference('msg_1'), more], request: { store: true } },
  },
  {
    rule: 'openai-responses/8',
    name: 'a reference to what is not among the stored items',
    at: 'messages[0].id',
    breaks: { messages: [reference('msg_1'), more], stored: ['msg_2'] },
    passes: { messages: [reference('msg_1'), more], stored: ['msg_1'] },
  },
  {
    rule: 'openai-responses/10',
    name: 'the words of the assistant as input',
    at: 'messages[0].content[0].type',
    breaks: { messages: [{ role: 'assistant', content: [{ type: 'input_text', text: 'Lit.' }] }] },
    passes: {
      messages: [
        { type: 'reasoning', content: [{ type: 'reasoning_text' }] },
        { role: 'assistant', content: [{ type: 'refusal', refusal: 'No.' }] },
      ],
    },
  },
  {
    rule: 'openai-responses/10',
    name: 'the words of the user as output',
    at: 'messages[0].content[0].type',
    breaks: { messages: [{ role: 'user', content: [{ type: 'output_text', text: 'Lit?' }] }] },
    passes: {
      messages: [
        { role: 'user', content: [{ type: 'input_image', image_url: 'data:image/png;base64,AA==' }] },
      ],
    },
  },
  {
    rule: 'openai-responses/12',
    name: 'an output that is an object',
    at: 'messages[1].output',
    breaks: { messages: [call('c1'), output('c1', { lit: true })] },
    passes: { messages: [call('c1'), output('c1', '{"lit":true}')] },
  },
  {
    rule: 'openai-responses/12',
    name: 'an output of output text',
    at: 'messages[1].output[0].type',
    breaks: { messages: [call('c1'), output('c1', [{ type: 'output_text', text: 'lit' }])] },
    passes: { messages: [call('c1'), output('c1', [{ type: 'input_file', file_id: 'file_1' }])] },
  },
  {
    rule: 'openai-responses/12',
    name: 'an output of a custom call that is a number',
    at: 'messages[1].output',
    breaks: { messages: [custom, { type: 'custom_tool_call_output', call_id: 'c1', output: 7 }] },
    passes: { messages: [custom, { type: 'custom_tool_call_output', call_id: 'c1', output: '7' }] },
  },
  {
    rule: 'openai-responses/15',
    name: 'a compaction item that was changed',
    at: 'messages[0].encrypted_content',
    breaks: { messages: [{ ...compaction, encrypted_content: 'c2hvcnQ=' }, more], asReceived: [compaction] },
    passes: {
      messages: [compaction, more],
      asReceived: [{ ...compaction, id: 'cmp_0', encrypted_content: 'bW9yZQ==' }, compaction],
    },
  },
  {
    rule: 'openai-responses/15',
    name: 'a compaction item that lost its seal',
    at: 'messages[0].encrypted_content',
    breaks: { messages: [{ type: 'compaction', id: 'cmp_1' }, more] },
    passes: { messages: [compaction, more] },
  },
  {
    rule: 'openai-responses/16',
    name: 'a demanded call without tools',
    at: 'request.tool_choice',
    breaks: { messages: [ask], request: { tool_choice: 'required' } },
    passes: { messages: [ask], request: { tool_choice: 'auto' } },
  },
  {
    rule: 'openai-responses/16',
    name: 'a demanded function without tools',
    at: 'request.tool_choice',
    breaks: { messages: [ask], request: { tool_choice: { type: 'function', name: 'lamp_state' } } },
    passes: {
      messages: [ask],
      tools: [{ type: 'function', name: 'lamp_state' }],
      request: { tool_choice: { type: 'function', name: 'lamp_state' } },
    },
  },
];
