/**
 * What Gemini generateContent takes as `contents`.
 *
 * Invariant: neighbours of one role are not joined; a call and its response are held against each other content by
 * content.
 */
import {
  callsHaveResponses,
  callsStandBehindUsers,
  parallelCallsStayTogether,
  responsesAreFromUsers,
  responsesNameCalls,
  responsesStandBehindCalls,
} from './gemini-calls.ts';
import { callsIn, declarationsOf, holdsCall, partsOf, responsesIn, VERSION } from './gemini-parts.ts';
import {
  breach,
  isAtLeast,
  isFilled,
  isObject,
  isText,
  listIn,
  objectsIn,
  show,
  versionIn,
} from './reading.ts';
import type { Breach, Rule, Wire } from './rule.ts';

export const geminiRules: readonly Rule[] = [
  { rule: 'gemini/0', meaning: 'parts have their shape', check: shapesAreKnown },
  { rule: 'gemini/1', meaning: 'the list is not empty', check: listIsNotEmpty },
  { rule: 'gemini/2', meaning: 'roles are user and model', check: rolesAreKnown },
  { rule: 'gemini/3', meaning: 'no content is without parts', check: contentsHaveParts },
  { rule: 'gemini/4', meaning: 'a part has one kind of data', check: partsHaveOneKind },
  { rule: 'gemini/5', meaning: 'a call turn stands behind a user turn', check: callsStandBehindUsers },
  {
    rule: 'gemini/6',
    meaning: 'a response turn stands behind its call turn',
    check: responsesStandBehindCalls,
  },
  { rule: 'gemini/7', meaning: 'as many responses as calls, in front of text', check: callsHaveResponses },
  { rule: 'gemini/8', meaning: 'parallel calls stay in one content', check: parallelCallsStayTogether },
  { rule: 'gemini/9', meaning: 'a response has the id and name of its call', check: responsesNameCalls },
  { rule: 'gemini/10', meaning: 'in the running turn, from 3 on, steps are signed', check: stepsAreSigned },
  { rule: 'gemini/11', meaning: 'a signature is base64', check: signaturesAreBase64 },
  { rule: 'gemini/12', meaning: 'the user begins and ends', check: userBeginsAndEnds },
  { rule: 'gemini/13', meaning: 'function names match the pattern', check: functionNamesMatch },
  { rule: 'gemini/14', meaning: 'args and responses are objects', check: dataAreObjects },
  {
    rule: 'gemini/15',
    meaning: 'calls are from the model, responses from users',
    check: responsesAreFromUsers,
  },
  {
    rule: 'gemini/16',
    meaning: 'media are from users, from 3 on also in responses',
    check: mediaIsFromUsers,
  },
  { rule: 'gemini/17', meaning: 'code and its result share a content', check: codeHasResult },
];

const KINDS: readonly string[] = [
  'text',
  'inlineData',
  'fileData',
  'functionCall',
  'functionResponse',
  'executableCode',
  'codeExecutionResult',
  'toolCall',
  'toolResponse',
];
const NAME = /^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$/;
/** Both alphabets, padded or not: so JSON carries bytes. The word that stands in for a signature is of this form. */
const BASE64 = /^(?:[A-Za-z0-9+/_-]{4})*(?:[A-Za-z0-9+/_-]{2,3}={0,2})?$/;

function* shapesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const content of messages) {
    const { parts } = content.value;
    if (parts !== undefined && !Array.isArray(parts)) yield breach(content, 'parts', 'is no list');
    for (const [index, part] of listIn(content, 'parts').entries())
      if (!isObject(part)) yield breach(content, `parts[${index}]`, 'is no object');
    for (const part of partsOf(content)) {
      if (part.value.text !== undefined && !isText(part.value.text)) yield breach(part, 'text', 'is no text');
      for (const kind of KINDS.slice(1))
        if (part.value[kind] !== undefined && !isObject(part.value[kind]))
          yield breach(part, kind, 'is no object');
    }
  }
}

function* listIsNotEmpty({ messages }: Wire): Iterable<Breach> {
  if (messages.length === 0) yield { at: 'messages', detail: 'holds no content' };
}

function* rolesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const content of messages) {
    const { role } = content.value;
    if (role !== 'user' && role !== 'model') yield breach(content, 'role', `is ${show(role)}`);
  }
}

function* contentsHaveParts({ messages }: Wire): Iterable<Breach> {
  for (const content of messages)
    if (listIn(content, 'parts').length === 0) yield breach(content, 'parts', 'holds no part');
}

function* partsHaveOneKind({ messages }: Wire): Iterable<Breach> {
  for (const part of messages.flatMap(partsOf)) {
    const kinds = KINDS.filter((kind) => part.value[kind] !== undefined);
    if (kinds.length !== 1) yield breach(part, '', `has ${kinds.length} kinds of data`);
    // An empty text carries the signature of a reply that has no more to say; alone it may count as no data.
    else if (part.value.text === '' && !isFilled(part.value.thoughtSignature))
      yield breach(part, 'text', 'is empty');
  }
}

function* stepsAreSigned({ messages, fields }: Wire): Iterable<Breach> {
  const version = versionIn(fields.model, VERSION);
  if (version !== undefined && !isAtLeast(version, 3)) return;
  const begin = messages.findLastIndex(
    (content) => content.value.role !== 'model' && responsesIn(content).length === 0,
  );
  for (const content of messages.slice(begin + 1)) {
    const first = partsOf(content).find(holdsCall);
    if (first && !isFilled(first.value.thoughtSignature))
      yield breach(first, 'thoughtSignature', 'is absent from the first call of a step');
  }
}

function* signaturesAreBase64({ messages }: Wire): Iterable<Breach> {
  for (const part of messages.flatMap(partsOf)) {
    const signature = part.value.thoughtSignature;
    if (signature !== undefined && !(isText(signature) && BASE64.test(signature)))
      yield breach(part, 'thoughtSignature', `is ${show(signature)}`);
  }
}

// For text of the model at either end this is contested.
function* userBeginsAndEnds({ messages }: Wire): Iterable<Breach> {
  const ends = new Set([messages[0], messages.at(-1)]);
  for (const content of ends)
    if (content?.value.role === 'model') yield breach(content, 'role', 'the model at an end of the list');
}

function* functionNamesMatch({ messages, tools }: Wire): Iterable<Breach> {
  const named = [...messages.flatMap(callsIn), ...messages.flatMap(responsesIn), ...declarationsOf(tools)];
  for (const node of named) {
    const { name } = node.value;
    if (!(isText(name) && NAME.test(name))) yield breach(node, 'name', `is ${show(name)}`);
  }
}

function* dataAreObjects({ messages }: Wire): Iterable<Breach> {
  for (const call of messages.flatMap(callsIn))
    if (call.value.args !== undefined && !isObject(call.value.args))
      yield breach(call, 'args', 'is no object');
  for (const response of messages.flatMap(responsesIn))
    if (!isObject(response.value.response)) yield breach(response, 'response', 'is no object');
}

function* mediaIsFromUsers({ messages, fields }: Wire): Iterable<Breach> {
  // Models that draw are sent their own pictures back.
  const mayDraw = isText(fields.model) && fields.model.includes('image');
  const takesParts = isAtLeast(versionIn(fields.model, VERSION), 3);
  for (const content of messages) {
    for (const part of partsOf(content))
      if (
        (part.value.inlineData ?? part.value.fileData) !== undefined &&
        content.value.role !== 'user' &&
        !mayDraw
      )
        yield breach(part, '', `media in a content of ${show(content.value.role)}`);
    for (const part of responsesIn(content).flatMap((response) => objectsIn(response, 'parts')))
      if (!takesParts || part.value.inlineData === undefined)
        yield breach(part, '', `${show(fields.model)} does not take it in a response`);
  }
}

function* codeHasResult({ messages }: Wire): Iterable<Breach> {
  for (const content of messages) {
    let open: (typeof messages)[number] | undefined;
    for (const part of partsOf(content)) {
      if (part.value.executableCode !== undefined) {
        if (open) yield breach(open, '', 'code without a result');
        open = part;
      } else if (part.value.codeExecutionResult !== undefined) {
        if (!open) yield breach(part, '', 'a result without code');
        open = undefined;
      }
    }
    if (open) yield breach(open, '', 'code without a result');
  }
}
