/**
 * Blind statement of the shape of a tree log: branches beyond the main one, and lanes of side chains.
 *
 * All lines of one model response with the results of its calls are one step, however they hang together.
 * Lines that say nothing (progress, notices) pass their place on to what hangs below them. A step, a
 * message or the beginning of a lane with n things said next has n - 1 branches.
 */
import { type Fields, fieldsOf, isFields, listOf, logLines, textOr } from './expected.ts';

export interface Shape {
  readonly branches: number;
  readonly lanes: number;
}

export function expectedShape(fileText: string): Shape {
  const placed = place(nodesOf(fileText));
  const lanes = new Set(placed.map((node) => node.lane));
  const next = new Map<string, Set<number>>();
  for (const node of placed) {
    if (!node.isSaid || node.unit !== node.index) continue;
    const above = `${node.lane} ${node.after ?? 'beginning'}`;
    next.set(above, (next.get(above) ?? new Set()).add(node.index));
  }
  const branches = [...next.values()].reduce((sum, continuations) => sum + continuations.size - 1, 0);
  return { branches, lanes: [...lanes].filter((lane) => lane !== mainLane).length };
}

interface Node {
  readonly id: string;
  readonly parent: string | undefined;
  readonly isSide: boolean;
  readonly agent: string | undefined;
  /** Holds something that was said; a line that does not only passes its place on. */
  readonly isSaid: boolean;
  /** A new beginning where it has no parent: a person's message that replaces the first one. */
  readonly mayBegin: boolean;
  /** The model response it belongs to; results and texts put in by a call belong to the one above them. */
  readonly step: string | undefined;
  readonly belongsAbove: boolean;
}

interface Placed extends Node {
  readonly index: number;
  readonly lane: string;
  /** The first node of the step or message it belongs to; undefined before anything was said. */
  readonly unit: number | undefined;
  /** The unit that it follows, where it begins one. */
  readonly after: number | undefined;
}

function place(nodes: readonly Node[]): readonly Placed[] {
  const placed: Placed[] = [];
  const byId = new Map<string, Placed>();
  for (const [index, node] of nodes.entries()) {
    const named = node.parent === undefined ? undefined : byId.get(node.parent);
    const lane = laneOf(node, named, placed, index);
    const isBeginning = node.parent === undefined && node.mayBegin && lane === mainLane;
    const parent = named?.lane === lane ? named : isBeginning ? undefined : lastOf(placed, lane);
    const above = parent?.unit;
    const unitAbove = above === undefined ? undefined : placed[above];
    const isSameStep = node.step !== undefined && node.step === unitAbove?.step;
    const joins = !node.isSaid || (unitAbove?.step !== undefined && (isSameStep || node.belongsAbove));
    const one = { ...node, index, lane, unit: joins ? above : index, after: joins ? undefined : above };
    placed.push(one);
    byId.set(node.id, one);
  }
  return placed;
}

function laneOf(node: Node, parent: Placed | undefined, placed: readonly Placed[], index: number): string {
  if (!node.isSide) return mainLane;
  if (node.agent !== undefined) return `agent ${node.agent}`;
  if (parent !== undefined && parent.lane !== mainLane) return parent.lane;
  const last = placed.findLast((other) => other.lane !== mainLane);
  const continues = node.parent !== undefined && parent === undefined && last !== undefined;
  return continues ? last.lane : `line ${index}`;
}

/** Where a line continues whose parent is nowhere: behind what was said last in its lane. */
function lastOf(placed: readonly Placed[], lane: string): Placed | undefined {
  return placed.findLast((other) => other.lane === lane && other.isSaid);
}

function nodesOf(fileText: string): readonly Node[] {
  const seen = new Set<string>();
  const nodes = logLines(fileText).flatMap(({ value }) => claudeCodeNode(value) ?? piNode(value) ?? []);
  return nodes.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function claudeCodeNode(value: Fields): Node | undefined {
  if (typeof value.uuid !== 'string' || !('parentUuid' in value)) return undefined;
  const message = fieldsOf(value.message);
  const blocks = listOf(message.content);
  const isResult = value.type === 'user' && blocks.some((block) => block.type === 'tool_result');
  const isMeta = value.type === 'user' && value.isMeta === true;
  return {
    id: value.uuid,
    parent: idOr(value.parentUuid),
    isSide: value.isSidechain === true,
    agent: idOr(value.agentId),
    isSaid: value.type === 'assistant' || (value.type === 'user' && !isMeta),
    mayBegin: value.type === 'user' && value.isCompactSummary !== true,
    step: value.type === 'assistant' ? textOr(message.id, value.uuid) : undefined,
    belongsAbove: isResult,
  };
}

function piNode(value: Fields): Node | undefined {
  if (typeof value.id !== 'string' || !('parentId' in value)) return undefined;
  const role = isFields(value.message) ? value.message.role : undefined;
  return {
    id: value.id,
    parent: idOr(value.parentId),
    isSide: false,
    agent: undefined,
    isSaid: ['message', 'custom_message', 'compaction', 'branch_summary'].includes(textOr(value.type)),
    mayBegin: role === 'user',
    step: role === 'assistant' ? value.id : undefined,
    belongsAbove: role === 'toolResult',
  };
}

function idOr(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

const mainLane = 'main';
