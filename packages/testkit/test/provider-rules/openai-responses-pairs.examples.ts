/** Lists at the border of the rules of OpenAI Responses on what belongs together. */
import type { RuleExample } from './rule-example.ts';

const ask = { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Is the lamp lit?' }] };
const more = { role: 'user', content: 'And the horn?' };
const thought = { type: 'reasoning', id: 'rs_1', summary: [] };
const answer = {
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  content: [{ type: 'output_text', text: 'Lit.' }],
};
const sealed = { type: 'reasoning', summary: [], encrypted_content: 'c2VhbA==' };

function call(call_id: string, fields: object = {}): object {
  return { type: 'function_call', call_id, name: 'lamp_state', arguments: '{}', ...fields };
}

function output(call_id: string, value: unknown = 'lit'): object {
  return { type: 'function_call_output', call_id, output: value };
}

function reference(id: string): object {
  return { type: 'item_reference', id };
}

export const openaiResponsesPairExamples: readonly RuleExample[] = [
  {
    rule: 'openai-responses/1',
    name: 'an output in front of its call',
    at: 'messages[1].call_id',
    also: ['openai-responses/2'],
    breaks: { messages: [ask, output('c1'), call('c1')] },
    passes: { messages: [ask, call('c1'), answer, output('c1')] },
  },
  {
    rule: 'openai-responses/1',
    name: 'an output of another type than the call',
    at: 'messages[1].call_id',
    also: ['openai-responses/2'],
    breaks: {
      messages: [{ type: 'custom_tool_call', call_id: 'c1', name: 'horn', input: '' }, output('c1')],
    },
    passes: {
      messages: [
        { type: 'custom_tool_call', call_id: 'c1', name: 'horn', input: '' },
        { type: 'custom_tool_call_output', call_id: 'c1', output: 'ok' },
      ],
    },
  },
  {
    rule: 'openai-responses/1',
    name: 'more outputs than calls that are named',
    at: 'messages[2].call_id',
    breaks: { messages: [reference('fc_1'), output('c1'), output('c2')] },
    passes: { messages: [reference('fc_1'), reference('ctc_2'), output('c1'), output('c2')] },
  },
  {
    rule: 'openai-responses/1',
    name: 'an output alone',
    at: 'messages[0].call_id',
    breaks: { messages: [output('c1')] },
    passes: { messages: [output('c1')], request: { previous_response_id: 'resp_1' } },
  },
  {
    rule: 'openai-responses/1',
    name: 'a call that is shown is not counted as named',
    at: 'messages[2].call_id',
    breaks: { messages: [call('c1', { id: 'fc_1' }), output('c1'), output('c2')] },
    passes: { messages: [call('c1', { id: 'fc_1' }), reference('fc_2'), output('c1'), output('c2')] },
  },
  ...['computer', 'local_shell', 'shell', 'apply_patch'].map((tool) => ({
    rule: 'openai-responses/2',
    name: `a call of ${tool}`,
    at: 'messages[1].call_id',
    breaks: { messages: [ask, { type: `${tool}_call`, call_id: 'c1' }] },
    passes: {
      messages: [
        ask,
        { type: `${tool}_call`, call_id: 'c1' },
        { type: `${tool}_call_output`, call_id: 'c1' },
      ],
    },
  })),
  {
    rule: 'openai-responses/2',
    name: 'two calls of one id with one output',
    at: 'messages[0].call_id',
    breaks: { messages: [call('c1'), call('c1'), output('c1')] },
    passes: { messages: [call('c1'), call('c1'), output('c1'), output('c1')] },
  },
  {
    rule: 'openai-responses/2',
    name: 'one of two calls without an output',
    at: 'messages[2].call_id',
    breaks: { messages: [ask, call('c1'), call('c2'), output('c1'), more] },
    passes: { messages: [ask, call('c1'), call('c2'), output('c2'), more, output('c1')] },
  },
  {
    rule: 'openai-responses/2',
    name: 'a call id that is used again',
    at: 'messages[2].call_id',
    breaks: { messages: [call('c1'), output('c1'), call('c1'), more] },
    passes: { messages: [call('c1'), output('c1'), call('c1'), output('c1')] },
  },
  {
    rule: 'openai-responses/3',
    name: 'reasoning in front of a question',
    at: 'messages[1]',
    breaks: { messages: [ask, thought, more] },
    passes: { messages: [ask, { type: 'reasoning', summary: [] }, more] },
  },
  {
    rule: 'openai-responses/3',
    name: 'reasoning at the end',
    at: 'messages[1]',
    breaks: { messages: [ask, thought, { ...thought, id: undefined }] },
    passes: { messages: [ask, thought, { ...thought, id: 'rs_2' }, answer] },
  },
  {
    rule: 'openai-responses/3',
    name: 'reasoning in front of another item than it was received with',
    at: 'messages[0]',
    breaks: {
      messages: [thought, call('c1', { id: 'fc_1' }), answer, output('c1')],
      asReceived: [thought, answer, call('c1', { id: 'fc_1' })],
    },
    passes: {
      messages: [thought, answer, call('c1', { id: 'fc_1' }), output('c1')],
      asReceived: [thought, answer, call('c1', { id: 'fc_1' })],
    },
  },
  {
    rule: 'openai-responses/3',
    name: 'reasoning that is named, in front of an output',
    at: 'messages[1]',
    breaks: { messages: [call('c1'), reference('rs_1'), output('c1')] },
    passes: { messages: [reference('rs_1'), reference('fc_1'), output('c1')] },
  },
  {
    rule: 'openai-responses/4',
    name: 'a call with its id and without its reasoning',
    at: 'messages[0].id',
    breaks: {
      messages: [call('c1', { id: 'fc_1' }), output('c1')],
      asReceived: [thought, call('c1', { id: 'fc_1' })],
    },
    passes: { messages: [call('c1'), output('c1')], asReceived: [thought, call('c1', { id: 'fc_1' })] },
  },
  {
    rule: 'openai-responses/4',
    name: 'a message of a later reply than the reasoning',
    at: 'messages[0].id',
    breaks: { messages: [answer], asReceived: [thought, call('c1', { id: 'fc_1' }), answer] },
    passes: { messages: [answer], asReceived: [thought, call('c1', { id: 'fc_1' }), output('c1'), answer] },
  },
  {
    rule: 'openai-responses/9',
    name: 'reasoning that is neither stored nor sealed',
    at: 'messages[0].encrypted_content',
    breaks: { messages: [{ ...sealed, encrypted_content: '' }, more], request: { store: false } },
    passes: { messages: [sealed, more], request: { store: false } },
  },
  {
    rule: 'openai-responses/9',
    name: 'sealed reasoning with an id',
    at: 'messages[0].id',
    breaks: { messages: [{ ...sealed, id: 'rs_1' }, answer], request: { store: false } },
    passes: { messages: [{ ...sealed, id: 'rs_1' }, answer], request: {} },
  },
  {
    rule: 'openai-responses/11',
    name: 'a second output',
    at: 'messages[2].call_id',
    breaks: { messages: [call('c1'), output('c1'), output('c1', 'dark')] },
    passes: { messages: [call('c1'), call('c2'), output('c1'), output('c2', 'dark')] },
  },
];
