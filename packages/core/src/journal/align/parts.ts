/** Parts of a handed-over group against those of a group on record. */
import { type Group, isCall, type Piece, slotOf } from '../group.ts';
import type { GroupRow } from '../rows.ts';

export function sameParts(parts: readonly string[], group: Group): boolean {
  return parts.length === group.pieces.length && isPrefix(parts, group);
}

export function isPrefix(parts: readonly string[], group: Group): boolean {
  return parts.every((token, index) => token === group.pieces[index]?.token);
}

/** Parts that are not on record: those behind a recorded beginning, else calls and results never seen. */
export function latePieces(group: Group, row: GroupRow): readonly Piece[] {
  if (isPrefix(row.parts, group)) return group.pieces.slice(row.parts.length);
  const slots = new Set(row.parts.map(slotOf));
  return group.pieces.filter(({ token }) => slotOf(token) !== undefined && !slots.has(slotOf(token)));
}

/** Everything handed over is on record in the row: parts were dropped. */
export function isPartOf(group: Group, row: GroupRow): boolean {
  return group.pieces.every(({ token }) => row.parts.includes(token));
}

/** A call on record came back with another name or input: that is no shortening, but another form. */
export function callsDiffer(group: Group, row: GroupRow): boolean {
  const calls = new Map(row.parts.filter(isCall).map((token) => [slotOf(token), token]));
  return group.pieces.some(({ token }) => isCall(token) && (calls.get(slotOf(token)) ?? token) !== token);
}
