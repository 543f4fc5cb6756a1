/**
 * OpenAI Responses: `input`, for tests only.
 *
 * Invariant: items carry no id of their own, so none is called separated from reasoning that is not at hand.
 */
import type { Message } from '@daybook/core';
import { asText, bytesOf, joinedText, PDF, PICTURES } from '../../src/wire/content.ts';
import { argumentsOf, dataUrl } from '../../src/wire/openai-chat.ts';
import { type Content, type Turn, turnsOf, type WireObject } from '../../src/wire/turns.ts';

const LIMITS = { callId: /^[\w-]{1,64}$/, toolName: /^[\w-]{1,64}$/ };

export function openaiResponses(messages: readonly Message[]): { readonly input: readonly WireObject[] } {
  return { input: turnsOf(messages, LIMITS).flatMap(itemsOf) };
}

function itemsOf(turn: Turn): WireObject[] {
  switch (turn.role) {
    case 'tool':
      return turn.parts.map(({ id, output }) => ({
        type: 'function_call_output',
        call_id: id,
        output: output.some((part) => part.type === 'file') ? output.map(inputPart) : joinedText(output),
      }));
    case 'assistant':
      return turn.parts.map((part) =>
        part.type === 'call'
          ? { type: 'function_call', call_id: part.id, name: part.name, arguments: argumentsOf(part) }
          : { role: 'assistant', content: [{ type: 'output_text', text: asText(part) }] },
      );
    case 'user':
      return [{ role: 'user', content: turn.parts.map(inputPart) }];
    default:
      return [{ role: turn.role, content: turn.parts.map(inputText) }];
  }
}

function inputPart(part: Content): WireObject {
  const data = part.type === 'file' ? bytesOf(part) : undefined;
  if (part.type !== 'file' || data === undefined) return inputText(part);
  const url = dataUrl(part.mediaType, data);
  if (PICTURES.has(part.mediaType)) return { type: 'input_image', image_url: url };
  if (part.mediaType !== PDF) return inputText(part);
  return { type: 'input_file', filename: part.name ?? 'document.pdf', file_data: url };
}

function inputText(part: Content): WireObject {
  return { type: 'input_text', text: asText(part) };
}
