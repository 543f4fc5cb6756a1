/**
 * Rows for the kit: changes that look like those of a journal, without its cryptography.
 *
 * A store never parses bytes, so ids are hashes of labels and seals are plain text. Everything is a function
 * of its arguments: equal calls give equal rows, in new arrays that nobody else holds.
 */
import { createHash } from 'node:crypto';
import type {
  Append,
  BodyRow,
  BranchRow,
  EntryRow,
  GroupRow,
  Mark,
  MarkLimits,
  Scope,
} from '@daybook/core/store';

export interface ChangeOptions {
  /** Tells rows of rival changes apart. */
  readonly label?: string;
  /** Number of new entries. */
  readonly entries?: number;
  readonly salt?: Uint8Array;
  readonly touched?: boolean;
  /** Replaces the one body per entry. */
  readonly bodies?: readonly BodyRow[];
  /** Replaces the one group per entry. */
  readonly groups?: readonly GroupRow[];
  /** Marks of the entries, in order; entries beyond have none. */
  readonly marks?: readonly (Mark | null)[];
  /** The branch that a new one shares entries with, and how many. */
  readonly parent?: BranchRow;
  readonly forkRevision?: number;
}

export function scopeOf(names: Partial<Scope> = {}): Scope {
  return { tenant: 'tenant', session: 'session', lane: 'main', branch: 'main', ...names };
}

export function saltOf(label = 'salt'): Uint8Array {
  return new Uint8Array(createHash('sha256').update(label).digest());
}

export function idOf(label: string): string {
  return createHash('sha256').update(label).digest('hex');
}

export function textBytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

/** More of every mark than any test writes. */
export const EVERY_MARK: MarkLimits = Object.fromEntries(
  ['usage', 'fold', 'adopted', 'packet', 'ledger'].map((mark) => [mark, Number.MAX_SAFE_INTEGER]),
);

export function bodyOf(label: string, bytes: Uint8Array = textBytes(`body ${label}`)): BodyRow {
  return { contentId: idOf(`body ${label}`), bytes };
}

/** The change that makes a branch longer, or that makes it when `expected` is null. */
export function changeOf(scope: Scope, expected: BranchRow | null, options: ChangeOptions = {}): Append {
  const { label = 'a', entries: count = 1 } = options;
  const { parent, forkRevision = 0, marks = [] } = options;
  const name = `${label} ${Object.values(scope).join('/')}`;
  const from = expected?.revision ?? forkRevision;
  const behind = expected?.groups ?? Math.min(forkRevision, parent?.groups ?? 0);
  const seqs = Array.from({ length: count }, (_, at) => from + at);
  const entries = seqs.map((seq, at) => entryOf(`${name} ${seq}`, seq, marks[at] ?? null));
  const groups =
    options.groups ?? seqs.map((seq, at) => groupOf(`${name} ${seq}`, { ordinal: behind + at + 1, seq }));
  return {
    expected,
    next: {
      scope: { tenant: scope.tenant, session: scope.session, lane: scope.lane, branch: scope.branch },
      parent: expected ? expected.parent : (parent?.scope.branch ?? null),
      forkRevision: expected ? expected.forkRevision : forkRevision,
      revision: from + count,
      headEntry: entries.at(-1)?.id ?? expected?.headEntry ?? parent?.headEntry ?? idOf('nothing'),
      frontier: saltOf(`frontier ${name} ${from + count}`),
      groups: groups.reduce((last, group) => Math.max(last, group.ordinal), behind),
      aligned: groups.reduce((last, group) => Math.max(last, group.place), behind),
      headerKey: expected?.headerKey ?? null,
      roll: groups.at(-1)?.roll ?? expected?.roll ?? idOf('no roll'),
      marked: entries.findLast((entry) => entry.mark)?.seq ?? expected?.marked ?? 0,
    },
    salt: options.salt ?? saltOf(),
    entries,
    bodies: options.bodies ?? seqs.map((seq) => bodyOf(`${name} ${seq}`)),
    groups,
    touched: options.touched ?? true,
  };
}

/** The content id is that of `bodyOf` with the same label. */
export function entryOf(label: string, seq: number, mark: Mark | null = null): EntryRow {
  return {
    seq,
    id: idOf(`entry ${label}`),
    seal: textBytes(`seal ${label}`),
    node: saltOf(`node ${label}`),
    mark,
    content: mark && bodyOf(label).contentId,
  };
}

export function groupOf(label: string, fields: Partial<GroupRow> & { readonly ordinal: number }): GroupRow {
  const seq = fields.seq ?? fields.ordinal - 1;
  return {
    place: fields.ordinal,
    form: seq,
    seq,
    state: 'aligned',
    role: 'user',
    wording: true,
    key: idOf(`key ${label}`),
    roll: idOf(`roll ${label}`),
    nativeId: null,
    parts: [idOf(`body ${label}`).slice(0, 16)],
    ...fields,
  };
}
