/**
 * Response items of Codex as messages: one item is one message.
 *
 * Invariant: nothing sealed is read. Encrypted reasoning is dropped, a sealed window is carried whole.
 */
import type { FilePart, Json, Message, MessagePart, Status, TextPart, ToolResultPart } from '@daybook/core';
import { codexMarks, editorBeginning, frameworkResults, requestHeading, sealedItems } from './codex.data.ts';
import {
  fileAt,
  type JsonObject,
  listOf,
  objectOf,
  ownWords,
  parseArguments,
  software,
  stringOf,
  words,
} from './text.ts';

/** The message of an item; undefined for a kind of item this reader does not know. */
export function messageOf(item: JsonObject, line: number): Message | undefined {
  const type = stringOf(item.type) ?? '';
  if (type === 'message') return talk(item);
  if (type === 'reasoning') return assistant([{ type: 'reasoning', text: reasoningText(item) }]);
  if (type === 'agent_message') return { role: 'user', parts: textsOf(item.content).map(words) };
  if (sealedItems.has(type)) return assistant(sealedParts(item));
  const call = callOf(type, item, line);
  if (call !== undefined) return assistant(call);
  const result = resultOf(type, item);
  return result === undefined ? undefined : { role: 'tool', parts: [result] };
}

/** The person's words in a text of the user role. */
export function codexWords(text: string): readonly TextPart[] {
  if (text.trimStart().startsWith(editorBeginning)) {
    const heading = requestHeading.exec(text);
    if (heading === null) return [software(text)];
    const from = heading.index + heading[0].length;
    return [software(text.slice(0, from)), ...(from < text.length ? [words(text.slice(from))] : [])];
  }
  return ownWords(text, codexMarks);
}

/** All text of a message but the marks around its images: what an event for display repeats. */
export function textOfMessage(message: Message): string {
  return message.parts
    .map((part) => (part.type === 'text' && !/^<\/?image\b[^>]*>$/.test(part.text.trim()) ? part.text : ''))
    .join('');
}

export function sealedParts(item: JsonObject): readonly MessagePart[] {
  return typeof item.encrypted_content === 'string' ? [{ type: 'opaque', provider: 'openai', item }] : [];
}

export function imageAt(url: string): FilePart {
  return fileAt(url, 'image/*');
}

function assistant(parts: readonly MessagePart[]): Message {
  return { role: 'assistant', parts };
}

function talk(item: JsonObject): Message | undefined {
  const { role } = item;
  if (role !== 'user' && role !== 'assistant' && role !== 'system' && role !== 'developer') return undefined;
  const text = role === 'user' ? codexWords : (value: string) => [words(value)];
  if (typeof item.content === 'string') return { role, parts: text(item.content) };
  return { role, parts: listOf(item.content).flatMap((content) => contentParts(content, text)) };
}

function contentParts(content: Json, text: (value: string) => readonly TextPart[]): readonly MessagePart[] {
  const value = objectOf(content);
  const said = stringOf(value?.text) ?? stringOf(value?.refusal);
  if (said !== undefined) return text(said);
  if (value?.type === 'input_image' && typeof value.image_url === 'string') return [imageAt(value.image_url)];
  return value?.type === 'encrypted_content' ? [] : [{ type: 'data', value: content }];
}

function reasoningText(item: JsonObject): string {
  return [...textsOf(item.summary), ...textsOf(item.content)].join('\n');
}

function textsOf(list: Json | undefined): readonly string[] {
  return listOf(list).flatMap((entry) => stringOf(objectOf(entry)?.text) ?? []);
}

function callOf(type: string, item: JsonObject, line: number): readonly MessagePart[] | undefined {
  // Calls the provider ran itself may have no id; their line tells them apart.
  const callId = stringOf(item.call_id) ?? stringOf(item.id) ?? `${type}-${line}`;
  const call = (name: string, input: Json): MessagePart => ({ type: 'tool-call', callId, name, input });
  switch (type) {
    case 'function_call':
      return [call(stringOf(item.name) ?? '', parseArguments(item.arguments))];
    case 'custom_tool_call':
      return [call(stringOf(item.name) ?? '', item.input ?? '')];
    case 'local_shell_call':
      return [call('local_shell', item.action ?? {})];
    case 'web_search_call':
      return [call('web_search', item.action ?? {})];
    case 'tool_search_call':
      return [call('tool_search', parseArguments(item.arguments))];
    case 'image_generation_call': {
      const made = stringOf(item.result);
      const input = item.revised_prompt === undefined ? {} : { revised_prompt: item.revised_prompt };
      const image: FilePart = { type: 'file', mediaType: 'image/png', data: made ?? '' };
      const output: MessagePart = { type: 'tool-result', callId, output: [image], status: 'returned' };
      return made === undefined
        ? [call('image_generation', input)]
        : [call('image_generation', input), output];
    }
  }
  return undefined;
}

function resultOf(type: string, item: JsonObject): ToolResultPart | undefined {
  const callId = stringOf(item.call_id) ?? '';
  if (type === 'tool_search_output') {
    const output = [{ type: 'data' as const, value: item.tools ?? [] }];
    return { type: 'tool-result', callId, output, status: 'returned' };
  }
  if (type !== 'function_call_output' && type !== 'custom_tool_call_output') return undefined;
  const wrapped = objectOf(item.output);
  const output = outputParts(wrapped?.content ?? item.output);
  const status = wrapped?.success === false ? 'error' : statusOf(output);
  return { type: 'tool-result', callId, output, status };
}

function outputParts(output: Json | undefined): ToolResultPart['output'] {
  if (typeof output === 'string') return [words(output)];
  if (output === undefined || output === null) return [];
  if (!Array.isArray(output)) return [{ type: 'data', value: output }];
  return listOf(output).flatMap(
    (content) => contentParts(content, (text) => [words(text)]) as ToolResultPart['output'],
  );
}

function statusOf(output: ToolResultPart['output']): Status {
  const first = output[0];
  const text = first?.type === 'text' ? first.text : '';
  return frameworkResults.find(({ says }) => says.test(text))?.status ?? 'returned';
}
