/**
 * Content of Claude Code lines as message parts: whose words a text holds, and what became of a call.
 *
 * Invariant: every text of the content stands in exactly one part, but for the reason behind a refused call: it is
 * a part of the result and the person's own words. Copies in `toolUseResult` are not read.
 */
import type { Json, MessagePart, Status, TextPart, ToolResultPart } from '@daybook/core';
import {
  abortedBeginnings,
  claudeCodeMarks,
  deniedBeginnings,
  programCommands,
  reasonMarkers,
  reasonTrailers,
} from './claude-code.data.ts';
import {
  fileAt,
  type JsonObject,
  listOf,
  objectOf,
  opensWith,
  ownWords,
  software,
  stringOf,
  words,
} from './text.ts';

/** Parts of a line in the user role; `meta` when the program wrote the line. */
export function userParts(content: Json | undefined, meta: boolean): readonly MessagePart[] {
  const text = (value: string) => (meta ? [software(value)] : personWords(value));
  if (typeof content === 'string') return text(content);
  return listOf(content).flatMap((block): readonly MessagePart[] => {
    const value = objectOf(block);
    if (typeof block === 'string') return text(block);
    if (value?.type === 'text') return text(stringOf(value.text) ?? '');
    if (value?.type === 'tool_result') return toolResult(value);
    return [contextPart(block)];
  });
}

/** Parts of an answer; `synthetic` when the program wrote it in the model's place. */
export function answerParts(content: Json | undefined, synthetic: boolean): readonly MessagePart[] {
  const text = synthetic ? software : words;
  if (typeof content === 'string') return [text(content)];
  return listOf(content).flatMap((block): readonly MessagePart[] => {
    const value = objectOf(block);
    switch (value?.type) {
      case 'text':
        return [text(stringOf(value.text) ?? '')];
      case 'thinking':
        return [{ type: 'reasoning', text: stringOf(value.thinking) ?? '' }];
      case 'redacted_thinking':
        return [{ type: 'reasoning', text: '' }];
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        return [
          {
            type: 'tool-call',
            callId: stringOf(value.id) ?? '',
            name: stringOf(value.name) ?? '',
            input: value.input ?? {},
          },
        ];
      default:
        return value !== undefined && typeof value.tool_use_id === 'string'
          ? toolResult(value)
          : [contextPart(block)];
    }
  });
}

/** The person's words in a text; what they gave a command of their own to say to the agent is theirs too. */
export function personWords(text: string): readonly TextPart[] {
  const echo = commandEcho(text);
  if (echo === undefined || echo.from === echo.to || programCommands.has(echo.name.replace(/^\//, '')))
    return ownWords(text, claudeCodeMarks);
  return [
    software(text.slice(0, echo.from)),
    words(text.slice(echo.from, echo.to)),
    software(text.slice(echo.to)),
  ];
}

/** What the person typed for this text to come about: `/name arguments` for the echo of a command. */
export function typedForm(text: string): string {
  const echo = commandEcho(text);
  if (echo !== undefined) return `${echo.name} ${text.slice(echo.from, echo.to)}`.trim();
  return /^<bash-input>(.*)<\/bash-input>$/s.exec(text.trim())?.[1] ?? text;
}

/** Whether a line holds results of calls and nothing else. */
export function holdsOnlyResults(parts: readonly MessagePart[]): boolean {
  return parts.length > 0 && parts.every((part) => part.type === 'tool-result');
}

interface CommandEcho {
  readonly name: string;
  /** Where the arguments stand in the text, without the blank space around them. */
  readonly from: number;
  readonly to: number;
}

function commandEcho(text: string): CommandEcho | undefined {
  const head = text.trimStart();
  if (!['command-name', 'command-message', 'command-args'].some((tag) => opensWith(head, tag)))
    return undefined;
  const name = /<command-name>\s*([^<]*?)\s*<\/command-name>/.exec(text)?.[1] ?? '';
  const open = text.indexOf('<command-args>');
  const close = text.lastIndexOf('</command-args>');
  if (open < 0 || close < open) return { name, from: 0, to: 0 };
  const inner = text.slice(open + '<command-args>'.length, close);
  const from = close - inner.trimStart().length;
  return { name, from, to: from + inner.trim().length };
}

/** The result as the model saw it, and behind it the reason where the person refused the call and said why. */
function toolResult(block: JsonObject): readonly (ToolResultPart | TextPart)[] {
  const output = outputParts(block.content);
  const said = output.map((part) => (part.type === 'text' ? part.text : '')).join('');
  const status = block.is_error === true ? statusOf(said) : 'returned';
  const callId = stringOf(block.tool_use_id) ?? '';
  const result: ToolResultPart = { type: 'tool-result', callId, output, status };
  const reason = status === 'denied' ? reasonIn(said) : '';
  return reason === '' ? [result] : [result, words(reason)];
}

function statusOf(said: string): Status {
  const begins = (beginnings: readonly string[]) => beginnings.some((text) => said.startsWith(text));
  if (begins(abortedBeginnings)) return 'aborted';
  return begins(deniedBeginnings) ? 'denied' : 'error';
}

function reasonIn(said: string): string {
  const marker = reasonMarkers.find((text) => said.includes(text));
  if (marker === undefined) return '';
  const behind = said.slice(said.indexOf(marker) + marker.length);
  const end = reasonTrailers.map((trailer) => behind.indexOf(trailer)).find((index) => index >= 0);
  return behind.slice(0, end).trim();
}

function outputParts(content: Json | undefined): ToolResultPart['output'] {
  if (content === undefined || content === null) return [];
  if (typeof content === 'string') return [words(content)];
  const blocks = Array.isArray(content) ? listOf(content) : [content];
  return blocks.map((block) => {
    const value = objectOf(block);
    if (typeof block === 'string') return words(block);
    return value?.type === 'text' ? words(stringOf(value.text) ?? '') : contextPart(block);
  });
}

/** Images and documents by their bytes or address; whatever else stands there as the value it is. */
function contextPart(block: Json): Extract<MessagePart, { type: 'data' | 'file' }> {
  const value = objectOf(block);
  const source = objectOf(value?.source);
  const name = stringOf(value?.title) ?? stringOf(value?.name);
  const mediaType =
    stringOf(source?.media_type) ?? (value?.type === 'image' ? 'image/*' : 'application/octet-stream');
  if (source?.type === 'base64' && typeof source.data === 'string')
    return { type: 'file', mediaType, data: source.data, ...(name === undefined ? {} : { name }) };
  if (source?.type === 'url' && typeof source.url === 'string') return fileAt(source.url, mediaType, name);
  return { type: 'data', value: block };
}
