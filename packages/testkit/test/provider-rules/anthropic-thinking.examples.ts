/** Lists at the border of each rule of Anthropic Messages on thinking. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const system = { role: 'system', content: 'Be brief.' };
const tools = [{ name: 'lamp_state', input_schema: { type: 'object' } }];
const thought = { type: 'thinking', thinking: 'First the lamp.', signature: 'c2lnbmVkLTE=' };
const sealed = { type: 'redacted_thinking', data: 'c2VhbGVkLTE=' };
const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't1', content: 'lit' }] };
const joined = { role: 'user', content: [...result.content, { type: 'text', text: 'And the horn?' }] };
const second = { role: 'user', content: [{ type: 'tool_result', tool_use_id: 't2', content: 'dark' }] };
const [call, otherCall] = ['t1', 't2'].map((id) => ({ type: 'tool_use', id, name: 'lamp_state', input: {} }));
const request = { model: 'claude-sonnet-4-5', thinking: { type: 'enabled', budget_tokens: 1024 } };

function text(words: string): object {
  return { type: 'text', text: words };
}

function assistant(...content: readonly unknown[]): object {
  return { role: 'assistant', content };
}

export const anthropicThinkingExamples: readonly RuleExample[] = [
  {
    rule: 'anthropic/16',
    name: 'a beginning while the model thinks',
    at: 'messages[1]',
    breaks: { messages: [ask, assistant(text('It'))], request },
    passes: {
      messages: [ask, assistant(text('It'))],
      request: { ...request, thinking: { type: 'disabled' } },
    },
  },
  {
    rule: 'anthropic/17',
    name: 'a loop whose first step has text in front',
    at: 'messages[1].content',
    breaks: { messages: [ask, assistant(text('A look.'), thought, call), result], tools, request },
    passes: { messages: [ask, assistant(thought, text('A look.'), call), result], tools, request },
  },
  {
    rule: 'anthropic/17',
    name: 'a loop that began before its second step',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant(call), result, assistant(thought, otherCall), second],
      tools,
      request,
    },
    passes: {
      messages: [ask, assistant(sealed, call), result, assistant(otherCall), second],
      tools,
      request,
    },
  },
  {
    rule: 'anthropic/17',
    name: 'a turn of the user between two steps',
    at: 'messages[4].content',
    breaks: { messages: [ask, assistant(call), result, ask, assistant(otherCall), second], tools, request },
    passes: {
      messages: [
        ask,
        assistant(call),
        result,
        assistant(text('Lit.')),
        ask,
        assistant(thought, otherCall),
        second,
      ],
      tools,
      request,
    },
  },
  {
    rule: 'anthropic/17',
    name: 'a question behind the last result, which is of the same turn',
    at: 'messages[1].content',
    breaks: { messages: [ask, assistant(call), result, ask], tools, request },
    passes: { messages: [ask, assistant(call), result, assistant(text('Lit.')), ask], tools, request },
  },
  {
    rule: 'anthropic/17',
    name: 'a question beside a result, which begins a new loop',
    at: 'messages[3].content',
    breaks: {
      messages: [ask, assistant(thought, call), joined, assistant(otherCall), second],
      tools,
      request,
    },
    passes: {
      messages: [ask, assistant(call), joined, assistant(thought, otherCall), second],
      tools,
      request,
    },
  },
  {
    rule: 'anthropic/17',
    name: 'thinking that the model may leave out',
    at: 'messages[1].content',
    breaks: { messages: [ask, assistant(call), result], tools, request },
    passes: {
      messages: [ask, assistant(call), result],
      tools,
      request: { model: 'claude-opus-4-6', thinking: { type: 'adaptive' } },
    },
  },
  {
    rule: 'anthropic/17',
    name: 'system text between two steps',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant(call), result, system, assistant(thought, otherCall), second],
      tools,
      request: { ...request, model: 'claude-opus-4-8' },
    },
    passes: {
      messages: [ask, assistant(thought, call), result, system, assistant(otherCall), second],
      tools,
      request: { ...request, model: 'claude-opus-4-8' },
    },
  },
  {
    rule: 'anthropic/18',
    name: 'thinking without its signature',
    at: 'messages[1].content[0].signature',
    breaks: { messages: [ask, assistant({ ...thought, signature: '' }, text('Lit.')), ask], request },
    passes: { messages: [ask, assistant({ ...thought, thinking: '' }, text('Lit.')), ask], request },
  },
  {
    rule: 'anthropic/18',
    name: 'sealed thinking without its data',
    at: 'messages[1].content[0].data',
    breaks: { messages: [ask, assistant({ ...sealed, data: undefined }, text('Lit.')), ask] },
    passes: { messages: [ask, assistant(sealed, text('Lit.')), ask] },
  },
  {
    rule: 'anthropic/19',
    name: 'thinking that was shortened',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant({ ...thought, thinking: 'The lamp.' }, call), result],
      tools,
      request,
      asReceived: [assistant(thought, call)],
    },
    passes: {
      messages: [ask, assistant(thought, text('A look.'), call), result],
      tools,
      request,
      asReceived: [assistant(thought, call)],
    },
  },
  {
    rule: 'anthropic/19',
    name: 'thinking of the latest message, not of an earlier one',
    at: 'messages[3].content',
    breaks: {
      messages: [ask, assistant(thought, call), result, assistant(otherCall), second],
      tools,
      request,
      asReceived: [assistant(thought, call), assistant(sealed, otherCall)],
    },
    passes: {
      messages: [ask, assistant(sealed, call), result, assistant(sealed, otherCall), second],
      tools,
      request,
      asReceived: [assistant(thought, call), assistant(sealed, otherCall)],
    },
  },
  {
    rule: 'anthropic/19',
    name: 'thinking of a finished turn that is left out in part',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant(thought, text('Lit.')), ask],
      asReceived: [assistant(thought, sealed, text('Lit.'))],
    },
    passes: {
      messages: [ask, assistant(text('Lit.')), ask],
      asReceived: [assistant(thought, sealed, text('Lit.'))],
    },
  },
  {
    rule: 'anthropic/19',
    name: 'a message that was received, not one of our own',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant(sealed, text('Lit.')), ask],
      asReceived: [assistant(thought, text('Lit.'))],
    },
    passes: {
      messages: [ask, assistant(sealed, text('Our own.'), { type: 'fallback' }), ask],
      asReceived: [assistant(thought, text('Lit.'))],
    },
  },
  {
    rule: 'anthropic/19',
    name: 'thinking of a running loop that is left out',
    at: 'messages[1].content',
    also: ['anthropic/17'],
    breaks: {
      messages: [ask, assistant(call), result],
      tools,
      request,
      asReceived: [assistant(thought, call)],
    },
    passes: { messages: [ask, assistant(call), result], tools, asReceived: [assistant(thought, call)] },
  },
  {
    rule: 'anthropic/19',
    name: 'the later of two messages with one text, changed beside new text',
    at: 'messages[1].content',
    breaks: {
      messages: [ask, assistant(thought, text('Lit.'), text('Yes.')), ask],
      asReceived: [assistant(thought, text('Lit.')), assistant(sealed, text('Lit.'))],
    },
    passes: {
      messages: [ask, assistant(sealed, text('Lit.'), text('Yes.')), ask],
      asReceived: [assistant(thought, text('Lit.')), assistant(sealed, text('Lit.'))],
    },
  },
  {
    rule: 'anthropic/20',
    name: 'thinking behind the text',
    at: 'messages[1].content[1]',
    breaks: { messages: [ask, assistant(text('Lit.'), thought), ask] },
    passes: { messages: [ask, assistant(text('Lit.'), thought, text('Yes.')), ask] },
  },
  {
    rule: 'anthropic/21',
    name: 'a forced call',
    at: 'request.tool_choice',
    breaks: { messages: [ask], tools, request: { ...request, tool_choice: { type: 'any' } } },
    passes: { messages: [ask], tools, request: { ...request, tool_choice: { type: 'auto' } } },
  },
  {
    rule: 'anthropic/21',
    name: 'a forced tool while the model thinks',
    at: 'request.tool_choice',
    breaks: {
      messages: [ask],
      tools,
      request: { ...request, tool_choice: { type: 'tool', name: 'lamp_state' } },
    },
    passes: { messages: [ask], tools, request: { tool_choice: { type: 'tool', name: 'lamp_state' } } },
  },
];
