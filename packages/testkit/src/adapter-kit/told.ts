/**
 * What was said and done, one line for each part: as it was scripted, and as it is on record.
 *
 * Invariant: the same part has the same line on both sides.
 */
import { type Authority, type Body, isJsonObject, type Json, type Kind, type Role } from '@daybook/core';
import type { KitPart } from './harness.ts';
import type { SessionRecord } from './record.ts';
import { outcomeOf, type Turn } from './talk.ts';

/** What somebody said or did, in a form that a failed comparison can show. */
export type Told = readonly [kind: Kind, role: Role | null, authority: Authority, what: string];

/** What was said and done in a lane, each part once, without the header and without what daybook wrote itself. */
export function toldIn(record: SessionRecord, lane = 'main'): Told[] {
  return record.entries
    .filter((entry) => entry.lane === lane && !entry.isHeader && !OWN.includes(entry.kind))
    .map(({ kind, role, authority, body }): Told => [kind, role, authority, whatOf(body)]);
}

/** The same for whole turns that happened as they are scripted. */
export function toldOf(turns: readonly Turn[]): Told[] {
  return turns.flatMap(({ words, steps }) => [toldWords(words), ...steps.flatMap(toldStep)]);
}

export function toldWords(words: string): Told {
  return ['message', 'user', 'user', words];
}

/** An answer and the results of its calls. */
export function toldStep(parts: readonly KitPart[]): Told[] {
  const results = parts.flatMap((part): Told[] => {
    if (part.type !== 'tool-call') return [];
    const { status, text } = outcomeOf(part.name, part.input);
    return [['tool-result', 'tool', 'none', `${part.callId} ${status} ${text}`]];
  });
  return [...parts.map(toldPart), ...results];
}

export function toldPart(part: KitPart): Told {
  switch (part.type) {
    case 'text':
      return ['message', 'assistant', 'none', part.text];
    case 'reasoning':
      return ['reasoning', 'assistant', 'none', `${part.text.length} characters`];
    case 'tool-call':
      return ['tool-call', 'assistant', 'none', callText(part.callId, part.name, part.input)];
    case 'opaque':
      return ['opaque', 'assistant', 'none', plain(part.item)];
  }
}

const OWN: readonly Kind[] = ['event', 'derived'];

export function whatOf(body: Body): string {
  switch (body.kind) {
    case 'message':
    case 'derived':
      return body.parts.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part))).join('\n');
    case 'tool-call':
      return callText(body.callId, body.name, body.input);
    case 'tool-result': {
      const text = body.output.map((part) => (part.type === 'text' ? part.text : JSON.stringify(part)));
      return `${body.callId} ${body.status} ${text.join('\n')}`;
    }
    case 'reasoning':
      return `${body.length} characters`;
    case 'opaque':
      return plain(body.item);
    default:
      return JSON.stringify(body);
  }
}

function callText(callId: string, name: string, input: Json): string {
  return `${callId} ${name} ${plain(input)}`;
}

/** Equal values have equal texts, whatever the order of their members. */
function plain(value: Json): string {
  return JSON.stringify(value, (_, inner) =>
    isJsonObject(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
