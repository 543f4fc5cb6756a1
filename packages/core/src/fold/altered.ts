/**
 * Words that the application changed or put in after they were recorded: an event holds the later form. Nobody said
 * them at that place, so they are no pins; a view that covers the place still has to show them.
 */
import { isJsonObject, type Json } from '../base/json.ts';
import type { RegionEntry } from './region.ts';

export interface Altered {
  /** Sequence of the event. */
  readonly entry: number;
  /** First entry of the group that it changes; null for what was put in. */
  readonly about: number | null;
  readonly from: string;
  readonly text: string;
  /** Content id of the event: whoever wrote the words cannot know it. */
  readonly content: string;
}

const SPEAKS: readonly unknown[] = ['user', 'system', 'developer'];

/** @returns undefined where nobody with authority speaks in it */
export function alteredWords({ seq, seal, body }: RegionEntry): Altered | undefined {
  if (body.kind !== 'event' || (body.event !== 'revised' && body.event !== 'inserted')) return undefined;
  const { role, form } = body;
  if (!SPEAKS.includes(role) || !Array.isArray(form)) return undefined;
  const text = form.flatMap(wordsIn).join('\n');
  if (text.trim() === '') return undefined;
  return { entry: seq, about: seal.links.about ?? null, from: String(role), text, content: seal.contentId };
}

function wordsIn(piece: Json): string[] {
  if (!isJsonObject(piece) || !SPEAKS.includes(piece.role) || !isJsonObject(piece.body)) return [];
  const { kind, parts } = piece.body;
  if (kind !== 'message' || !Array.isArray(parts)) return [];
  return parts.flatMap((part) => (isJsonObject(part) && typeof part.text === 'string' ? [part.text] : []));
}
