/** Lists at the border of each rule of the chat template of Gemma. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', content: 'Is the lamp lit?' };
const lit = { role: 'assistant', content: 'It is lit.' };
const system = { role: 'system', content: 'You keep the light.' };
const second = { model: 'gemma2:9b' };
const third = { model: 'google/gemma-3-4b-it' };

export const gemmaTemplateExamples: readonly RuleExample[] = [
  {
    rule: 'gemma-template/1',
    name: 'system text on the second generation',
    at: 'messages[0].role',
    breaks: { messages: [system, ask], request: second },
    passes: { messages: [system, ask], request: third },
  },
  {
    rule: 'gemma-template/1',
    name: 'system text on the first generation, named by its size',
    at: 'messages[0].role',
    breaks: { messages: [system, ask], request: { model: 'gemma-7b-it' } },
    passes: { messages: [system, ask], request: { model: 'gemma4' } },
  },
  {
    rule: 'gemma-template/1',
    name: 'system text on a model that is not named',
    at: 'messages[0].role',
    breaks: { messages: [system, ask] },
    passes: { messages: [ask] },
  },
  {
    rule: 'gemma-template/1',
    name: 'system text at a place of the assistant',
    at: 'messages[1].role',
    breaks: { messages: [ask, system, ask], request: third },
    passes: { messages: [system, ask, lit, ask], request: third },
  },
  {
    rule: 'gemma-template/2',
    name: 'two messages of the user',
    at: 'messages[3].role',
    breaks: { messages: [ask, lit, ask, ask], request: second },
    passes: { messages: [ask, { ...lit, role: 'model' }, ask, lit], request: second },
  },
  {
    rule: 'gemma-template/3',
    name: 'the assistant begins',
    at: 'messages[1].role',
    also: ['gemma-template/2'],
    breaks: { messages: [system, lit, ask], request: third },
    passes: { messages: [system, ask, lit], request: third },
  },
  {
    rule: 'gemma-template/3',
    name: 'system text alone',
    at: 'messages',
    breaks: { messages: [system], request: third },
    passes: { messages: [ask], request: third },
  },
  {
    rule: 'gemma-template/4',
    name: 'a call that is not written',
    at: 'messages[1].tool_calls',
    breaks: { messages: [ask, { ...lit, tool_calls: [{ id: 'c1' }] }, ask], request: third },
    passes: { messages: [ask, { ...lit, tool_calls: [] }, ask], request: third },
  },
  {
    rule: 'gemma-template/4',
    name: 'a result at a place of the assistant',
    at: 'messages[1].role',
    breaks: { messages: [ask, { role: 'tool', content: 'lit' }, ask], request: second },
    passes: { messages: [ask, { role: 'assistant', content: 'lit' }, ask], request: second },
  },
  {
    rule: 'gemma-template/5',
    name: 'content that is null',
    at: 'messages[1].content',
    breaks: { messages: [ask, { ...lit, content: null }, ask], request: third },
    passes: { messages: [ask, { ...lit, content: '' }, ask], request: third },
  },
  {
    rule: 'gemma-template/5',
    name: 'parts on the second generation',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Lit?' }] }], request: second },
    passes: { messages: [{ role: 'user', content: [{ type: 'text', text: 'Lit?' }] }], request: third },
  },
  {
    rule: 'gemma-template/5',
    name: 'a part of another kind',
    at: 'messages[0].content[0]',
    breaks: { messages: [{ role: 'user', content: [{ type: 'image_url', image_url: {} }] }], request: third },
    passes: {
      messages: [{ role: 'user', content: [{ type: 'image', url: 'data:image/png;base64,AA==' }] }],
      request: third,
    },
  },
  {
    rule: 'gemma-template/5',
    name: 'a part that is no object',
    at: 'messages[0].content',
    breaks: { messages: [{ role: 'user', content: ['Lit?'] }], request: third },
    passes: { messages: [{ role: 'user', content: [] }], request: third },
  },
  {
    rule: 'gemma-template/6',
    name: 'no message',
    at: 'messages',
    breaks: { messages: [], request: second },
    passes: { messages: [ask], request: second },
  },
];
