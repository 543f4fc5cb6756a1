/**
 * Gemini generateContent: `systemInstruction` and `contents`.
 *
 * Invariant: user and model take turns. The first call of every model content carries the word that stands for a
 * signature, because the genuine one is not at hand; older models do not look at it.
 */
import type { Json, Message } from '@daybook/core';
import { asText, bytesOf, joinedText, PDF, systemText } from './content.ts';
import {
  type Call,
  type Content,
  headerOf,
  joined,
  objectInput,
  type Result,
  type Turn,
  turnsOf,
  type WireObject,
} from './turns.ts';

export interface GeminiRequest {
  readonly systemInstruction?: WireObject;
  readonly contents: readonly WireObject[];
}

interface Entry {
  readonly role: 'user' | 'model';
  readonly parts: readonly WireObject[];
}

const LIMITS = { callId: /^[\w-]{1,64}$/, toolName: /^[a-zA-Z_][\w.:-]{0,63}$/ };
const MEDIA: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/webp',
  'image/heic',
  'image/heif',
  PDF,
]);

export function gemini(messages: readonly Message[]): GeminiRequest {
  const { header, talk } = headerOf(turnsOf(messages, LIMITS));
  return {
    ...(header.length > 0 && { systemInstruction: { parts: header.map(textPart) } }),
    contents: joined(talk.map(entryOf)).map(({ role, parts }) => ({ role, parts: signed(parts) })),
  };
}

function entryOf(turn: Turn): Entry {
  switch (turn.role) {
    case 'tool':
      return { role: 'user', parts: turn.parts.map(responsePart) };
    case 'assistant':
      return { role: 'model', parts: turn.parts.map(modelPart) };
    case 'user':
      return { role: 'user', parts: turn.parts.map(userPart) };
    default:
      return { role: 'user', parts: turn.parts.map((part) => ({ text: systemText(part) })) };
  }
}

function signed(parts: readonly WireObject[]): readonly WireObject[] {
  const first = parts.findIndex((part) => part.functionCall !== undefined);
  return parts.map((part, index) =>
    index === first ? { ...part, thoughtSignature: 'skip_thought_signature_validator' } : part,
  );
}

function modelPart(part: Content | Call): WireObject {
  if (part.type !== 'call') return textPart(part);
  return { functionCall: { id: part.id, name: part.name, args: objectInput(part) } };
}

// Files in a response are taken by some models only, and no model is known here.
function responsePart({ id, name, output, status }: Result): WireObject {
  const [only, ...others] = output;
  const value: Json = only?.type === 'data' && others.length === 0 ? only.value : joinedText(output);
  const response = status === 'returned' ? { output: value } : { error: value };
  return { functionResponse: { id, name, response } };
}

function userPart(part: Content): WireObject {
  const data = part.type === 'file' && MEDIA.has(part.mediaType) ? bytesOf(part) : undefined;
  if (part.type !== 'file' || data === undefined) return textPart(part);
  return { inlineData: { mimeType: part.mediaType, data } };
}

function textPart(part: Content): WireObject {
  return { text: asText(part) };
}
