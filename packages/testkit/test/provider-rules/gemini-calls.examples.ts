/** Lists at the border of each rule of Gemini generateContent on calls. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', parts: [{ text: 'Is the lamp lit?' }] };
const lit = { role: 'model', parts: [{ text: 'It is lit.' }] };
const older = { model: 'gemini-2.5-pro' };

/** The first call of a step: it has a signature. */
function first(id: string | undefined, fields: object = {}): object {
  return { ...call(id, fields), thoughtSignature: 'AAAA' };
}

function call(id: string | undefined, fields: object = {}): object {
  return { functionCall: { id, name: 'lamp_state', args: {}, ...fields } };
}

function response(id: string | undefined, fields: object = {}): object {
  return { functionResponse: { id, name: 'lamp_state', response: { lit: true }, ...fields } };
}

function user(...parts: readonly object[]): object {
  return { role: 'user', parts };
}

function model(...parts: readonly object[]): object {
  return { role: 'model', parts };
}

export const geminiCallExamples: readonly RuleExample[] = [
  {
    rule: 'gemini/5',
    name: 'a call turn at the front',
    at: 'messages[0]',
    also: ['gemini/12'],
    breaks: { messages: [model(first('f1')), user(response('f1'))] },
    passes: { messages: [ask, model(first('f1')), user(response('f1'))] },
  },
  {
    rule: 'gemini/5',
    name: 'a call in a content of its own behind text',
    at: 'messages[2]',
    breaks: { messages: [ask, lit, model(first('f1')), user(response('f1'))] },
    passes: { messages: [ask, model({ text: 'A look.' }, first('f1')), user(response('f1'))] },
  },
  {
    rule: 'gemini/6',
    name: 'a response at the front',
    at: 'messages[0]',
    breaks: { messages: [user(response('f1')), lit, ask] },
    passes: { messages: [ask, model(first('f1')), user(response('f1')), lit, ask] },
  },
  {
    rule: 'gemini/6',
    name: 'a second response turn',
    at: 'messages[3]',
    breaks: { messages: [ask, model(first('f1')), user(response('f1')), user(response('f1'))] },
    passes: {
      messages: [ask, model(first('f1')), user(response('f1')), model(first('f2')), user(response('f2'))],
    },
  },
  {
    rule: 'gemini/7',
    name: 'one response for two calls',
    at: 'messages[2]',
    breaks: { messages: [ask, model(first('f1'), call('f2')), user(response('f2'))] },
    passes: { messages: [ask, model(first('f1'), call('f2')), user(response('f2'), response('f1'))] },
  },
  {
    rule: 'gemini/7',
    name: 'a question instead of a response',
    at: 'messages[2]',
    breaks: { messages: [ask, model(first('f1')), ask] },
    passes: { messages: [ask, model(first('f1')), user(response('f1')), ask] },
  },
  {
    rule: 'gemini/7',
    name: 'text in front of a response',
    at: 'messages[2].parts[1]',
    breaks: { messages: [ask, model(first('f1')), user({ text: 'So:' }, response('f1'))] },
    passes: { messages: [ask, model(first('f1')), user(response('f1'), { text: 'So?' })] },
  },
  {
    rule: 'gemini/8',
    name: 'calls of one reply in two steps',
    at: 'messages[3]',
    breaks: {
      messages: [ask, model(first('f1')), user(response('f1')), model(first('f2')), user(response('f2'))],
      asReceived: [model(first('f1'), call('f2'))],
    },
    passes: {
      messages: [ask, model(first('f1')), user(response('f1')), model(first('f2')), user(response('f2'))],
      asReceived: [model(first('f1')), model(first('f2'))],
    },
  },
  {
    rule: 'gemini/9',
    name: 'a response with another id',
    at: 'messages[2].parts[0].functionResponse.id',
    breaks: { messages: [ask, model(first('f1')), user(response('f2'))] },
    passes: { messages: [ask, model(first(undefined)), user(response(undefined))] },
  },
  {
    rule: 'gemini/9',
    name: 'a response that lost its id',
    at: 'messages[2].parts[0].functionResponse.id',
    breaks: { messages: [ask, model(first('f1')), user(response(undefined))] },
    passes: { messages: [ask, model(first('f1')), user(response('f1'))] },
  },
  {
    rule: 'gemini/9',
    name: 'one id answered twice',
    at: 'messages[2].parts[1].functionResponse.id',
    breaks: { messages: [ask, model(first('f1'), call('f2')), user(response('f1'), response('f1'))] },
    passes: { messages: [ask, model(first('f1'), call('f2')), user(response('f1'), response('f2'))] },
  },
  {
    rule: 'gemini/9',
    name: 'a response with another name',
    at: 'messages[2].parts[0].functionResponse.name',
    breaks: {
      messages: [
        ask,
        model(first(undefined), call(undefined, { name: 'horn_state' })),
        user(response(undefined, { name: 'horn_state' }), response(undefined, { name: 'horn_state' })),
      ],
    },
    passes: {
      messages: [
        ask,
        model(first(undefined), call(undefined, { name: 'horn_state' })),
        user(response(undefined), response(undefined, { name: 'horn_state' })),
      ],
    },
  },
  {
    rule: 'gemini/10',
    name: 'a first call without a signature',
    at: 'messages[1].parts[0].thoughtSignature',
    breaks: { messages: [ask, model(call('f1'), first('f2')), user(response('f1'), response('f2'))] },
    passes: { messages: [ask, model(first('f1'), call('f2')), user(response('f1'), response('f2'))] },
  },
  {
    rule: 'gemini/10',
    name: 'a second step without a signature',
    at: 'messages[3].parts[1].thoughtSignature',
    breaks: {
      messages: [
        ask,
        model(first('f1')),
        user(response('f1'), { text: 'Go on.' }),
        model({ text: 'Once more.' }, call('f2')),
        user(response('f2')),
      ],
    },
    passes: {
      messages: [ask, model(call('f1')), user(response('f1')), ask, model(first('f2')), user(response('f2'))],
    },
  },
  {
    rule: 'gemini/10',
    name: 'a model that demands signatures',
    at: 'messages[1].parts[0].thoughtSignature',
    breaks: {
      messages: [ask, model(call('f1')), user(response('f1'))],
      request: { model: 'gemini-3.1-pro' },
    },
    passes: { messages: [ask, model(call('f1')), user(response('f1'))], request: older },
  },
  {
    rule: 'gemini/13',
    name: 'a name in the history with a space',
    at: 'messages[1].parts[0].functionCall.name',
    breaks: {
      messages: [
        ask,
        model(first('f1', { name: 'lamp state' })),
        user(response('f1', { name: 'lamp state' })),
      ],
    },
    passes: {
      messages: [
        ask,
        model(first('f1', { name: 'lamp.state' })),
        user(response('f1', { name: 'lamp.state' })),
      ],
    },
  },
  {
    rule: 'gemini/14',
    name: 'a response that is a list',
    at: 'messages[2].parts[0].functionResponse.response',
    breaks: { messages: [ask, model(first('f1')), user(response('f1', { response: ['lit'] }))] },
    passes: { messages: [ask, model(first('f1')), user(response('f1', { response: {} }))] },
  },
  {
    rule: 'gemini/14',
    name: 'arguments that are a text',
    at: 'messages[1].parts[0].functionCall.args',
    breaks: { messages: [ask, model(first('f1', { args: '{}' })), user(response('f1'))] },
    passes: { messages: [ask, model(first('f1', { args: undefined })), user(response('f1'))] },
  },
  {
    rule: 'gemini/15',
    name: 'a response of the model',
    at: 'messages[2].parts[0]',
    breaks: { messages: [ask, model(first('f1')), model(response('f1')), ask] },
    passes: { messages: [ask, model(first('f1')), user(response('f1')), ask] },
  },
  {
    rule: 'gemini/15',
    name: 'a call of the user',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, user(first('f1')), user(response('f1'))] },
    passes: { messages: [ask, model(first('f1')), user(response('f1'))] },
  },
];
