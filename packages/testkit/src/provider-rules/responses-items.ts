/**
 * How the items of a Responses input belong together: calls and outputs, reasoning and what it led to.
 *
 * Invariant: calls and outputs are matched by type and call id in the order of the list, whatever stands between.
 */
import { isFilled, isText } from './reading.ts';
import type { Located, Wire } from './rule.ts';

/** Calls that the client answers. What the provider runs itself needs no output. */
const CALLS: ReadonlySet<string> = new Set([
  'function_call',
  'custom_tool_call',
  'computer_call',
  'local_shell_call',
  'shell_call',
  'apply_patch_call',
]);

export interface Outputs {
  /** Outputs with no call before them. */
  readonly orphans: readonly Located[];
  /** Outputs of calls that had theirs. */
  readonly extras: readonly Located[];
}

export function outputsOf({ messages, fields }: Wire): Outputs {
  const orphans: Located[] = [];
  const extras: Located[] = [];
  const open = new Map<string, number>();
  const answered = new Set<string>();
  // Calls that are named but not shown: their call ids cannot be known here.
  let hidden = isFilled(fields.previous_response_id) ? Number.POSITIVE_INFINITY : 0;
  for (const item of messages) {
    if (item.value.type === 'item_reference' && /^(fc|ctc)/.test(idOf(item) ?? '')) hidden++;
    const [called, answers] = [callKey(item), outputKey(item)];
    if (called !== undefined) open.set(called, (open.get(called) ?? 0) + 1);
    if (answers === undefined) continue;
    const waiting = open.get(answers) ?? 0;
    if (waiting > 0) open.set(answers, waiting - 1);
    else if (answered.has(answers)) extras.push(item);
    else if (hidden > 0) hidden--;
    else orphans.push(item);
    answered.add(answers);
  }
  return { orphans, extras };
}

export function callsWithoutOutput(messages: readonly Located[]): Located[] {
  const outputs = new Map<string, number>();
  const without: Located[] = [];
  // From the end, so that an output in front of its call does not count.
  for (const item of messages.toReversed()) {
    const [called, answers] = [callKey(item), outputKey(item)];
    if (answers !== undefined) outputs.set(answers, (outputs.get(answers) ?? 0) + 1);
    if (called === undefined) continue;
    const left = outputs.get(called) ?? 0;
    if (left === 0) without.unshift(item);
    else outputs.set(called, left - 1);
  }
  return without;
}

/** By the id of an item: the id of what the model made right behind it. */
export function followersReceived(received: readonly Located[]): ReadonlyMap<string, string> {
  const followers = new Map<string, string>();
  for (const [index, item] of received.entries()) {
    const [id, next] = [idOf(item), received[index + 1]];
    const nextId = next && isMadeByModel(next) && !isReasoning(next) ? idOf(next) : undefined;
    if (id !== undefined && nextId !== undefined) followers.set(id, nextId);
  }
  return followers;
}

/** By the id of an item: the id of the reasoning that it was made with. */
export function reasoningReceived(received: readonly Located[]): ReadonlyMap<string, string> {
  const reasoning = new Map<string, string>();
  let current: string | undefined;
  for (const item of received) {
    const id = idOf(item);
    if (isReasoning(item)) current = id;
    else if (!isMadeByModel(item)) current = undefined;
    else if (id !== undefined && current !== undefined) reasoning.set(id, current);
  }
  return reasoning;
}

export function idOf({ value }: Located): string | undefined {
  return isText(value.id) ? value.id : undefined;
}

export function isReasoning(item: Located): boolean {
  const { type } = item.value;
  return type === 'reasoning' || (type === 'item_reference' && (idOf(item) ?? '').startsWith('rs'));
}

/** Whether the model's reply holds such an item, and not the request. */
export function isMadeByModel({ value }: Located): boolean {
  const { type = 'message', role } = value;
  if (type === 'message') return role === 'assistant';
  return (
    isText(type) && type !== 'compaction' && type !== 'mcp_approval_response' && !type.endsWith('_output')
  );
}

function callKey({ value }: Located): string | undefined {
  const { type, call_id } = value;
  return isText(type) && CALLS.has(type) && isText(call_id) ? `${type} ${call_id}` : undefined;
}

function outputKey({ value }: Located): string | undefined {
  const { type, call_id } = value;
  if (!isText(type) || !type.endsWith('_output') || !isText(call_id)) return undefined;
  const call = type.slice(0, -'_output'.length);
  return CALLS.has(call) ? `${call} ${call_id}` : undefined;
}
