/**
 * Stored messages of the Vercel AI SDK: `UIMessage[]` or `ModelMessage[]` as one document (the list, or an object that
 * holds it under `messages`), or one message a line.
 *
 * Translated by the adapter itself, so that an imported conversation and the live one are the same record. A UI message of
 * several steps is several messages. Words alone are no sign of this format: a list of nothing but them is read as OpenAI
 * chat messages, which says the same.
 */
import { fromModelMessages, fromUIMessages } from '@daybook/ai-sdk/messages';
import type { Message } from '@daybook/core';
import { foreignMembers, modelParts, oldUiMembers, roles, uiParts } from './ai-sdk.data.ts';
import type { DocumentFormat, LineFormat, LogReader } from './format.ts';
import { type JsonObject, listOf, objectOf, stringOf, unknownLines } from './text.ts';

export const aiSdk: DocumentFormat = {
  name: 'ai-sdk',
  holds: 'list',
  shape: 'document',
  paths: [['messages'], []],
  sessionOf: ([document]) => stringOf(objectOf(document)?.id),
  detect: ([document]) => isConversation(listOf(objectOf(document)?.messages ?? document)),
  reader,
};

export const aiSdkLines: LineFormat = {
  name: 'ai-sdk',
  holds: 'list',
  shape: 'lines',
  sessionOf: () => undefined,
  detect: isConversation,
  reader,
};

/** True for a message that no other format writes like this. */
export function isAiSdkMessage(value: unknown): boolean {
  const message = objectOf(value);
  if (message === undefined || !isMessage(message) || foreignMembers.some((name) => name in message))
    return false;
  const { parts } = message;
  if (Array.isArray(parts)) {
    const types = partTypes(parts);
    return types.length === 0 ? typeof message.id === 'string' : types.some(isUiPart);
  }
  return isUiMessage(message) || [message, ...listOf(message.content)].some(isOwnPart);
}

function isConversation(list: readonly unknown[]): boolean {
  const isForeign = (value: unknown): boolean =>
    foreignMembers.some((name) => name in (objectOf(value) ?? {}));
  return list.some(isAiSdkMessage) && !list.some(isForeign);
}

/** Lines of other tools have a `type`, messages of the SDK have none. */
function isMessage(value: JsonObject): boolean {
  return roles.has(stringOf(value.role) ?? '') && !('type' in value);
}

function isUiMessage(message: JsonObject): boolean {
  return Array.isArray(message.parts) || oldUiMembers.some((name) => Array.isArray(message[name]));
}

function isUiPart(type: string): boolean {
  return uiParts.has(type) || type.startsWith('tool-') || type.startsWith('data-');
}

function isOwnPart(value: unknown): boolean {
  const part = objectOf(value);
  const member = modelParts.get(stringOf(part?.type) ?? '');
  return (
    part !== undefined &&
    ((member !== undefined && member in part) || objectOf(part.providerOptions) !== undefined)
  );
}

function partTypes(parts: unknown): string[] {
  return listOf(parts).map((part) => stringOf(objectOf(part)?.type) ?? '');
}

function reader(): LogReader {
  const unknown = unknownLines();
  const seen = new Set<string>();
  return (value, line) => {
    const native = objectOf(value);
    const role = stringOf(native?.role) ?? '';
    if (native === undefined || !roles.has(role)) return unknown(`role ${role}`, line);
    const isUi = isUiMessage(native);
    const messages = isUi ? fromUIMessages([native]) : fromModelMessages([native]);
    const types = isUi ? partTypes(native.parts) : partTypes(native.content);
    const isKnown = (type: string): boolean =>
      isUi ? isUiPart(type) : type === 'text' || modelParts.has(type);
    return [
      ...types.flatMap((type) => (isKnown(type) ? [] : unknown(`part ${type}`, line))),
      ...messages.map((message) => ({
        type: 'message' as const,
        line,
        message: withOwnId(message, seen),
        at: {},
      })),
    ];
  };
}

/** An id that stands above already tells nothing apart. */
function withOwnId(message: Message, seen: Set<string>): Message {
  const { id, ...rest } = message;
  if (id === undefined) return message;
  if (seen.has(id)) return rest;
  seen.add(id);
  return message;
}
