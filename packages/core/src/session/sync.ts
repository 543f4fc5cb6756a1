/**
 * Sync: journal what is new of a handed-over list, and say where the list stands (model §1).
 *
 * Thin: it reads what the pure rooms ask for and writes what they decided. One round trip when nothing is new, two
 * when something is; a fork and a hole in the middle take more.
 */

import { align } from '../journal/align/align.ts';
import { applyAlignment, type Tally } from '../journal/align/apply.ts';
import { type Aligning, type Alignment, NOWHERE, type Placed } from '../journal/align/change.ts';
import { type Choice, choose, type Wanted } from '../journal/align/choose-branch.ts';
import { type Handed, handedOf, ownTextKeys, withoutOwnText } from '../journal/align/handed.ts';
import { rollsBefore } from '../journal/align/match.ts';
import { alignDelta } from '../journal/align/overlap.ts';
import { forkWords, type PathStep, pathOf } from '../journal/branch.ts';
import type { ChainBuilder } from '../journal/chain.ts';
import { checkMessages, snapshotOf } from '../journal/check.ts';
import type { Group } from '../journal/group.ts';
import type { Message } from '../journal/message.ts';
import type { BranchRow, OwnedGroupRow } from '../journal/rows.ts';
import type { SessionKey } from '../journal/scope.ts';
import type { Found, Store } from '../store/port.ts';
import { alignedGroups } from './reader.ts';
import { type Attempt, chainOn, chainOnFork, forkAt, type Ports, write } from './writer.ts';

/** Where a handed-over list ends: behind this group of this branch. */
export interface Place {
  readonly lane: string;
  readonly branch: string;
  readonly ordinal: number;
}

export interface Synced {
  readonly place: Place;
  /** The branch as it stands now; null when nothing was handed over to an empty lane. */
  readonly branch: BranchRow | null;
  /** Entries appended. */
  readonly appended: number;
  readonly tally: Tally;
  /** A branch or a lane was opened by this call. */
  readonly opened: 'branch' | 'lane' | null;
  /** Groups that may be repeats of others, with no id to decide. */
  readonly ambiguous: number;
  /** Parts taken out because they are daybook's own text coming back. */
  readonly ownText: number;
  /** The list as it was aligned, without daybook's own text, and where its groups stand on record. */
  readonly list: HandedList;
}

export interface HandedList {
  readonly messages: readonly Message[];
  /** Index of each message in the list that was handed over. */
  readonly from: readonly number[];
  readonly groups: readonly Group[];
  readonly placed: Placed;
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

export interface SyncTarget extends Wanted {
  readonly key: SessionKey;
  readonly delegated?: boolean | undefined;
}

/** @throws DaybookError `invalid-input`, `conflict`, `store-unavailable` */
export async function sync(ports: Ports, target: SyncTarget, messages: readonly Message[]): Promise<Synced> {
  checkMessages(messages);
  // The application may go on with its list while we wait for the store.
  const handedOver = snapshotOf(messages);
  return write(ports, target.key, async (salt) => {
    const all = handedOf(handedOver, salt);
    const found = await ports.store.find(target.key, queryOf(all, handedOver));
    const own = withoutOwnText(handedOver, recordedTexts(found, target.lane));
    const handed = own.removed > 0 ? handedOf(own.messages, salt) : all;
    const choice = choose(handed.groups, target, found.branches, found.groups);
    const attempt =
      'open' in choice
        ? open(ports, salt, target, choice.open, handed)
        : await goOn(ports, salt, target, choice, handed, { branches: found.branches, rows: found.groups });
    const { placed, ...result } = attempt.result;
    const branches = withBranch(found.branches, result.branch);
    const list: HandedList = {
      messages: own.messages,
      from: own.from,
      groups: handed.byMessage,
      placed,
      path: result.branch ? pathOf(result.branch, branches) : [],
      salt,
    };
    return { change: attempt.change, result: { ...result, ownText: own.removed, list } };
  });
}

/** Drives an alignment: answers each range it asks for from the store. */
export async function drive(store: Store, path: readonly PathStep[], aligning: Aligning): Promise<Alignment> {
  let step = aligning.next();
  while (!step.done) step = aligning.next(await alignedGroups(store, path, step.value));
  return step.value;
}

function queryOf(handed: Handed, messages: readonly Message[]): Parameters<Store['find']>[1] {
  const groups = handed.groups.map(({ group }) => group);
  const keys = [...groups, ...handed.derived].map(({ key }) => key);
  return {
    keys: [...new Set([...keys, ...ownTextKeys(messages)])],
    rolls: [...new Set(rollsBefore(groups))],
    nativeIds: [...new Set(groups.flatMap(({ idKey }) => idKey ?? []))],
  };
}

/** The branches with this one as it stands after the call. */
function withBranch(branches: readonly BranchRow[], branch: BranchRow | null): BranchRow[] {
  const others = branches.filter(
    ({ scope }) => scope.lane !== branch?.scope.lane || scope.branch !== branch.scope.branch,
  );
  return branch ? [branch, ...others] : others;
}

/** Keys of the derived texts on record in the lane. */
function recordedTexts(found: Found, lane: string): Set<string> {
  const rows = found.groups.filter((row) => row.lane === lane && row.state === 'aside' && !row.wording);
  return new Set(rows.map(({ key }) => key));
}

type SyncAttempt = Attempt<Omit<Synced, 'ownText' | 'list'> & { readonly placed: Placed }>;

/** Opens a lane with the whole list. */
function open(ports: Ports, salt: Uint8Array, target: SyncTarget, lane: string, handed: Handed): SyncAttempt {
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

async function goOn(
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
