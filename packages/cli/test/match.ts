/**
 * Holds what an import recorded against what a blind counter states: every string in exactly one place.
 *
 * A place is one text of one entry, or a call, or a piece of reasoning. Each place takes one string, in the order of
 * the log; what is left over on either side is reported.
 */
import { isDeepStrictEqual } from 'node:util';
import type { BodyPart, Json } from '@daybook/core';
import * as claudeCode from './blind/claude-code.ts';
import * as codex from './blind/codex.ts';
import { type Expected, isFields } from './blind/expected.ts';
import type { Format } from './blind/fixtures.test-data.ts';
import * as openAiChat from './blind/openai-chat.ts';
import * as pi from './blind/pi.ts';
import type { Recorded } from './journal.ts';

export interface Differences {
  /** Stated, and in no place of that kind, role, native id and authority. */
  readonly missing: readonly string[];
  /** Texts in the journal that nobody stated: invented, or said twice. */
  readonly unstated: readonly string[];
  /** Entries with authority that hold no words with authority. */
  readonly promoted: readonly string[];
}

const counters: Record<Format, (fileText: string) => readonly Expected[]> = {
  'claude-code': claudeCode.expectedStrings,
  codex: codex.expectedStrings,
  pi: pi.expectedStrings,
  'openai-chat': openAiChat.expectedStrings,
};

/** What the blind counter of the format states of a log. */
export function statedIn(format: Format, fileText: string): readonly Expected[] {
  return counters[format](fileText);
}

export function differences(stated: readonly Expected[], recorded: readonly Recorded[]): Differences {
  const places = recorded.flatMap(placesOf);
  const taken = new Map<Place, Expected>();
  const missing = stated.filter((said) => {
    const free = places.filter((place) => !taken.has(place) && fits(said, place));
    const place = free.find(({ text }) => text === said.text) ?? free[0];
    if (place !== undefined) taken.set(place, said);
    return place === undefined && said.optional === undefined;
  });
  const unstated = places.filter((place) => place.isStated && !taken.has(place));
  const promoted = recorded.filter(
    (entry) =>
      entry.seal.authority !== 'none' &&
      entry.text.trim() !== '' &&
      !places.some((place) => place.entry === entry && hasAuthority(taken.get(place))),
  );
  return {
    missing: missing.map(({ line, kind, role, text }) => `line ${line} ${kind} ${role} ${brief(text)}`),
    unstated: unstated.map(({ entry, text }) => `${nameOf(entry)} ${brief(text)}`),
    promoted: promoted.map((entry) => `${nameOf(entry)} ${brief(entry.text)}`),
  };
}

interface Place {
  readonly entry: Recorded;
  readonly text: string;
  readonly input?: Json;
  /** Counters state every one of these; not blank texts, and not the strings inside data. */
  readonly isStated: boolean;
}

function placesOf(entry: Recorded): readonly Place[] {
  const { body } = entry;
  switch (body.kind) {
    case 'message':
    case 'derived':
      return partPlaces(entry, body.parts);
    case 'tool-result':
      return partPlaces(entry, body.output);
    case 'tool-call':
      return [{ entry, text: body.name, input: body.input, isStated: true }];
    case 'reasoning':
      return [{ entry, text: '', isStated: true }];
    case 'artifact':
    case 'opaque':
    case 'event':
      return [];
  }
}

function partPlaces(entry: Recorded, parts: readonly BodyPart[]): readonly Place[] {
  return parts.flatMap((part): readonly Place[] => {
    if (part.type === 'text') return [{ entry, text: part.text, isStated: part.text.trim() !== '' }];
    if (part.type === 'file') return [];
    return stringsIn(part.value).map((text) => ({ entry, text, isStated: false }));
  });
}

function stringsIn(value: Json): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(stringsIn);
  return isFields(value) ? Object.values(value as Record<string, Json>).flatMap(stringsIn) : [];
}

function fits(said: Expected, { entry: { seal }, text, input }: Place): boolean {
  const isReading = [said, ...(said.alternatives ?? [])].some(
    ({ kind, role }) => kind === seal.kind && role === seal.role,
  );
  const isNamed = [said, ...(said.copies ?? [])].some(({ nativeId }) => nativeId === seal.links.nativeId);
  const isInput = said.kind !== 'tool-call' || isDeepStrictEqual(input, said.input);
  return isReading && isNamed && isInput && text.includes(said.text) && isOfAuthority(said, seal.authority);
}

function isOfAuthority(said: Expected, authority: string): boolean {
  if (said.delegated) return authority === 'delegated';
  if (said.authoritative && authority === said.role) return true;
  // Where it is not sure that something was said at all, an importer may leave its authority out.
  return authority === 'none' && (!said.authoritative || said.optional === true);
}

function hasAuthority(said: Expected | undefined): boolean {
  return said?.authoritative === true || said?.delegated === true;
}

function nameOf({ scope, seq, seal }: Recorded): string {
  return `${scope.lane}/${scope.branch} e${seq} ${seal.kind} ${seal.role} ${seal.authority}`;
}

function brief(text: string): string {
  return JSON.stringify(text.slice(0, 80));
}
