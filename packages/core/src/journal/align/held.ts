/**
 * Messages that an application merges or splits: what a handed-over group holds may stand on record in groups of
 * another cut, and is not appended again.
 */
import { type Group, type Piece, slotOf } from '../group.ts';
import type { GroupRow } from '../rows.ts';

/** A row on record, and what of it no handed-over group has been found to be. */
export interface HeldRow {
  readonly row: GroupRow;
  readonly parts: readonly string[];
}

export function heldRow(row: GroupRow): HeldRow {
  return { row, parts: row.parts };
}

/** The row without what the group it was matched with has taken from it. */
export function leftOver(row: GroupRow, group: Group): HeldRow {
  const taken = new Set(group.pieces.map(({ token }) => slotOf(token) ?? token));
  return { row, parts: row.parts.filter((token) => !taken.has(slotOf(token) ?? token)) };
}

/** Parts by their token, calls and results by their id. */
export type Held = ReadonlySet<string>;

export function heldBy(rows: readonly Pick<HeldRow, 'parts'>[]): Held {
  return new Set(rows.flatMap(({ parts }) => parts.map((token) => slotOf(token) ?? token)));
}

export function holdsPiece(held: Held, { token }: Piece): boolean {
  return held.has(slotOf(token) ?? token);
}

/**
 * Everything that the assistant's or a tool's group says or calls is held by groups of another cut; reasoning may be
 * missing. Words in a group with the very same parts are no other cut: they are said again.
 */
export function isHeld(group: Group, rows: readonly HeldRow[]): boolean {
  if (group.role !== 'assistant' && group.role !== 'tool') return false;
  const held = heldBy(rows.filter(({ parts }) => !(group.wording && isSame(parts, group))));
  const said = group.pieces.filter(({ kind }) => kind !== 'reasoning');
  const tells = group.wording || said.some(({ token }) => slotOf(token) !== undefined);
  return tells && said.every((piece) => holdsPiece(held, piece));
}

/** For a group without words of which some calls or results are held: the row that the others join, and the others. */
export function partlyHeld(
  group: Group,
  rows: readonly HeldRow[],
): { readonly row: GroupRow; readonly late: readonly Piece[] } | undefined {
  if (group.wording) return undefined;
  const held = heldBy(rows);
  const calls = group.pieces.filter(({ token }) => slotOf(token) !== undefined);
  const late = calls.filter((piece) => !holdsPiece(held, piece));
  const first = calls.find((piece) => holdsPiece(held, piece));
  const row = first && rows.find((one) => holdsPiece(heldBy([one]), first));
  return row && late.length > 0 ? { row: row.row, late } : undefined;
}

function isSame(parts: readonly string[], { pieces }: Group): boolean {
  return parts.length === pieces.length && parts.every((token, index) => token === pieces[index]?.token);
}
