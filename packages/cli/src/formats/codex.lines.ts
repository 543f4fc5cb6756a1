/**
 * Lines of Codex rollouts in one shape, whichever version wrote them, and what their first line says.
 *
 * Older files hold the response items without a wrapper, and a first line that is the session's data itself.
 */
import type { Placement } from './format.ts';
import { type JsonObject, objectOf, stringOf } from './text.ts';

export interface Line {
  readonly type: string;
  readonly payload: JsonObject;
  readonly timestamp: unknown;
}

/** A line in the one shape, whichever version wrote it. */
export function lineOf(value: unknown): Line | undefined {
  const line = objectOf(value);
  if (line === undefined) return undefined;
  const { timestamp } = line;
  const payload = objectOf(line.payload);
  const type = stringOf(line.type);
  if (type !== undefined && payload !== undefined) {
    // Written for a compaction; the line of the compaction repeats it.
    const isCopy = objectOf(line.metadata)?.compaction_output === true;
    return { type: isCopy ? 'state' : type, payload, timestamp };
  }
  if (type !== undefined) return { type: 'response_item', payload: line, timestamp };
  if ('record_type' in line) return { type: 'state', payload: line, timestamp };
  return typeof line.id === 'string' ? { type: 'session_meta', payload: line, timestamp } : undefined;
}

const WRAPPED = ['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted'];

export function isCodexLine(value: unknown, index: number): boolean {
  const line = objectOf(value);
  if (line === undefined) return false;
  if (WRAPPED.includes(stringOf(line.type) ?? '')) return objectOf(line.payload) !== undefined;
  const isOldFirst = line.type === undefined && typeof line.id === 'string' && 'timestamp' in line;
  return index === 0 && isOldFirst && ('instructions' in line || 'git' in line);
}

export function sessionIn(line: Line | undefined): string | undefined {
  if (line?.type !== 'session_meta') return undefined;
  return parentOf(line.payload) ?? stringOf(line.payload.id);
}

/** The thread that started a worker: the worker's rollout is a lane of that session. */
function parentOf(meta: JsonObject): string | undefined {
  const worker = objectOf(objectOf(meta.source)?.subagent);
  if (objectOf(meta.source)?.subagent === undefined) return undefined;
  return stringOf(meta.parent_thread_id) ?? stringOf(objectOf(worker?.thread_spawn)?.parent_thread_id);
}

/** What an event shows of the person's words; a review may be asked for in words of their own. */
export function typedText(payload: JsonObject): string | undefined {
  if (payload.type === 'user_message') return stringOf(payload.message);
  if (payload.type !== 'entered_review_mode') return undefined;
  return stringOf(objectOf(payload.target)?.instructions);
}

export function placementIn(meta: JsonObject): Placement {
  if (objectOf(meta.source)?.subagent === undefined) return {};
  const lane = parentOf(meta) === undefined ? undefined : stringOf(meta.id);
  return { openedByAgent: true, ...(lane === undefined ? {} : { lane }) };
}

export function laneIn(at: Placement): { readonly lane?: string } {
  return at.lane === undefined ? {} : { lane: at.lane };
}
