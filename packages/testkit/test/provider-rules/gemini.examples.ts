/** Lists at the border of each rule of Gemini generateContent, but for calls. */
import type { RuleExample } from './rule-example.ts';

const ask = { role: 'user', parts: [{ text: 'Is the lamp lit?' }] };
const lit = { role: 'model', parts: [{ text: 'It is lit.' }] };
const picture = { inlineData: { mimeType: 'image/png', data: 'AAAA' } };
const file = { fileData: { mimeType: 'image/png', fileUri: 'files/lamp' } };
const code = { executableCode: { language: 'PYTHON', code: 'print(1)' } };
const outcome = { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } };
const newer = { model: 'gemini-3-flash' };

function user(...parts: readonly object[]): object {
  return { role: 'user', parts };
}

function model(...parts: readonly object[]): object {
  return { role: 'model', parts };
}

function signed(thoughtSignature: unknown): object {
  return { text: 'Lit.', thoughtSignature };
}

function loopWith(response: object): readonly object[] {
  return [
    ask,
    model({ functionCall: { name: 'lamp_photo' }, thoughtSignature: 'AAAA' }),
    user({ functionResponse: { name: 'lamp_photo', response: {}, ...response } }),
  ];
}

export const geminiExamples: readonly RuleExample[] = [
  {
    rule: 'gemini/0',
    name: 'a part that is a text',
    at: 'messages[0].parts[0]',
    breaks: { messages: [{ role: 'user', parts: ['Lit?'] }] },
    passes: { messages: [user({ text: 'Lit?' })] },
  },
  {
    rule: 'gemini/0',
    name: 'parts that are no list',
    at: 'messages[0].parts',
    also: ['gemini/3'],
    breaks: { messages: [{ role: 'user', parts: { text: 'Lit?' } }] },
    passes: { messages: [{ role: 'user', parts: [{ text: 'Lit?' }] }] },
  },
  {
    rule: 'gemini/0',
    name: 'data of another type',
    at: 'messages[0].parts[0].text',
    breaks: { messages: [user({ text: 7 })] },
    passes: { messages: [user({ text: '7' })] },
  },
  {
    rule: 'gemini/0',
    name: 'a call that is a text',
    at: 'messages[1].parts[0].functionCall',
    breaks: { messages: [ask, model({ functionCall: 'lamp_photo' }), ask] },
    passes: { messages: [ask, model({ text: 'lamp_photo' }), ask] },
  },
  {
    rule: 'gemini/1',
    name: 'no content',
    at: 'messages',
    breaks: { messages: [], request: { systemInstruction: { parts: [{ text: 'You keep the light.' }] } } },
    passes: { messages: [ask] },
  },
  {
    rule: 'gemini/2',
    name: 'a role of another provider',
    at: 'messages[1].role',
    breaks: { messages: [ask, { ...lit, role: 'assistant' }, ask] },
    passes: { messages: [ask, ask, lit, lit, ask] },
  },
  {
    rule: 'gemini/2',
    name: 'system text as a content',
    at: 'messages[0].role',
    breaks: { messages: [{ ...ask, role: 'system' }, ask] },
    passes: { messages: [ask], request: { systemInstruction: ask } },
  },
  {
    rule: 'gemini/3',
    name: 'no parts',
    at: 'messages[1].parts',
    breaks: { messages: [ask, model(), ask] },
    passes: { messages: [ask, model({ text: 'Lit.' }), ask] },
  },
  {
    rule: 'gemini/4',
    name: 'a thought without its text',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, model({ thought: true }), ask] },
    passes: { messages: [ask, model({ thought: true, text: 'The lamp.' }), ask] },
  },
  {
    rule: 'gemini/4',
    name: 'two kinds of data',
    at: 'messages[0].parts[0]',
    breaks: { messages: [user({ text: 'Lit?', ...picture })] },
    passes: {
      messages: [user({ text: 'Lit?' }, picture), model({ toolCall: {} }, { toolResponse: {} }), ask],
    },
  },
  {
    rule: 'gemini/4',
    name: 'an empty text',
    at: 'messages[1].parts[0].text',
    breaks: { messages: [ask, model({ text: '' }), ask] },
    passes: { messages: [ask, model({ text: '', thoughtSignature: 'AAAA' }), ask] },
  },
  {
    rule: 'gemini/11',
    name: 'a signature that is no base64',
    at: 'messages[1].parts[0].thoughtSignature',
    breaks: { messages: [ask, model(signed('no signature')), ask] },
    passes: { messages: [ask, model(signed('AAE='), signed('_-8')), ask] },
  },
  {
    rule: 'gemini/11',
    name: 'a signature whose end is cut',
    at: 'messages[1].parts[0].thoughtSignature',
    breaks: { messages: [ask, model(signed('AAAAA')), ask] },
    passes: { messages: [ask, model(signed('skip_thought_signature_validator')), ask] },
  },
  {
    rule: 'gemini/11',
    name: 'a signature that is no text',
    at: 'messages[1].parts[0].thoughtSignature',
    breaks: { messages: [ask, model(signed(true)), ask] },
    passes: { messages: [ask, model(signed(undefined)), ask] },
  },
  {
    rule: 'gemini/12',
    name: 'the model begins',
    at: 'messages[0].role',
    breaks: { messages: [lit, ask] },
    passes: { messages: [ask, lit, ask] },
  },
  {
    rule: 'gemini/12',
    name: 'the model ends',
    at: 'messages[1].role',
    breaks: { messages: [ask, lit] },
    passes: { messages: [ask] },
  },
  {
    rule: 'gemini/13',
    name: 'a name that begins with a digit',
    at: 'tools[0].functionDeclarations[0].name',
    breaks: { messages: [ask], tools: [{ functionDeclarations: [{ name: '2nd_lamp' }] }] },
    passes: { messages: [ask], tools: [{ functionDeclarations: [{ name: '_2nd.lamp:x-y' }] }] },
  },
  {
    rule: 'gemini/13',
    name: 'a name of 65 characters',
    at: 'tools[0].functionDeclarations[0].name',
    breaks: { messages: [ask], tools: [{ functionDeclarations: [{ name: 'n'.repeat(65) }] }] },
    passes: {
      messages: [ask],
      tools: [{ functionDeclarations: [{ name: 'n'.repeat(64) }] }, { codeExecution: {} }],
    },
  },
  {
    rule: 'gemini/16',
    name: 'a picture of the model',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, model(picture), ask], request: newer },
    passes: { messages: [ask, model(picture), ask], request: { model: 'gemini-3-pro-image' } },
  },
  {
    rule: 'gemini/16',
    name: 'a file of the model',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, model(file), ask] },
    passes: { messages: [ask, lit, user(file, picture)] },
  },
  {
    rule: 'gemini/16',
    name: 'a file in a response',
    at: 'messages[2].parts[0].functionResponse.parts[0]',
    breaks: { messages: loopWith({ parts: [file] }), request: newer },
    passes: { messages: loopWith({ parts: [picture] }), request: newer },
  },
  {
    rule: 'gemini/16',
    name: 'a picture in a response on a model that takes none',
    at: 'messages[2].parts[0].functionResponse.parts[0]',
    breaks: { messages: loopWith({ parts: [picture] }), request: { model: 'gemini-2.5-pro' } },
    passes: { messages: loopWith({ parts: [] }), request: { model: 'gemini-2.5-pro' } },
  },
  {
    rule: 'gemini/17',
    name: 'code without its result',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, model(code, { text: 'One.' }), ask] },
    passes: { messages: [ask, model(code, outcome, code, outcome, { text: 'One.' }), ask] },
  },
  {
    rule: 'gemini/17',
    name: 'code whose result is in the next content',
    at: 'messages[2].parts[0]',
    breaks: { messages: [ask, model(code), model(outcome), ask] },
    passes: { messages: [ask, model({ text: 'Wait.' }, code, outcome), ask] },
  },
  {
    rule: 'gemini/17',
    name: 'code in front of more code',
    at: 'messages[1].parts[0]',
    breaks: { messages: [ask, model(code, code, outcome), ask] },
    passes: { messages: [ask, model(code, outcome), ask] },
  },
];
