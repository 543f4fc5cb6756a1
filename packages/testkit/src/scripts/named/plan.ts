/**
 * A named script: what the application does, and what was meant by it, written down apart from each other.
 *
 * Invariant: the intent of a named script is stated by hand; what the builder counts is only compared with it.
 */
import { Conversation } from '../builder.ts';
import type { ConversationOptions } from '../recording.ts';
import type { Intent, Said, Script } from '../script.ts';

export interface Plan {
  readonly name: string;
  readonly options?: ConversationOptions;
  readonly play: (conversation: Conversation) => Conversation;
  readonly intent: HandIntent;
}

/** Texts stand apart by blanks; a text that stands there twice was said twice. What is absent is none. */
export interface HandIntent {
  readonly user: string;
  readonly assistant?: string;
  readonly system?: string;
  readonly calls?: string;
  readonly results?: string;
  readonly paths: readonly string[];
  readonly headers?: Intent['headers'];
  readonly forks?: number;
  readonly auxiliaryLanes?: number;
  readonly revised?: number;
  readonly inserted?: number;
  readonly ambiguous?: number;
}

/** The script with the intent stated by hand, and the intent as the builder counted it. */
export function play({ name, options, play, intent }: Plan): { script: Script; counted: Intent } {
  const { calls, intent: counted } = play(new Conversation(options)).script(name);
  return { script: { name, calls, intent: intentOf(intent) }, counted };
}

function intentOf(hand: HandIntent): Intent {
  return {
    said: [
      ...saidOf('message', 'system', hand.system),
      ...saidOf('message', 'user', hand.user),
      ...saidOf('message', 'assistant', hand.assistant),
      ...saidOf('tool-call', 'assistant', hand.calls),
      ...saidOf('tool-result', 'tool', hand.results),
    ],
    paths: hand.paths.map(textsOf),
    headers: hand.headers ?? { texts: [], atLeast: 0, atMost: 0 },
    forks: hand.forks ?? 0,
    auxiliaryLanes: hand.auxiliaryLanes ?? 0,
    revised: hand.revised ?? 0,
    inserted: hand.inserted ?? 0,
    ambiguous: hand.ambiguous ?? 0,
  };
}

function saidOf(kind: Said['kind'], role: Said['role'], texts = ''): Said[] {
  const times = new Map<string, number>();
  for (const text of textsOf(texts)) times.set(text, (times.get(text) ?? 0) + 1);
  return [...times].map(([text, count]) => ({ text, kind, role, times: count }));
}

function textsOf(texts: string): string[] {
  return texts.split(' ').filter((text) => text !== '');
}
