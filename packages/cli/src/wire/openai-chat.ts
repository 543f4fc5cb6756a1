/**
 * OpenAI Chat Completions: `messages`.
 *
 * Invariant: system and developer messages keep their role and their place, and no two messages are joined, but for an
 * assistant that speaks on behind its own calls. Pictures and files stand in messages of the user only.
 */
import type { Message } from '@daybook/core';
import { asText, bytesOf, joinedText, PDF, PICTURES } from './content.ts';
import { type Call, type Content, type Result, type Turn, turnsOf, type WireObject } from './turns.ts';

export interface OpenaiChatRequest {
  readonly messages: readonly WireObject[];
}

const LIMITS = { callId: /^[\w-]{1,40}$/, toolName: /^[\w-]{1,64}$/ };

export function openaiChat(messages: readonly Message[]): OpenaiChatRequest {
  return { messages: turnsOf(messages, LIMITS).flatMap(messagesOf) };
}

/** An assistant message of the chat format that several providers share. */
export function assistantMessage(parts: readonly (Content | Call)[]): WireObject {
  const content = parts.filter((part) => part.type !== 'call');
  const calls = parts.filter((part) => part.type === 'call').map(toolCall);
  return {
    role: 'assistant',
    content: content.length === 0 ? null : chatContent(content, chatText),
    ...(calls.length > 0 && { tool_calls: calls }),
  };
}

/** A lone text as a string, everything else as a list of parts. */
export function chatContent(
  parts: readonly Content[],
  partOf: (part: Content) => WireObject,
): string | readonly WireObject[] {
  const [only, ...others] = parts.map(partOf);
  if (!only) return '';
  return others.length === 0 && typeof only.text === 'string' ? only.text : [only, ...others];
}

export function chatText(part: Content): WireObject {
  return { type: 'text', text: asText(part) };
}

/** The arguments of a call, as the string that OpenAI and its relatives send. A string never was JSON. */
export function argumentsOf({ input }: Call): string {
  return typeof input === 'string' ? input : JSON.stringify(input);
}

export function dataUrl(mediaType: string, data: string): string {
  return `data:${mediaType};base64,${data}`;
}

function messagesOf(turn: Turn): WireObject[] {
  if (turn.role === 'tool') return turn.parts.map(toolMessage);
  if (turn.role === 'assistant') return [assistantMessage(turn.parts)];
  return [{ role: turn.role, content: chatContent(turn.parts, turn.role === 'user' ? userPart : chatText) }];
}

function toolMessage({ id, output }: Result): WireObject {
  return { role: 'tool', tool_call_id: id, content: joinedText(output) };
}

function toolCall(call: Call): WireObject {
  return { id: call.id, type: 'function', function: { name: call.name, arguments: argumentsOf(call) } };
}

function userPart(part: Content): WireObject {
  const data = part.type === 'file' ? bytesOf(part) : undefined;
  if (part.type !== 'file' || data === undefined) return chatText(part);
  const url = dataUrl(part.mediaType, data);
  if (PICTURES.has(part.mediaType)) return { type: 'image_url', image_url: { url } };
  if (part.mediaType !== PDF) return chatText(part);
  return { type: 'file', file: { filename: part.name ?? 'document.pdf', file_data: url } };
}
