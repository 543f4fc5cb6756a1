/**
 * A list whose beginning this process has aligned before, with messages that are known by their object: only its end is
 * looked at, from the last words that are known. Everything else about it is on record and cannot change.
 *
 * Invariant: the outcome is that of the whole list. Wherever what is on record could place the list elsewhere, the whole
 * of it is aligned.
 */
import { choiceOf } from '../journal/align/choose-branch.ts';
import { front, handedFrom, handedOf, headerLength } from '../journal/align/handed.ts';
import { type PathStep, pathOf } from '../journal/branch.ts';
import type { Message } from '../journal/message.ts';
import type { BranchRow, OwnedGroupRow } from '../journal/rows.ts';
import { cutShortIn, goOn, queryOf, settled } from './place-list.ts';
import type { HandedList, Synced, SyncTarget } from './synced.ts';
import type { Attempt, Ports } from './writer.ts';

/** @returns undefined when the whole list must be aligned */
export async function continued(
  ports: Ports,
  salt: Uint8Array,
  target: SyncTarget,
  messages: readonly Message[],
): Promise<Attempt<Synced> | undefined> {
  const last = ports.lists.last(target);
  const length = last && last.salt === salt ? commonLength(last.messages, messages) : 0;
  const from = last ? anchorIn(last, length) : -1;
  if (!last || from < 0 || !standsAlone(last, target)) return undefined;
  const header = headerLength(messages);
  const groups = [...last.groups.slice(0, from), ...handedOf(messages.slice(from), salt).byMessage];
  const end = handedFrom([...groups.slice(0, header), ...groups.slice(from)], header);
  // A native id may come again from anywhere in front.
  if (end.groups.some(({ group }) => group.idKey !== null)) return undefined;
  const roll = last.rows[from]?.roll;
  const found = await ports.store.find(target.key, queryOf(end, roll));
  const scope = last.path[0]?.branch.scope;
  const branch = found.branches.find(
    ({ scope: { lane, branch } }) => lane === scope?.lane && branch === scope?.branch,
  );
  if (!branch || found.branches.some((other) => isBeside(other, branch))) return undefined;
  const path = pathOf(branch, found.branches);
  if (!found.groups.every((row) => row.lane !== branch.scope.lane || isVisible(row, path))) return undefined;
  const choice = choiceOf(end.groups, branch, found.branches, found.groups, roll);
  if (choice.match.rolled === 0) return undefined;
  const attempt = await goOn(ports, salt, target, choice, end, {
    branches: found.branches,
    rows: found.groups,
  });
  const { placed } = attempt.result;
  const rows = [...last.rows.slice(0, from), ...groups.slice(from).map((group) => placed.get(group))];
  const cutShort = [
    ...last.cutShort.filter((at) => at < from),
    ...cutShortIn(groups.slice(from), found, branch.scope.lane).map((at) => from + at),
  ];
  const list = { messages, from: messages.map((_, at) => at), groups, rows, cutShort, salt };
  return settled(attempt, found.branches, list, 0);
}

/** It was placed in the lane that was asked for, on a branch that has left no other. */
function standsAlone({ path }: HandedList, { lane }: SyncTarget): boolean {
  return path.length === 1 && path[0]?.branch.scope.lane === lane;
}

/** Another branch of the lane, which the list might fit as well. */
function isBeside({ scope }: BranchRow, { scope: { lane, branch } }: BranchRow): boolean {
  return scope.lane === lane && scope.branch !== branch;
}

/** How many messages the lists have in common, by their objects. */
function commonLength(before: readonly Message[], now: readonly Message[]): number {
  let length = 0;
  while (length < before.length && before[length] === now[length]) length++;
  return length;
}

/**
 * The last message of the common beginning whose words stand on record at the place that the list says; -1 when there is
 * none, or when the beginning does not hold all of what could be daybook's own text.
 */
function anchorIn({ messages, groups, rows }: HandedList, length: number): number {
  const near = front(messages).length;
  if (length < near) return -1;
  return groups
    .slice(0, length)
    .findLastIndex(
      ({ wording, key }, at) => wording && rows[at]?.state === 'aligned' && rows[at].key === key,
    );
}

function isVisible(row: OwnedGroupRow, path: readonly PathStep[]): boolean {
  const step = path.find(({ branch }) => branch.scope.branch === row.branch);
  return step !== undefined && row.form < step.below;
}
