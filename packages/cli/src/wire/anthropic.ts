/**
 * Anthropic Messages: `system` and `messages`.
 *
 * Invariant: user and assistant take turns, results stand in front of what else the user turn holds, and no text is
 * blank: blank text is left out, and a turn of the user that holds nothing else says so.
 */
import type { FilePart, Message } from '@daybook/core';
import { asText, bytesOf, PDF, PICTURES, systemText } from './content.ts';
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

export interface AnthropicRequest {
  /** Text blocks; absent where there is no system text. */
  readonly system?: readonly WireObject[];
  readonly messages: readonly WireObject[];
}

interface Entry {
  readonly role: 'user' | 'assistant';
  readonly parts: readonly WireObject[];
}

const LIMITS = { callId: /^[\w-]{1,64}$/, toolName: /^[\w-]{1,64}$/ };

export function anthropic(messages: readonly Message[]): AnthropicRequest {
  const { header, talk } = headerOf(turnsOf(messages, LIMITS));
  const system = header.flatMap((part) => textBlock(asText(part)));
  const entries = talk.map(entryOf).filter(({ role, parts }) => role === 'user' || parts.length > 0);
  return {
    ...(system.length > 0 && { system }),
    messages: joined(entries).map(({ role, parts }) => ({
      role,
      content: parts.length > 0 ? parts : textBlock('[blank]'),
    })),
  };
}

function entryOf(turn: Turn): Entry {
  switch (turn.role) {
    case 'tool':
      return { role: 'user', parts: turn.parts.map(resultBlock) };
    case 'assistant':
      return { role: 'assistant', parts: turn.parts.flatMap(assistantBlock) };
    case 'user':
      return { role: 'user', parts: turn.parts.flatMap(mediaBlock) };
    default:
      return { role: 'user', parts: turn.parts.flatMap((part) => textBlock(systemText(part))) };
  }
}

function assistantBlock(part: Content | Call): WireObject[] {
  if (part.type !== 'call') return textBlock(asText(part));
  return [{ type: 'tool_use', id: part.id, name: part.name, input: objectInput(part) }];
}

function resultBlock({ id, output, status }: Result): WireObject {
  const isError = status !== 'returned';
  // A result that failed may hold text only, and not nothing.
  const blocks = output.flatMap((part) => (isError ? textBlock(asText(part)) : mediaBlock(part)));
  const content = blocks.length === 0 && isError ? textBlock(`[${status}]`) : blocks;
  return {
    type: 'tool_result',
    tool_use_id: id,
    ...(content.length > 0 && { content }),
    ...(isError && { is_error: true }),
  };
}

function mediaBlock(part: Content): WireObject[] {
  const type = part.type === 'file' ? blockType(part) : undefined;
  const data = part.type === 'file' ? bytesOf(part) : undefined;
  if (part.type !== 'file' || type === undefined || data === undefined) return textBlock(asText(part));
  return [{ type, source: { type: 'base64', media_type: part.mediaType, data } }];
}

function blockType({ mediaType }: FilePart): 'image' | 'document' | undefined {
  if (PICTURES.has(mediaType)) return 'image';
  return mediaType === PDF ? 'document' : undefined;
}

function textBlock(text: string): WireObject[] {
  return text.trim() === '' ? [] : [{ type: 'text', text }];
}
