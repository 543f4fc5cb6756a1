/**
 * What a scenario means, stated by hand: who said what in which order, and what was edited.
 *
 * Invariant: nothing here looks at what the SDK handed over. Forks and lanes are counted from the conversations
 * that are stated, never from lists that were compared.
 */
import type { Json } from '@daybook/core';
import type { HeaderIntent, Intent, Said } from '@daybook/testkit';

export type Utterance = Omit<Said, 'times'>;

export interface Further {
  /** Conversations that share the first `after` utterances of the main one and go on otherwise. */
  readonly branches?: readonly { readonly after: number; readonly goesOn: readonly Utterance[] }[];
  /** Conversations of their own on the same session: a title, a sub-agent. */
  readonly lanes?: readonly (readonly Utterance[])[];
  /** Answers that were cut short and thrown away: said, but no part of a conversation. */
  readonly cutShort?: readonly Utterance[];
  readonly headers?: HeaderIntent;
  readonly revised?: number;
  readonly inserted?: number;
  readonly ambiguous?: 'any';
}

export function intent(main: readonly Utterance[], further: Further = {}): Intent {
  const { branches = [], lanes = [], cutShort = [] } = further;
  return {
    said: tally([main, ...branches.map(({ goesOn }) => goesOn), ...lanes, cutShort].flat()),
    paths: [main, ...branches.map(({ after, goesOn }) => [...main.slice(0, after), ...goesOn]), ...lanes].map(
      wordingOf,
    ),
    headers: further.headers ?? { texts: [], atLeast: 0, atMost: 0 },
    forks: branches.length,
    auxiliaryLanes: lanes.length,
    revised: further.revised ?? 0,
    inserted: further.inserted ?? 0,
    ambiguous: further.ambiguous ?? 0,
  };
}

/** System text in front, journaled exactly that often. */
export function header(texts: readonly string[], times: number = texts.length): HeaderIntent {
  return { texts, atLeast: times, atMost: times };
}

export function system(text: string): Utterance {
  return { text, kind: 'message', role: 'system' };
}

export function user(text: string): Utterance {
  return { text, kind: 'message', role: 'user' };
}

export function assistant(text: string): Utterance {
  return { text, kind: 'message', role: 'assistant' };
}

/** A tool call is known by its id. */
export function call(callId: string): Utterance {
  return { text: callId, kind: 'tool-call', role: 'assistant' };
}

/** A tool result: a text, or a JSON value in canonical form. */
export function result(output: Json): Utterance {
  return { text: typeof output === 'string' ? output : canonical(output), kind: 'tool-result', role: 'tool' };
}

/** What a tool message holds beside results. */
export function toolNote(data: Json): Utterance {
  return { text: canonical(data), kind: 'message', role: 'tool' };
}

function tally(utterances: readonly Utterance[]): Said[] {
  const said = new Map<string, Said>();
  for (const utterance of utterances) {
    const key = JSON.stringify([utterance.kind, utterance.role, utterance.text]);
    said.set(key, { ...utterance, times: (said.get(key)?.times ?? 0) + 1 });
  }
  return [...said.values()];
}

function wordingOf(conversation: readonly Utterance[]): string[] {
  return conversation.flatMap(({ kind, role, text }) =>
    kind === 'message' && role !== 'tool' ? [text] : [],
  );
}

/** Sorted keys are all that canonical JSON asks of the plain values that scenarios use. */
function canonical(value: Json): string {
  return JSON.stringify(value, (_key, member: Json) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
}
