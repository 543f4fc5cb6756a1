/**
 * One compare-and-set write: look, decide, build, append; a lost race looks and decides again (F5).
 *
 * Invariant: a loser never appends what it decided before it lost.
 */
import { MAX_RACES, SALT_BYTES } from '../base/defaults.ts';
import { DaybookError, isDaybookError } from '../base/errors.ts';
import type { Clock, Random } from '../base/ports.ts';
import { MARK_LIMITS } from '../fold/mark-limits.ts';
import { isAuxiliary } from '../journal/align/choose-branch.ts';
import { headerBefore } from '../journal/align/handed.ts';
import { emptyBranch, forkName, ownerOf, type PathStep } from '../journal/branch.ts';
import { ChainBuilder } from '../journal/chain.ts';
import { frontierBytes } from '../journal/merkle.ts';
import type { Append, BranchRow, GroupRow } from '../journal/rows.ts';
import type { Scope, SessionKey } from '../journal/scope.ts';
import type { Opened, Store } from '../store/port.ts';
import type { KnownLists } from './known-lists.ts';
import { type Folding, keepOpened, sessionName as nameOf } from './opened.ts';
import { entryAt, frontierAt } from './reader.ts';

export interface Ports {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Salts known in this process, by session. */
  readonly salts: Map<string, Uint8Array>;
  /** Lists that this process has aligned. */
  readonly lists: KnownLists;
  /** What folds of this process know. */
  readonly folding: Folding;
  /** Salt for sessions that do not exist yet; random when absent. */
  readonly newSalt: Uint8Array | undefined;
}

/** What an attempt decided: a change to make, or nothing to write. */
export interface Attempt<Result> {
  readonly change: Append | null;
  readonly result: Result;
}

/** Runs `attempt` until its change is made. @throws DaybookError `conflict` after {@link MAX_RACES} lost races */
export async function write<Result>(
  ports: Ports,
  key: SessionKey,
  attempt: (salt: Uint8Array) => Promise<Attempt<Result>>,
): Promise<Result> {
  for (let races = 0; races < MAX_RACES; races++) {
    const salt = await saltOf(ports, key);
    const { change, result } = await attempt(salt);
    if (!change || change.entries.length === 0) return result;
    if ((await ports.store.append(change)) === 'done') {
      ports.salts.set(nameOf(key), salt);
      return result;
    }
  }
  throw new DaybookError(
    'conflict',
    `${MAX_RACES} other writers of session ${key.session} were faster; try again`,
    { details: { ...key, races: MAX_RACES } },
  );
}

/**
 * The session's salt; a new one for a session that does not exist yet. Only what the store holds is remembered: another
 * process may create the session first, with a salt of its own.
 */
export async function saltOf(ports: Ports, key: SessionKey): Promise<Uint8Array> {
  const known = ports.salts.get(nameOf(key));
  if (known) return known;
  const { salt: stored, marked } = await firstLook(ports, key);
  if (stored) {
    ports.salts.set(nameOf(key), stored);
    keepOpened(ports.folding, key, marked);
  }
  return stored ?? ports.newSalt ?? ports.random(SALT_BYTES);
}

/** A branch that hangs on nothing spoils the look at its marks, not the session's other branches. */
async function firstLook({ store }: Ports, key: SessionKey): Promise<Opened> {
  try {
    return await store.open(key, MARK_LIMITS);
  } catch (error) {
    if (!isDaybookError(error, 'tampered')) throw error;
    return { salt: await store.salt(key), marked: [] };
  }
}

/** A builder that goes on at the branch's end, or opens the scope when there is no branch. */
export function chainOn(
  ports: Ports,
  salt: Uint8Array,
  at: { readonly branch: BranchRow } | { readonly open: Scope },
  delegated?: boolean,
): ChainBuilder {
  return 'branch' in at
    ? chainFrom(ports, salt, at.branch, at.branch, delegated)
    : chainFrom(ports, salt, null, emptyBranch(at.open), delegated);
}

/**
 * A builder that begins a new branch in front of a group of another one (J5). Its parent is the branch that owns the
 * last shared entry.
 */
export async function chainOnFork(
  ports: Ports,
  salt: Uint8Array,
  path: readonly PathStep[],
  at: Pick<GroupRow, 'seq' | 'ordinal' | 'roll'>,
  name: string,
  delegated?: boolean,
): Promise<ChainBuilder> {
  const parent = ownerOf(path, at.seq - 1);
  const from: BranchRow = {
    scope: { ...parent.scope, branch: name },
    parent: parent.scope.branch,
    forkRevision: at.seq,
    revision: at.seq,
    headEntry: (await entryAt(ports.store, path, at.seq - 1)).id,
    frontier: frontierBytes(await frontierAt(ports.store, path, at.seq)),
    groups: at.ordinal - 1,
    aligned: at.ordinal - 1,
    headerKey: headerBefore(parent.headerKey, at.seq),
    roll: at.roll,
    marked: 0,
  };
  return chainFrom(ports, salt, null, from, delegated);
}

/**
 * Name of a fork in front of `seq`: it follows from parent, place and first new content, so repeating a fork lands on
 * the branch that stands there already.
 */
export function forkAt(
  path: readonly PathStep[],
  seq: number,
  first: readonly string[],
  branches: readonly BranchRow[],
): { readonly name: string; readonly standing: BranchRow | undefined } {
  const { lane, branch } = ownerOf(path, seq - 1).scope;
  const name = forkName(branch, seq, first);
  return { name, standing: branches.find(({ scope }) => scope.lane === lane && scope.branch === name) };
}

function chainFrom(
  ports: Ports,
  salt: Uint8Array,
  expected: BranchRow | null,
  from: BranchRow,
  delegated: boolean | undefined,
): ChainBuilder {
  const now = ports.clock() ?? null;
  return new ChainBuilder({
    expected,
    from,
    salt,
    delegated: delegated ?? isAuxiliary(from.scope.lane),
    now,
  });
}
