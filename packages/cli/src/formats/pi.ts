/**
 * pi session logs: one JSON value a line; a flat line in version 1, a tree by `id` and `parentId` after it.
 *
 * One entry is one message with the entry's own id. Entries without a message stay as nodes, because later
 * ones may name them as parent.
 */
import type { FilePart, Json, Message, MessagePart, Role, TextPart, Usage } from '@daybook/core';
import type { LineFormat, LogItem, LogReader, Placement } from './format.ts';
import { piMarks, quietEntries } from './pi.data.ts';
import {
  type JsonObject,
  listOf,
  numberOf,
  objectOf,
  ownWords,
  software,
  stringOf,
  timeOf,
  unknownLines,
  words,
} from './text.ts';

export const pi: LineFormat = {
  name: 'pi',
  shape: 'lines',
  sessionOf: (head) => stringOf(head.map(objectOf).find((line) => line?.type === 'session')?.id),
  detect: (head) => head.some(isPiLine),
  reader,
};

function isPiLine(value: unknown): boolean {
  const line = objectOf(value);
  if (line?.type === 'session') return typeof line.id === 'string' && objectOf(line.payload) === undefined;
  return line?.type === 'message' && typeof objectOf(line.message)?.role === 'string' && !('uuid' in line);
}

function reader(): LogReader {
  const unknown = unknownLines();
  return (value, number) => {
    const entry = objectOf(value);
    if (entry === undefined) return unknown('a value that is no object', number);
    const at = placementOf(entry);
    const type = stringOf(entry.type) ?? 'an entry without type';
    const message = messageOf(type, entry);
    // An answer stopped before its first word is a message without parts.
    if (message !== undefined && (message.parts.length > 0 || type === 'message')) {
      const id = stringOf(entry.id);
      const named = type === 'session' || id === undefined ? {} : { id };
      return [{ type: 'message', line: number, message: { ...message, ...named, ...whenSaid(entry) }, at }];
    }
    const role = stringOf(objectOf(entry.message)?.role);
    const isKnown = message !== undefined || type === 'session' || quietEntries.has(type);
    const kind = type === 'message' ? `message ${role}` : type;
    return [...(isKnown ? [] : unknown(kind, number)), ...nodeOf(number, at)];
  };
}

function nodeOf(line: number, at: Placement): readonly LogItem[] {
  return at.id === undefined ? [] : [{ type: 'node', line, at }];
}

function placementOf(entry: JsonObject): Placement {
  const id = entry.type === 'session' ? undefined : stringOf(entry.id);
  if (id === undefined) return {};
  const parent = entry.parentId === null ? null : stringOf(entry.parentId);
  return { id, ...(parent === undefined ? {} : { parent }) };
}

function whenSaid(entry: JsonObject): { readonly at?: number } {
  const written = timeOf(entry.timestamp);
  return written.at === undefined ? timeOf(objectOf(entry.message)?.timestamp) : written;
}

/** Undefined where the entry is no message this reader knows. */
function messageOf(type: string, entry: JsonObject): Message | undefined {
  if (type === 'message') return nativeMessage(objectOf(entry.message) ?? {});
  if (type === 'compaction' || type === 'branch_summary') return summaryOf(entry);
  if (type === 'custom_message') return byProgram(entry.content);
  const prompt = type === 'session' ? stringOf(entry.systemPrompt) : undefined;
  return prompt === undefined ? undefined : { role: 'system', parts: [words(prompt)] };
}

function nativeMessage(native: JsonObject): Message | undefined {
  switch (native.role) {
    case 'system':
    case 'developer':
      return { role: native.role, parts: partsOf(native.content, (text) => [words(text)]) };
    case 'user':
      return { role: 'user', parts: partsOf(native.content, (text) => ownWords(text, piMarks)) };
    case 'assistant':
      return answer(native);
    case 'toolResult':
      return toolResult(native);
    case 'bashExecution':
      // A command the person ran in the program: an echo, and no words to the agent.
      return byProgram([native.command ?? '', native.output ?? ''].filter((text) => text !== ''));
    case 'custom':
    case 'hookMessage':
      return byProgram(native.content);
    case 'branchSummary':
    case 'compactionSummary':
      return summaryOf(native);
  }
  return undefined;
}

function answer(native: JsonObject): Message {
  const usage = usageOf(native);
  // An answer that was stopped or failed: the next one follows it.
  const isCutShort = native.stopReason === 'aborted' || native.stopReason === 'error';
  return {
    role: 'assistant',
    parts: partsOf(native.content, (text) => [words(text)]),
    ...(usage === undefined ? {} : { usage }),
    ...(isCutShort ? { aborted: true } : {}),
  };
}

function usageOf(native: JsonObject): Usage | undefined {
  const usage = objectOf(native.usage);
  const input = numberOf(usage?.input) + numberOf(usage?.cacheRead) + numberOf(usage?.cacheWrite);
  const output = numberOf(usage?.output);
  const model = stringOf(native.model);
  return input + output === 0 ? undefined : { input, output, ...(model === undefined ? {} : { model }) };
}

function toolResult(native: JsonObject): Message {
  const name = stringOf(native.toolName);
  const output = partsOf(native.content, (text) => [words(text)]).filter(
    (part) => part.type === 'text' || part.type === 'data' || part.type === 'file',
  );
  const status = native.isError === true ? 'error' : 'returned';
  const callId = stringOf(native.toolCallId) ?? '';
  return {
    role: 'tool',
    parts: [{ type: 'tool-result', callId, ...(name === undefined ? {} : { name }), output, status }],
  };
}

function summaryOf(entry: JsonObject): Message {
  const text = stringOf(entry.summary) ?? '';
  return { role: 'user', parts: text === '' ? [] : [software(text)], derived: true };
}

function byProgram(content: Json | undefined): Message {
  const role: Role = 'user';
  return { role, parts: partsOf(content, (text) => [software(text)]) };
}

function partsOf(
  content: Json | undefined,
  text: (value: string) => readonly TextPart[],
): readonly MessagePart[] {
  if (typeof content === 'string') return text(content);
  return listOf(content).flatMap((block): readonly MessagePart[] => {
    const value = objectOf(block);
    if (typeof block === 'string') return text(block);
    switch (value?.type) {
      case 'text':
        return text(stringOf(value.text) ?? '');
      case 'thinking':
        return [{ type: 'reasoning', text: stringOf(value.thinking) ?? '' }];
      case 'toolCall':
        return [
          {
            type: 'tool-call',
            callId: stringOf(value.id) ?? '',
            name: stringOf(value.name) ?? '',
            input: value.arguments ?? {},
          },
        ];
      case 'image':
        return [imageOf(value)];
    }
    return [{ type: 'data', value: block }];
  });
}

function imageOf(value: JsonObject): FilePart {
  return { type: 'file', mediaType: stringOf(value.mimeType) ?? 'image/*', data: stringOf(value.data) ?? '' };
}
