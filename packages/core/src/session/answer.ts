/**
 * Reported answers: journaled at the place of their view as provisional, settled by the first list that hands the
 * group back there (model §1, Answers).
 */

import { DaybookError } from '../base/errors.ts';
import { applyAlignment } from '../journal/align/apply.ts';
import { type Alignment, NOWHERE } from '../journal/align/change.ts';
import { alignAnswer } from '../journal/align/overlap.ts';
import { sameParts } from '../journal/align/parts.ts';
import { type VisibleGroup, visibleGroups } from '../journal/align/visible-groups.ts';
import { forkWords, type PathStep, pathOf } from '../journal/branch.ts';
import { checkMessage, checkUsage, snapshotOf } from '../journal/check.ts';
import { type Group, groupOf, ownUsage } from '../journal/group.ts';
import type { Message, SeenView, Usage } from '../journal/message.ts';
import type { BranchRow, GroupRow } from '../journal/rows.ts';
import { type SessionKey, scopeText } from '../journal/scope.ts';
import { drive } from './place-list.ts';
import type { Place } from './synced.ts';
import { chainOn, chainOnFork, forkAt, type Ports, write } from './writer.ts';

export interface Answer {
  /** What the model answered; absent when the call gave none. */
  readonly answer?: Message;
  readonly usage?: Usage;
  /** The answer was cut short: it stays on record, and the retry's answer follows it on the same branch. */
  readonly aborted?: boolean;
}

export interface Reported {
  readonly place: Place;
  readonly branch: BranchRow;
  readonly appended: number;
  readonly opened: 'branch' | null;
}

/**
 * @param seen the branch as the sync that gave the place left it, if it is at hand
 * @param view what the model was sent, if the answer is to a prepared view
 * @throws DaybookError `invalid-input`, `not-found` when nothing was journaled at the place, `conflict`,
 *   `store-unavailable`
 */
export async function report(
  ports: Ports,
  key: SessionKey,
  place: Place,
  answer: Answer,
  seen: BranchRow | null,
  view?: SeenView,
): Promise<Reported> {
  if (answer.answer) checkMessage(answer.answer, 'answer');
  if (answer.answer && answer.answer.role !== 'assistant')
    throw new DaybookError('invalid-input', 'an answer has the role assistant', {
      details: { where: 'answer.role' },
    });
  if (answer.usage) checkUsage(answer.usage, 'usage');
  const reported = snapshotOf(answer);
  // The branch as sync left it, when its end is the view's: then one append is all it takes.
  let known = seen !== null && seen.parent === null && seen.aligned <= place.ordinal ? seen : null;
  return write(ports, key, async (salt) => {
    const branches = known ? [known] : await ports.store.branches(key);
    known = null;
    const said = reported.answer && groupOf(withFacts(reported.answer, reported), salt);
    const group = said?.usage && view ? { ...said, usage: { ...said.usage, ...view } } : said;
    const at = await placed(ports, key, branches, place, group);
    const chain = at.fork
      ? await chainOnFork(ports, salt, at.path, at.fork.row, at.fork.name)
      : chainOn(ports, salt, { branch: (at.path[0] as PathStep).branch });
    if (!group && reported.usage) chain.event({ event: 'usage', ...ownUsage(reported.usage), ...view });
    const none = { header: [], derived: [] };
    const applied = applyAlignment(chain, at.alignment, none, 0, { provisional: true });
    const { next, entries } = applied.change;
    const { lane, branch } = next.scope;
    const ordinal = group?.aborted ? place.ordinal : applied.place;
    const result = { place: { lane, branch, ordinal }, branch: next, appended: entries.length };
    return { change: applied.change, result: { ...result, opened: at.fork ? ('branch' as const) : null } };
  });
}

interface Placed {
  readonly path: readonly PathStep[];
  readonly alignment: Alignment;
  /** The answer leaves the path's branch in front of this group. */
  readonly fork?: { readonly row: GroupRow; readonly name: string };
}

/** Where the answer goes: behind the view, into the answer that stands there, or to a branch of its own. */
async function placed(
  ports: Ports,
  key: SessionKey,
  branches: readonly BranchRow[],
  place: Place,
  group: Group | undefined,
  tried: Set<string> = new Set(),
): Promise<Placed> {
  const branch = branches.find(({ scope }) => scope.lane === place.lane && scope.branch === place.branch);
  if (!branch)
    throw new DaybookError('not-found', `there is no ${scopeText({ ...key, ...place })} to report to`);
  const path = pathOf(branch, branches);
  const nothing: Alignment = { changes: [], forkAt: null, place: place.ordinal, placed: NOWHERE };
  if (!group) return { path, alignment: nothing };
  if (group.aborted) {
    const recorded = await recordedAs(ports, key, path, group);
    const known = recorded.some(({ latest }) => latest.state === 'aside' && latest.ordinal > place.ordinal);
    const changes = known ? [] : [{ type: 'append', handed: { group, variants: [] } } as const];
    return { path, alignment: { ...nothing, changes } };
  }
  const alignment = await drive(ports.store, path, alignAnswer(group, branch, place.ordinal));
  const { forkAt: row } = alignment;
  if (!row) return { path, alignment };
  // What stands here was this answer before a list handed it back in another form.
  const recorded = await recordedAs(ports, key, path, group);
  if (recorded.some(({ latest }) => latest.ordinal === row.ordinal))
    return { path, alignment: { ...nothing, place: row.ordinal } };
  const words = forkWords(group);
  let fork = forkAt(path, row.seq, words, branches);
  while (fork.standing) {
    // The same answer was reported here before and has its branch; or that branch came to hold something else.
    if (!tried.has(fork.name))
      return placed(ports, key, branches, { ...place, branch: fork.name }, group, tried.add(fork.name));
    words.push(fork.name);
    fork = forkAt(path, row.seq, words, branches);
  }
  return { path, alignment, fork: { row, name: fork.name } };
}

/** Groups of the branch that have, or had in an earlier form, the same parts. */
async function recordedAs(
  ports: Ports,
  key: SessionKey,
  path: readonly PathStep[],
  group: Group,
): Promise<VisibleGroup[]> {
  const { groups } = await ports.store.find(key, { keys: [group.key], rolls: [], nativeIds: [] });
  return visibleGroups(path, groups).filter(({ forms }) =>
    forms.some(({ parts }) => sameParts(parts, group)),
  );
}

function withFacts(message: Message, { usage, aborted }: Answer): Message {
  return { ...message, ...(usage ? { usage } : {}), ...(aborted ? { aborted } : {}) };
}
