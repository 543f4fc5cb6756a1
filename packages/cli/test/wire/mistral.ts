/**
 * Mistral chat completions: `messages`, for tests only.
 *
 * Invariant: user and assistant take turns. The service refused a user behind a result, so where a user speaks there a
 * constant assistant message says that no answer stands between.
 */
import type { Message } from '@daybook/core';
import { bytesOf, joinedText, PICTURES, systemText } from '../../src/wire/content.ts';
import { assistantMessage, chatContent, chatText, dataUrl } from '../../src/wire/openai-chat.ts';
import {
  type Content,
  headerOf,
  type Result,
  type Turn,
  turnsOf,
  type WireObject,
} from '../../src/wire/turns.ts';

type SpokenTurn = Extract<Turn, { role: 'user' | 'assistant' | 'tool' }>;

const LIMITS = { callId: /^[a-zA-Z0-9]{9}$/, toolName: /^[\w-]{1,64}$/ };
const NO_ANSWER: WireObject = { role: 'assistant', content: '[no answer]' };

export function mistral(messages: readonly Message[]): { readonly messages: readonly WireObject[] } {
  const { header, talk } = headerOf(turnsOf(messages, LIMITS));
  const system = header.length === 0 ? [] : [{ role: 'system', content: chatContent(header, chatText) }];
  const list = alternating(talk).flatMap((turn, index, turns): WireObject[] => {
    if (turn.role === 'tool') return turn.parts.map(toolMessage);
    if (turn.role === 'assistant') return [assistantMessage(turn.parts)];
    const user = { role: 'user', content: chatContent(turn.parts, userPart) };
    return turns[index - 1]?.role === 'tool' ? [NO_ANSWER, user] : [user];
  });
  return { messages: [...system, ...list] };
}

/** Neighbours of one role joined. System text in the middle becomes text of the user. */
function alternating(talk: readonly Turn[]): SpokenTurn[] {
  const list: SpokenTurn[] = [];
  for (const turn of talk.map(spoken)) {
    const last = list.at(-1);
    if (last?.role === 'user' && turn.role === 'user')
      list[list.length - 1] = { role: 'user', parts: [...last.parts, ...turn.parts] };
    else if (last?.role === 'assistant' && turn.role === 'assistant')
      list[list.length - 1] = { role: 'assistant', parts: [...last.parts, ...turn.parts] };
    else list.push(turn);
  }
  return list;
}

function spoken(turn: Turn): SpokenTurn {
  switch (turn.role) {
    case 'system':
    case 'developer':
      return { role: 'user', parts: turn.parts.map((part) => ({ type: 'text', text: systemText(part) })) };
    default:
      return turn;
  }
}

function toolMessage({ id, name, output }: Result): WireObject {
  return { role: 'tool', tool_call_id: id, name, content: joinedText(output) };
}

function userPart(part: Content): WireObject {
  const data = part.type === 'file' && PICTURES.has(part.mediaType) ? bytesOf(part) : undefined;
  if (part.type !== 'file' || data === undefined) return chatText(part);
  return { type: 'image_url', image_url: { url: dataUrl(part.mediaType, data) } };
}
