/**
 * Reported answers: journaled at the place of their view as provisional, settled by the first list that hands the
 * group back there (model §1, Answers).
 */

import { DaybookError } from '../base/errors.ts';
import type { Alignment } from '../journal/align.ts';
import { applyAlignment } from '../journal/apply.ts';
import { forkWords } from '../journal/chain.ts';
import { groupOf } from '../journal/group.ts';
import type { Message, Usage } from '../journal/message.ts';
import { alignAnswer } from '../journal/overlap.ts';
import type { BranchRow } from '../journal/rows.ts';
import { type SessionKey, scopeText } from '../journal/scope.ts';
import { pathOf } from '../journal/visible.ts';
import { drive, type Place } from './sync.ts';
import { type Attempt, chainOn, chainOnFork, type Ports, write } from './writer.ts';

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
 * @throws DaybookError `not-found` when nothing was journaled at the place, `conflict`, `store-unavailable`
 */
export function report(
  ports: Ports,
  key: SessionKey,
  place: Place,
  answer: Answer,
  seen: BranchRow | null,
): Promise<Reported> {
  // The branch as sync left it, when its end is the view's: then one append is all it takes.
  let known = seen !== null && seen.parent === null && seen.aligned <= place.ordinal ? seen : null;
  return write(ports, key, async (salt): Promise<Attempt<Reported>> => {
    const branches = known ? [known] : await ports.store.branches(key);
    known = null;
    const branch = branches.find(({ scope }) => scope.lane === place.lane && scope.branch === place.branch);
    if (!branch)
      throw new DaybookError('not-found', `no branch ${scopeText({ ...key, ...place })} to report to`);
    const group = answer.answer ? groupOf(withAnswer(answer.answer, answer), salt) : undefined;
    const path = pathOf(branch, branches);
    const nothing: Alignment = { changes: [], forkAt: null, place: place.ordinal };
    const aside: Alignment = group
      ? { ...nothing, changes: [{ type: 'append', handed: { group, variants: [] } }] }
      : nothing;
    const alignment =
      !group || group.aborted
        ? aside
        : await drive(ports.store, path, alignAnswer(group, branch, place.ordinal));
    const chain =
      alignment.forkAt && group
        ? await chainOnFork(ports, salt, path, alignment.forkAt, forkWords(group))
        : chainOn(ports, salt, { branch });
    if (!group && answer.usage) chain.event({ event: 'usage', ...answer.usage });
    const applied = applyAlignment(chain, alignment, { header: [], derived: [] }, null, 0, {
      provisional: true,
    });
    const { change } = applied;
    const { lane, branch: name } = change.next.scope;
    const ordinal = group?.aborted ? place.ordinal : applied.place;
    return {
      change,
      result: {
        place: { lane, branch: name, ordinal },
        branch: change.next,
        appended: change.entries.length,
        opened: alignment.forkAt ? 'branch' : null,
      },
    };
  });
}

function withAnswer(message: Message, { usage, aborted }: Answer): Message {
  return { ...message, ...(usage ? { usage } : {}), ...(aborted ? { aborted } : {}) };
}
