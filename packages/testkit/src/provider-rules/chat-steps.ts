/**
 * Calls and results of the chat format that several providers share: calls in `tool_calls` of an assistant message,
 * results in messages of role `tool`.
 *
 * Invariant: every message of the list stands in exactly one step, as its leader or among its results.
 */
import { objectIn, objectsIn } from './reading.ts';
import type { Located } from './rule.ts';

/** A message that is no result, its calls, and the results right behind it. */
export interface ChatStep {
  /** Absent where the list begins with results. */
  readonly leader: Located | undefined;
  readonly calls: readonly Located[];
  readonly results: readonly Located[];
}

export function stepsOf(messages: readonly Located[]): ChatStep[] {
  const steps: { leader: Located | undefined; calls: Located[]; results: Located[] }[] = [];
  for (const message of messages)
    if (message.value.role !== 'tool') steps.push({ leader: message, calls: callsIn(message), results: [] });
    else if (steps.length === 0) steps.push({ leader: undefined, calls: [], results: [message] });
    else steps.at(-1)?.results.push(message);
  return steps;
}

export function callsIn(message: Located): Located[] {
  return message.value.role === 'assistant' ? objectsIn(message, 'tool_calls') : [];
}

/** The part of a call or of a declared tool that holds its name. */
export function namedIn(node: Located): Located | undefined {
  return objectIn(node, 'function') ?? objectIn(node, 'custom');
}
