/** Rows for the tests: shaped like a journal's, without its hashes, since a store reads none of them. */
import type { Append, BranchRow, EntryRow, GroupRow, Scope } from '@daybook/core/store';

const SALT = new Uint8Array(32).fill(7);

export function scopeOf(names: Partial<Scope> = {}): Scope {
  return { tenant: 'default', session: 'chat', lane: 'main', branch: 'main', ...names };
}

/** An append of `count` entries, each with a body and a group of its own, behind `expected`. */
export function changeOf(
  scope: Scope,
  expected: BranchRow | null,
  { label = 'a', count = 1, bodyBytes = 40 }: { label?: string; count?: number; bodyBytes?: number } = {},
): Append {
  const first = expected?.revision ?? 0;
  const seqs = Array.from({ length: count }, (_, at) => first + at);
  const name = (seq: number): string => `${label}-${scope.lane}-${scope.branch}-${seq}`;
  return {
    expected,
    next: {
      scope,
      parent: null,
      forkRevision: 0,
      revision: first + count,
      headEntry: `entry ${name(first + count - 1)}`,
      frontier: new Uint8Array(32).fill(first + count),
      groups: first + count,
      aligned: first + count,
      headerKey: null,
      roll: `roll ${name(first + count - 1)}`,
      marked: 0,
    },
    salt: SALT,
    entries: seqs.map((seq) => entryOf(name(seq), seq)),
    bodies: seqs.map((seq) => ({
      contentId: `body ${name(seq)}`,
      bytes: new Uint8Array(bodyBytes).fill(seq),
    })),
    groups: seqs.map((seq) => groupOf(name(seq), { ordinal: seq + 1 })),
    touched: true,
  };
}

function entryOf(label: string, seq: number): EntryRow {
  const seal = new TextEncoder().encode(`seal ${label}`);
  const node = new Uint8Array(32).fill(seq);
  return { seq, id: `entry ${label}`, seal, node, mark: null, content: null };
}

export function groupOf(label: string, fields: Partial<GroupRow> & { ordinal: number }): GroupRow {
  return {
    place: fields.ordinal,
    form: fields.ordinal - 1,
    seq: fields.ordinal - 1,
    state: 'aligned',
    role: 'user',
    wording: true,
    key: `key ${label}`,
    roll: `roll ${label}`,
    nativeId: null,
    parts: [`part ${label}`],
    ...fields,
  };
}
