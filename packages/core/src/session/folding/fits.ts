/** Whether a view fits its room: measured before anything is written or sent. */
import type { BranchState } from '../../fold/branch-state.ts';
import type { ViewOptions } from '../view.ts';
import type { ReadyAdoption } from './adopt.ts';
import { type Frame, shownTokens } from './frame.ts';
import { packetTokens } from './packing.ts';
import { type Prepared, unreachable } from './prepared.ts';

const NOTHING = { cut: 0, left: [] };

type Arranged = Pick<ReadyAdoption, 'cut' | 'left' | 'texts'>;

/** @param shows null: the list as it is @throws DaybookError `view-unreachable` */
export function checkFits(
  frame: Frame,
  shows: Arranged | null,
  { plan: { reason }, notices }: Pick<Prepared, 'plan' | 'notices'>,
): void {
  const { floor, budget } = frame;
  const { room, window, reserve } = budget;
  const { packet, tail, size } = sizesOf(frame, shows);
  const why = notices.includes('opaque') ? 'opaque' : reason;
  if (size > room) unreachable({ size, room, window, reserve, floor, packet, tail, reason: why });
}

/** Something was adopted before, it fits, the provider has not refused it, and the application takes what there is. */
export function adoptedFits(
  frame: Frame,
  { adopted }: BranchState,
  { overflow = false, recover }: ViewOptions,
): boolean {
  if (!adopted || overflow || recover === 'fail') return false;
  return sizesOf(frame, adopted).size <= frame.budget.room;
}

function sizesOf(frame: Frame, shows: Arranged | null) {
  const [packet, tail] = [packetTokens(frame, shows?.texts ?? []), shownTokens(frame, shows ?? NOTHING)];
  return { packet, tail, size: frame.floor + packet + tail };
}
