/**
 * The text of a fact: one derived body with its claim, subject and terms. The delta holds no text, only its content id,
 * so the body can be erased and every hash still holds.
 */
import { isJsonObject, type Json } from '../base/json.ts';
import type { Body } from '../journal/body.ts';

export interface FactText {
  /** One sentence, secrets hidden. */
  readonly claim: string;
  readonly subject: string;
  readonly terms: readonly string[];
  /** Lines of the cited result that say what failed, secrets hidden (C8). */
  readonly lines?: readonly string[];
}

export function factBody(text: FactText): Body {
  return { kind: 'derived', parts: [{ type: 'data', value: { ...text } as unknown as Json }] };
}

/** @returns undefined when the body is no text of a fact */
export function factTextIn(body: Body): FactText | undefined {
  if (body.kind !== 'derived' || body.parts.length !== 1) return undefined;
  const [part] = body.parts;
  if (part?.type !== 'data' || !isJsonObject(part.value)) return undefined;
  const { claim, subject, terms, lines } = part.value;
  const sound = typeof claim === 'string' && typeof subject === 'string' && areTexts(terms);
  return sound && (lines === undefined || areTexts(lines)) ? (part.value as unknown as FactText) : undefined;
}

function areTexts(value: Json | undefined): boolean {
  return Array.isArray(value) && value.every((text) => typeof text === 'string');
}
