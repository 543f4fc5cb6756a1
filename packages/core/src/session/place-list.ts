/** One attempt to bring a handed-over list onto a chain: a lane is opened, a branch goes on, or forks. */
import { align } from '../journal/align/align.ts';
import { applyAlignment } from '../journal/align/apply.ts';
import { type Aligning, type Alignment, NOWHERE, type Placed } from '../journal/align/change.ts';
import { type Choice, choose } from '../journal/align/choose-branch.ts';
import type { Handed } from '../journal/align/handed.ts';
import { rollsBefore } from '../journal/align/match.ts';
import { alignDelta } from '../journal/align/overlap.ts';
import { sameParts } from '../journal/align/parts.ts';
import { forkWords, type PathStep, pathOf } from '../journal/branch.ts';
import type { ChainBuilder } from '../journal/chain.ts';
import type { Group } from '../journal/group.ts';
import type { BranchRow, OwnedGroupRow } from '../journal/rows.ts';
import type { Found, GroupQuery, Store } from '../store/port.ts';
import { alignedGroups } from './reader.ts';
import type { HandedList, Synced, SyncTarget } from './synced.ts';
import { type Attempt, chainOn, chainOnFork, forkAt, type Ports } from './writer.ts';

/** A change to the chain, and where each group of the list stands with it. */
export type SyncAttempt = Attempt<Omit<Synced, 'ownText' | 'list'> & { readonly placed: Placed }>;

/** Opens a lane with the whole list. */
export function open(
  ports: Ports,
  salt: Uint8Array,
  target: SyncTarget,
  lane: string,
  handed: Handed,
): SyncAttempt {
  const scope = { ...target.key, lane, branch: target.branch ?? 'main' };
  const changes = handed.groups.map((item) => ({ type: 'append', handed: item }) as const);
  if (changes.length === 0 && handed.header.length === 0 && handed.derived.length === 0) {
    const tally = { append: 0, grow: 0, revise: 0, insert: 0 };
    const place = { lane, branch: scope.branch, ordinal: 0 };
    return {
      change: null,
      result: { place, branch: null, appended: 0, tally, opened: null, ambiguous: 0, placed: NOWHERE },
    };
  }
  const chain = chainOn(ports, salt, { open: scope }, target.delegated);
  return settle(chain, { changes, forkAt: null, place: 0, placed: NOWHERE }, handed, 0, 'lane');
}

/** Goes on with a branch, or forks it. */
export async function goOn(
  ports: Ports,
  salt: Uint8Array,
  target: SyncTarget,
  choice: Choice,
  handed: Handed,
  { branches, rows }: { readonly branches: readonly BranchRow[]; readonly rows: readonly OwnedGroupRow[] },
  tried: Set<string> = new Set(),
): Promise<SyncAttempt> {
  const { branch, path, journaled, match } = choice;
  const delta = target.history === 'delta';
  const alignment = await drive(
    ports.store,
    path,
    delta ? alignDelta(handed.groups, branch, journaled) : align(handed.groups, branch, journaled, match),
  );
  const fresh = { ...handed, derived: handed.derived.filter((group) => !isRecorded(group, choice)) };
  const ambiguous = delta ? 0 : match.ambiguous;
  const first = firstOf(alignment);
  if (!alignment.forkAt || !first) {
    const chain = chainOn(ports, salt, { branch }, target.delegated);
    return settle(chain, alignment, fresh, ambiguous, null);
  }
  const words = forkWords(first);
  let fork = forkAt(path, alignment.forkAt.seq, words, branches);
  while (fork.standing) {
    // The branch that began like this stands already: the list is aligned with it. Once only: it may hold something
    // else by now, and keeps its name.
    if (!tried.has(fork.name)) {
      const there = choose(handed.groups, { ...target, branch: fork.name }, branches, rows);
      if (!('open' in there))
        return goOn(ports, salt, target, there, handed, { branches, rows }, tried.add(fork.name));
    }
    words.push(fork.name);
    fork = forkAt(path, alignment.forkAt.seq, words, branches);
  }
  const chain = await chainOnFork(ports, salt, path, alignment.forkAt, fork.name, target.delegated);
  return settle(chain, alignment, fresh, ambiguous, 'branch');
}

function settle(
  chain: ChainBuilder,
  alignment: Alignment,
  handed: Handed,
  ambiguous: number,
  opened: Synced['opened'],
): SyncAttempt {
  const { change, tally, place, placed } = applyAlignment(chain, alignment, handed, ambiguous);
  const { lane, branch } = change.next.scope;
  return {
    change,
    result: {
      place: { lane, branch, ordinal: place },
      branch: change.next,
      appended: change.entries.length,
      tally,
      opened,
      ambiguous,
      placed,
    },
  };
}

function firstOf({ changes }: Alignment): Group | undefined {
  return changes.find((change) => change.type === 'append')?.handed.group;
}

function isRecorded(group: Group, choice: Choice): boolean {
  return choice.journaled.some(({ latest }) => latest.state === 'aside' && latest.key === group.key);
}

/** Drives an alignment: answers each range it asks for from the store. */
export async function drive(store: Store, path: readonly PathStep[], aligning: Aligning): Promise<Alignment> {
  let step = aligning.next();
  while (!step.done) step = aligning.next(await alignedGroups(store, path, step.value));
  return step.value;
}

/** @param roll rolling hash in front of the first group */
export function queryOf({ groups, derived }: Pick<Handed, 'groups' | 'derived'>, roll?: string): GroupQuery {
  const handed = groups.map(({ group }) => group);
  return {
    keys: [...new Set([...handed, ...derived].map(({ key }) => key))],
    rolls: [...new Set(rollsBefore(handed, roll))],
    nativeIds: [...new Set(handed.flatMap(({ idKey }) => idKey ?? []))],
  };
}

/** Indexes of the groups that are on record as answers cut short: an application stored one and hands it back. */
export function cutShortIn(groups: readonly Group[], found: Found, lane: string): number[] {
  const aborted = found.groups.filter((row) => row.lane === lane && row.state === 'aside' && row.wording);
  return groups.flatMap((group, at) => (aborted.some(({ parts }) => sameParts(parts, group)) ? [at] : []));
}

/** The outcome of an attempt, with the list as it then stands. */
export function settled(
  { change, result: { placed: _, ...result } }: SyncAttempt,
  branches: readonly BranchRow[],
  list: Omit<HandedList, 'path'>,
  ownText: number,
): Attempt<Synced> {
  const path = result.branch ? pathOf(result.branch, withBranch(branches, result.branch)) : [];
  return { change, result: { ...result, ownText, list: { ...list, path } } };
}

/** The branches with this one as it stands after the call. */
function withBranch(branches: readonly BranchRow[], branch: BranchRow): BranchRow[] {
  const others = branches.filter(
    ({ scope }) => scope.lane !== branch.scope.lane || scope.branch !== branch.scope.branch,
  );
  return [branch, ...others];
}
