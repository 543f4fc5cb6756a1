/**
 * OpenAI chat messages: one document that is a list of them, or holds it under `messages`, `history`
 * (SWE-agent) or `traj` (tau-bench).
 *
 * Only that list is read: what such a document says elsewhere (trajectories, thoughts, actions) repeats it.
 * Call ids are left as they are, also where a log gives one id to several calls.
 */
import type { FilePart, Json, Message, MessagePart, Role, TextPart } from '@daybook/core';
import { isAiSdkMessage } from './ai-sdk.ts';
import type { DocumentFormat, LogReader } from './format.ts';
import { foreignParts, softwareBeginnings, softwareKinds } from './openai-chat.data.ts';
import {
  fileAt,
  type JsonObject,
  listOf,
  objectOf,
  parseArguments,
  software,
  stringOf,
  unknownLines,
  words,
} from './text.ts';

export const openaiChat: DocumentFormat = {
  name: 'openai-chat',
  shape: 'document',
  paths: [['messages'], ['history'], ['traj'], []],
  sessionOf: () => undefined,
  detect: (head) => listsIn(head).some((list) => list.some(isChatMessage) && !list.some(isForeign)),
  reader,
};

const ROLES = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

/** Where the list may be: the values themselves, a value that is a list, or a list under one of the keys. */
function listsIn(head: readonly unknown[]): readonly (readonly unknown[])[] {
  const inside = head.flatMap((value) => {
    const held = openaiChat.paths.map(([key]) => (key === undefined ? value : objectOf(value)?.[key]));
    return held.filter((list) => Array.isArray(list));
  });
  return [...inside, head];
}

function isChatMessage(value: unknown): boolean {
  const message = objectOf(value);
  if (message === undefined || 'type' in message || !ROLES.includes(stringOf(message.role) ?? ''))
    return false;
  return 'content' in message || 'tool_calls' in message || 'function_call' in message;
}

function isForeign(value: unknown): boolean {
  return foreignPartsOf(objectOf(value)?.content).length > 0 || isAiSdkMessage(value);
}

function foreignPartsOf(content: Json | undefined): string[] {
  const types = listOf(content).map((part) => stringOf(objectOf(part)?.type) ?? '');
  return types.filter((type) => foreignParts.has(type));
}

function reader(): LogReader {
  const unknown = unknownLines();
  const isSoftware = observations();
  return (value, line) => {
    const native = objectOf(value);
    const role = stringOf(native?.role) ?? '';
    if (native === undefined || !ROLES.includes(role)) return unknown(`role ${role}`, line);
    const text = isSoftware(native) ? software : wordsOrSoftware;
    const parts =
      role === 'tool' || role === 'function'
        ? [resultOf(native)]
        : [
            ...reasoningOf(native),
            ...contentOf(native.content, text),
            ...refusalOf(native),
            ...callsOf(native),
          ];
    // Without parts: an answer that was stopped before its first word, or said nothing. It was given all the same.
    const id = stringOf(native.id);
    const message: Message = {
      role: role === 'function' ? 'tool' : (role as Role),
      parts,
      ...(id === undefined ? {} : { id }),
    };
    // Kept as data, so that nothing is lost; but what calls and results say is not recognised.
    const foreign = foreignPartsOf(native.content).flatMap((type) => unknown(`part ${type}`, line));
    return [...foreign, { type: 'message', line, message, at: {} }];
  };
}

/**
 * Which messages SWE-agent filled in: worked examples, and what a command printed, which its text protocol
 * sends in the user role. The first message in that role that is no example sets the task, whatever its kind.
 */
function observations(): (native: JsonObject) => boolean {
  let hasTask = false;
  let acted = false;
  return (native) => {
    if (native.is_demo === true || native.message_type === 'demonstration') return true;
    if (native.role === 'assistant') acted = typeof native.action === 'string';
    if (native.role !== 'user') return false;
    const isTask = !hasTask;
    hasTask = true;
    return !isTask && (acted || softwareKinds.has(stringOf(native.message_type) ?? ''));
  };
}

function wordsOrSoftware(text: string): TextPart {
  return softwareBeginnings.some((beginning) => text.trimStart().startsWith(beginning))
    ? software(text)
    : words(text);
}

function resultOf(native: JsonObject): MessagePart {
  const name = stringOf(native.name);
  // A function result has no id: the name of its function stands for it, as it does on the call.
  const callId = stringOf(native.tool_call_id) ?? stringOf(listOf(native.tool_call_ids)[0]) ?? name ?? '';
  const output = contentOf(native.content, words).filter(
    (part) => part.type === 'text' || part.type === 'data' || part.type === 'file',
  );
  return { type: 'tool-result', callId, ...(name === undefined ? {} : { name }), output, status: 'returned' };
}

function callsOf(native: JsonObject): readonly MessagePart[] {
  const legacy = objectOf(native.function_call);
  const calls = listOf(native.tool_calls).map((value): MessagePart => {
    const call = objectOf(value) ?? {};
    const made = objectOf(call.function) ?? objectOf(call.custom) ?? {};
    const input = call.custom === undefined ? parseArguments(made.arguments) : (made.input ?? '');
    return { type: 'tool-call', callId: stringOf(call.id) ?? '', name: stringOf(made.name) ?? '', input };
  });
  if (legacy === undefined) return calls;
  const name = stringOf(legacy.name) ?? '';
  return [...calls, { type: 'tool-call', callId: name, name, input: parseArguments(legacy.arguments) }];
}

/** Reasoning under the names that providers of this shape gave it. */
function reasoningOf(native: JsonObject): readonly MessagePart[] {
  const text = stringOf(native.reasoning_content) ?? stringOf(native.reasoning);
  const blocks = listOf(native.thinking_blocks).map((block) => stringOf(objectOf(block)?.thinking) ?? '');
  const texts = text === undefined || text === '' ? blocks : [text];
  return texts.map((reasoning) => ({ type: 'reasoning', text: reasoning }));
}

function refusalOf(native: JsonObject): readonly MessagePart[] {
  const refusal = stringOf(native.refusal);
  return refusal === undefined || refusal === '' ? [] : [words(refusal)];
}

function contentOf(content: Json | undefined, text: (value: string) => TextPart): readonly MessagePart[] {
  if (typeof content === 'string') return content === '' ? [] : [text(content)];
  return listOf(content).map((part) => {
    const value = objectOf(part);
    if (typeof part === 'string') return text(part);
    const said = stringOf(value?.text) ?? stringOf(value?.refusal);
    if (said !== undefined) return text(said);
    return fileOf(value) ?? { type: 'data', value: part };
  });
}

function fileOf(value: JsonObject | undefined): FilePart | undefined {
  const image = stringOf(objectOf(value?.image_url)?.url) ?? stringOf(value?.image_url);
  if (image !== undefined) return fileAt(image, 'image/*');
  const audio = objectOf(value?.input_audio);
  if (typeof audio?.data === 'string')
    return { type: 'file', mediaType: `audio/${stringOf(audio.format) ?? '*'}`, data: audio.data };
  const file = objectOf(value?.file);
  const name = stringOf(file?.filename);
  return typeof file?.file_data === 'string'
    ? fileAt(file.file_data, 'application/octet-stream', name)
    : undefined;
}
