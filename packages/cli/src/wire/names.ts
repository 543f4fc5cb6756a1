/**
 * Ids of calls and names of tools in the alphabet of a provider.
 *
 * Invariant: what fits is left as it is. A new id comes from the old one and from the list in front of it, so the
 * beginning of a list keeps its ids while the list grows.
 */
import { createHash } from 'node:crypto';

/** Gives every call of a list an id that fits and that no earlier call of the list has. */
export function fittingIds(pattern: RegExp): (callId: string) => string {
  const taken = new Set<string>();
  const rounds = new Map<string, number>(); // Logs may have thousands of calls with one id.
  return (callId) => {
    let id = callId;
    let round = rounds.get(callId) ?? 0;
    while (!pattern.test(id) || taken.has(id)) id = newId(callId, round++);
    rounds.set(callId, round);
    taken.add(id);
    return id;
  };
}

/** A name with an underscore for what does not fit. */
export function fittingName(name: string, pattern: RegExp): string {
  if (pattern.test(name)) return name;
  const near = name.slice(0, 64).replace(/[^\w-]/g, '_');
  return pattern.test(near) ? near : `_${near}`.slice(0, 64);
}

/** Nine letters and digits: an id that every provider takes. */
function newId(callId: string, round: number): string {
  return createHash('sha256').update(`${round} ${callId}`).digest('hex').slice(0, 9);
}
