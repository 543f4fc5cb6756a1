/**
 * Recording a log: what equals the entry at its place is on record, the end of a branch is where new items go, and a
 * difference is a fork (journal/walk.ts decides; this file reads and writes).
 */

import { DaybookError } from '../base/errors.ts';
import { pathOf } from '../journal/branch.ts';
import { checkMessage, checkUsage, snapshotOf } from '../journal/check.ts';
import type { BranchRow } from '../journal/rows.ts';
import { checkScope, type LaneKey } from '../journal/scope.ts';
import {
  addRestOf,
  addSteps,
  LOG_START,
  type LogEntry,
  type LogPlace,
  type LogStep,
  logStep,
  placeBehind,
  recordedEntries,
  stepWords,
} from '../journal/walk.ts';
import { entriesOf } from '../store/path-rows.ts';
import { type Attempt, chainOn, chainOnFork, forkAt, type Ports, write } from './writer.ts';

export interface RecordTarget {
  readonly lane: LaneKey;
  readonly from: LogPlace;
  /** The items leave the branch here, whatever stands behind the place. */
  readonly fork: boolean;
  /** The lane was opened by another agent. */
  readonly delegated: boolean;
}

export interface Recorded {
  /** The place behind each item. */
  readonly places: readonly LogPlace[];
  readonly appended: number;
}

/** @throws DaybookError `invalid-input`, `conflict`, `store-unavailable` */
export async function record(
  ports: Ports,
  target: RecordTarget,
  entries: readonly LogEntry[],
): Promise<Recorded> {
  for (const [index, entry] of entries.entries())
    if ('message' in entry) checkMessage(entry.message, `entries[${index}]`);
    else checkUsage(entry.usage, `entries[${index}]`);
  const handedOver = snapshotOf(entries);
  checkScope({ ...target.lane, branch: target.from.branch });
  return write(ports, target.lane, async (salt): Promise<Attempt<Recorded>> => {
    const steps = handedOver.map((entry) => logStep(entry, salt));
    const all = await ports.store.branches(target.lane);
    const branches = all.filter(({ scope }) => scope.lane === target.lane.lane);
    const start = branches.find(({ scope }) => scope.branch === target.from.branch);
    if (!start && target.from.revision !== LOG_START.revision)
      throw new DaybookError('not-found', `there is no revision ${target.from.revision} to go on from`);
    if (!start) return opened(ports, salt, target, steps);
    return await follow(ports, salt, target, { start, branches }, steps);
  });
}

function opened(
  ports: Ports,
  salt: Uint8Array,
  target: RecordTarget,
  steps: readonly LogStep[],
): Attempt<Recorded> {
  const chain = chainOn(
    ports,
    salt,
    { open: { ...target.lane, branch: target.from.branch } },
    target.delegated,
  );
  const places = addSteps(chain, target.from, steps);
  return { change: chain.finish(), result: { places, appended: chain.added } };
}

interface Standing {
  readonly start: BranchRow;
  readonly branches: readonly BranchRow[];
}

async function follow(
  ports: Ports,
  salt: Uint8Array,
  target: RecordTarget,
  { start, branches }: Standing,
  steps: readonly LogStep[],
): Promise<Attempt<Recorded>> {
  const places: LogPlace[] = [];
  let [branch, place, leave] = [start, target.from, target.fork];
  for (;;) {
    const path = pathOf(branch, branches);
    const rest = steps.slice(places.length);
    const length = rest.reduce((sum, step) => sum + step.pieces.length, 0);
    const rows = leave ? [] : await entriesOf(ports.store, path, place.revision, place.revision + length);
    let recorded = 0;
    for (const step of leave ? [] : rest) {
      recorded = recordedEntries(step, rows.slice(place.revision - (rows[0]?.seq ?? 0)));
      if (recorded < step.pieces.length) break;
      place = placeBehind(place, step);
      places.push(place);
    }
    const fresh = steps.slice(places.length);
    const [first] = fresh;
    if (!first) return { change: null, result: { places, appended: 0 } };
    if (!leave && place.revision + recorded >= branch.revision) {
      const chain = chainOn(ports, salt, { branch }, target.delegated);
      if (recorded > 0) addRestOf(chain, place, first, recorded);
      const grown = recorded > 0 ? [placeBehind(place, first)] : [];
      const added = addSteps(chain, grown[0] ?? place, fresh.slice(grown.length));
      return {
        change: chain.finish(),
        result: { places: [...places, ...grown, ...added], appended: chain.added },
      };
    }
    const { name, standing } = forkAt(path, place.revision, stepWords(first), branches);
    place = { ...place, branch: name };
    if (!standing) {
      const at = { seq: place.revision, ordinal: place.groups + 1, roll: place.roll };
      const chain = await chainOnFork(ports, salt, path, at, name, target.delegated);
      const added = addSteps(chain, place, fresh);
      return { change: chain.finish(), result: { places: [...places, ...added], appended: chain.added } };
    }
    [branch, leave] = [standing, false];
  }
}
