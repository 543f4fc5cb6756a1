/**
 * What is on record, read through the session surface.
 *
 * Invariant: nothing is asked of the adapter.
 */
import type { Authority, Body, Daybook, Kind, Role, Seal } from '@daybook/core';
import type { Scope, SessionKey, Store } from '@daybook/core/store';
import type { Seen } from './scripted-model.ts';

export interface RecordEntry {
  readonly lane: string;
  readonly branch: string;
  readonly seq: number;
  readonly kind: Kind;
  readonly role: Role | null;
  readonly authority: Authority;
  readonly body: Body;
  readonly isHeader: boolean;
  /** An answer that was cut short. */
  readonly isAside: boolean;
}

export interface SessionRecord {
  readonly entries: readonly RecordEntry[];
  readonly branches: readonly { readonly lane: string; readonly branch: string }[];
  /** The exact export as text. */
  readonly text: string;
}

/** A session that was never written to has an empty record. */
export async function readRecord(
  daybook: Daybook,
  key: { readonly tenant?: string; readonly session: string },
): Promise<SessionRecord> {
  const known = await daybook.sessions();
  const isKnown = known.some(
    ({ tenant, session }) => tenant === (key.tenant ?? 'default') && session === key.session,
  );
  if (!isKnown) return { entries: [], branches: [], text: '' };
  const lines: string[] = [];
  for await (const line of daybook.session(key).export()) lines.push(line);
  const entries: RecordEntry[] = [];
  const branches: { lane: string; branch: string }[] = [];
  const asides = new Set<number>();
  let begins = 0;
  const close = (): void => {
    for (const [at, entry] of entries.entries())
      if (at >= begins) entries[at] = { ...entry, isAside: asides.has(groupOf.get(entry) ?? entry.seq) };
    begins = entries.length;
    asides.clear();
  };
  const groupOf = new Map<RecordEntry, number>();
  for (const line of lines.map((text) => JSON.parse(text) as Line)) {
    if (line.branch) {
      close();
      branches.push({ lane: line.branch.scope.lane, branch: line.branch.scope.branch });
    }
    if (line.group?.state === 'aside') asides.add(line.group.seq);
    if (!line.seal || !line.body) continue;
    const { scope, seq, kind, role, authority, links } = line.seal;
    const entry: RecordEntry = {
      lane: scope.lane,
      branch: scope.branch,
      seq,
      kind,
      role,
      authority,
      body: line.body,
      isHeader: links.header === true,
      isAside: false,
    };
    groupOf.set(entry, links.group ?? seq);
    entries.push(entry);
  }
  close();
  return { entries, branches, text: lines.join('\n') };
}

interface Line {
  readonly branch?: { readonly scope: Scope };
  readonly group?: { readonly seq: number; readonly state: string };
  readonly seal?: Seal;
  readonly body?: Body;
}

/** Which branch of the session stands, and how often a fold was adopted on any of its main lane. */
export async function standingIn(
  store: Store,
  key: SessionKey,
): Promise<Pick<Seen, 'standing' | 'adoptions'>> {
  const branches = await store.branches(key);
  const main = branches.filter(({ scope }) => scope.lane === 'main');
  const everywhere = { above: -1, below: Number.MAX_SAFE_INTEGER };
  const marked = await Promise.all(
    main.map(async ({ scope }) => {
      const rows = await store.marked(scope, everywhere, { adopted: 1_000 });
      return rows.filter((row) => row.branch === scope.branch).length;
    }),
  );
  const adoptions = marked.reduce((sum, count) => sum + count, 0);
  return { standing: main[0]?.scope.branch ?? 'nothing', adoptions };
}
