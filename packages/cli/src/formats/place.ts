/**
 * Where the messages of a log stand: which lane, which branch, and where a branch leaves another.
 *
 * The rule: at a fork the child that comes first in the file continues the branch, later ones start one; so a
 * log that grows never moves or renames what was placed. Only lines that follow in the file are compared with
 * what stands already; nothing waits. Kept per line: its id and one number.
 */
import type { LogItem, Placement } from './format.ts';

export interface Place {
  readonly lane: string;
  readonly openedByAgent: boolean;
  /** 0 is the lane's main; others are numbered as they appear. */
  readonly branch: number;
  /** On the first message of a branch: which branch it leaves, after how many messages of the line to there. */
  readonly fork?: { readonly from: number; readonly after: number };
  /** This line's id was placed before: it is the same line again. */
  readonly repeated?: true;
}

interface Lane {
  readonly name: string;
  openedByAgent: boolean;
  readonly branches: Branch[];
  /** Number of the branch that last received something: there the lane's line stands. */
  current: number;
  rewind?: number;
}

interface Branch {
  readonly lane: Lane;
  readonly index: number;
  readonly number: number;
  readonly leaves?: Point;
  /** Messages from the lane's start to here, along its parents. */
  length: number;
  /**
   * From here on the branch is still open: behind this many messages stand only parallel calls, results,
   * summaries and context, so a child of any of them continues the branch.
   */
  open: number;
  step: string | undefined;
}

interface Point {
  readonly branch: Branch;
  readonly after: number;
}

/** A function to be called with every item of one log in file order; no place for what needs none. */
export function placeItems(): (item: LogItem) => Place | undefined {
  const lanes = new Map<string, Lane>();
  const branches: Branch[] = [];
  const points = new Map<string, number>();

  const addBranch = (lane: Lane, after: number, leaves?: Point): Branch => {
    const branch: Branch = {
      lane,
      index: branches.length,
      number: lane.branches.length,
      ...(leaves === undefined ? {} : { leaves }),
      length: after,
      open: after,
      step: undefined,
    };
    branches.push(branch);
    lane.branches.push(branch);
    return branch;
  };

  const laneOf = (name = 'main', openedByAgent = false): Lane => {
    let lane = lanes.get(name);
    if (lane === undefined) {
      lane = { name, openedByAgent, branches: [], current: 0 };
      addBranch(lane, 0);
      lanes.set(name, lane);
    }
    lane.openedByAgent ||= openedByAgent;
    return lane;
  };

  const pointOf = (at: Placement, lane: Lane): Point => {
    const packed = typeof at.parent === 'string' ? points.get(at.parent) : undefined;
    const known = packed === undefined ? undefined : unpack(packed, branches);
    const parent = known?.branch.lane === lane ? known : undefined;
    if (at.continues) return tipOf(parent?.branch ?? currentOf(lane));
    if (parent !== undefined) return parent;
    if (at.parent === null) return { branch: lane.branches[0] as Branch, after: 0 };
    if (lane.rewind !== undefined) return pointAt(currentOf(lane), lane.rewind);
    // An id that occurs nowhere (the log was trimmed), or the first line of a lane: the line goes on.
    return tipOf(currentOf(lane));
  };

  const placeMessage = (item: MessageItem): Place => {
    const { at } = item;
    const lane = laneOf(at.lane, at.openedByAgent);
    const seen = at.id === undefined ? undefined : points.get(at.id);
    if (seen !== undefined) return { ...placeIn(unpack(seen, branches).branch), repeated: true };
    const point = pointOf(at, lane);
    const continues = lane.rewind === undefined ? joins(item, point) : point.after === point.branch.length;
    delete lane.rewind;
    const branch = continues ? point.branch : addBranch(lane, point.after, point);
    append(branch, item);
    lane.current = branch.number;
    if (at.id !== undefined) points.set(at.id, pack({ branch, after: branch.length }));
    return continues
      ? placeIn(branch)
      : { ...placeIn(branch), fork: { from: point.branch.number, after: point.after } };
  };

  const placeNode = (at: Placement): void => {
    const lane = laneOf(at.lane, at.openedByAgent);
    const point = pointOf(at, lane);
    if (at.continues) lane.current = point.branch.number;
    if (at.id !== undefined && !points.has(at.id)) points.set(at.id, pack(point));
  };

  return (item) => {
    if (item.type === 'message') return placeMessage(item);
    if (item.type === 'node') placeNode(item.at);
    if (item.type === 'rewind') laneOf(item.lane).rewind = item.to;
    return item.type === 'usage' ? placeIn(currentOf(laneOf(item.lane))) : undefined;
  };
}

type MessageItem = Extract<LogItem, { type: 'message' }>;

function joins({ message, at }: MessageItem, { branch, after }: Point): boolean {
  const isParallelCall = at.step !== undefined && at.step === branch.step;
  return after >= branch.open || isParallelCall || message.parts.some((part) => part.type === 'tool-result');
}

function append(branch: Branch, { message, at }: MessageItem): void {
  branch.length++;
  const staysOpen =
    // No line of a tree names a message without id: it stands wherever the line stood.
    at.id === undefined ||
    message.derived === true ||
    message.parts.some((part) => part.type === 'tool-result') ||
    message.parts.every((part) => part.type === 'data') ||
    (at.step !== undefined && at.step === branch.step);
  if (staysOpen) return;
  branch.open = branch.length;
  branch.step = at.step;
}

function currentOf(lane: Lane): Branch {
  return lane.branches[lane.current] as Branch;
}

function placeIn(branch: Branch): Place {
  return { lane: branch.lane.name, openedByAgent: branch.lane.openedByAgent, branch: branch.number };
}

function tipOf(branch: Branch): Point {
  return { branch, after: branch.length };
}

/** The point of a branch's line after so many messages; it may lie on a branch that this one left. */
function pointAt(branch: Branch, after: number): Point {
  const { leaves } = branch;
  return leaves !== undefined && after <= leaves.after
    ? pointAt(leaves.branch, after)
    : { branch, after: Math.min(after, branch.length) };
}

// A point in one number: 21 bits of branch, 32 bits of place, exact in a double.
const PLACES = 2 ** 32;

function pack({ branch, after }: Point): number {
  return branch.index * PLACES + after;
}

function unpack(packed: number, branches: readonly Branch[]): Point {
  return { branch: branches[Math.floor(packed / PLACES)] as Branch, after: packed % PLACES };
}
