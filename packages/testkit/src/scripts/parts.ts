/**
 * Short ways to write messages and parts, and to read their wording.
 *
 * Invariant: texts hold no line end, because a line end is what joins the text parts of one entry.
 */
import type {
  Json,
  Message,
  MessagePart,
  ReasoningPart,
  Role,
  Status,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '@daybook/core';

export function message(role: Role, ...parts: readonly (string | MessagePart)[]): Message {
  return { role, parts: parts.map((part) => (typeof part === 'string' ? text(part) : part)) };
}

export function text(value: string): TextPart {
  if (value.includes('\n')) throw new TypeError('a text of a script holds no line end');
  return { type: 'text', text: value };
}

export function toolCall(callId: string, input: Json = { query: callId }, name = 'lookup'): ToolCallPart {
  return { type: 'tool-call', callId, name, input };
}

export function toolResult(callId: string, output: string, status: Status = 'returned'): ToolResultPart {
  return { type: 'tool-result', callId, name: 'lookup', output: [text(output)], status };
}

export function reasoning(value: string): ReasoningPart {
  return { type: 'reasoning', text: value };
}

/** The visible texts of some parts in order; empty ones say nothing. */
export function wordingOf(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' && part.text !== '' ? [part.text] : []));
}
