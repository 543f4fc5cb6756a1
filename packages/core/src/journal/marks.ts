/**
 * Which entries have a mark. Index data: it follows from the entry alone, so a restore gives the same marks.
 */
import type { Body } from './body.ts';
import type { Mark } from './rows.ts';
import type { Links } from './seal.ts';

const OF_EVENT: Readonly<Record<string, Mark>> = {
  usage: 'usage',
  fold: 'fold',
  adopted: 'adopted',
  ledger: 'ledger',
};

export function markOf(body: Body, links: Links): Mark | null {
  if (body.kind === 'derived') return links.packet ? 'packet' : null;
  if (body.kind !== 'event' || !Object.hasOwn(OF_EVENT, body.event)) return null;
  // A report that does not say how large its view was teaches nothing about our texts.
  return body.event === 'usage' && body.size === undefined ? null : (OF_EVENT[body.event] ?? null);
}

/** Content ids of the derived bodies that a fold brought along: they stand in no entry of their own. */
export function namedBodies(body: Body): readonly string[] {
  if (body.kind !== 'event' || body.event !== 'fold' || !Array.isArray(body.texts)) return [];
  return body.texts.filter((id) => typeof id === 'string');
}
