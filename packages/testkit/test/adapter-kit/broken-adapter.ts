/**
 * A deliberately broken adapter: the reference adapter with one mistake.
 *
 * A kit that accepts one of these proves nothing about the promise that it breaks.
 */
import type { KitMessage, ScenarioName } from '../../src/index.ts';
import type { Steps } from './reference-adapter.ts';

export interface BrokenAdapter {
  /** What it does, behind the words "an adapter that". */
  readonly name: string;
  /** The suite of the adapter kit that must reject it. */
  readonly suite: ScenarioName;
  /** Makes the mistake for one process. */
  readonly lie: () => Partial<Steps>;
}

export type Part = KitMessage['parts'][number];

/** The messages with each part as the function gives it; messages that nothing is left of are gone. */
export function partByPart(
  messages: readonly KitMessage[],
  change: (part: Part, message: KitMessage) => readonly Part[],
): KitMessage[] {
  return messages
    .map((message) => ({ ...message, parts: message.parts.flatMap((part) => change(part, message)) }))
    .filter(({ parts }) => parts.length > 0);
}

export function without(messages: readonly KitMessage[], type: Part['type']): KitMessage[] {
  return partByPart(messages, (part) => (part.type === type ? [] : [part]));
}
