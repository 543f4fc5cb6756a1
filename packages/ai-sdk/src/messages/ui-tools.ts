/** A tool part of a UI message: its call, and what the SDK answers to it in the message of results. */
import { outputOf } from './results.ts';
import { type Item, isRecord } from './values.ts';

export function isToolPart({ type }: Item): boolean {
  return type === 'dynamic-tool' || (typeof type === 'string' && type.startsWith('tool-'));
}

/** In the message of the answer: the call, and the result where the provider itself ran the tool. */
export function callOf(part: Item): Item[] {
  const { state, toolCallId, providerExecuted } = part;
  if (state === 'input-streaming') return [];
  const input = state === 'output-error' ? (part.input ?? part.rawInput) : part.input;
  const call = { type: 'tool-call', toolCallId, toolName: nameOf(part), input, providerExecuted };
  return providerExecuted === true ? [call, ...resultOf(part)] : [call];
}

/** In the message of results. */
export function responsesOf(part: Item): Item[] {
  const { state, providerExecuted } = part;
  const approval = isRecord(part.approval) ? part.approval : {};
  const isRefused = state === 'approval-responded' && approval.approved === false;
  return [
    ...(typeof approval.approved === 'boolean' ? [responseOf(approval, providerExecuted)] : []),
    ...(isRefused ? [resultWith(part, { type: 'execution-denied', reason: approval.reason })] : []),
    ...(providerExecuted === true ? [] : resultOf(part)),
  ];
}

function responseOf({ id, approved, reason }: Item, providerExecuted: unknown): Item {
  return { type: 'tool-approval-response', approvalId: id, approved, reason, providerExecuted };
}

function resultOf(part: Item): Item[] {
  const isProviders = part.providerExecuted === true;
  switch (part.state) {
    case 'output-available':
      return part.preliminary === true ? [] : [resultWith(part, outputOf(part.output, false))];
    case 'output-error':
      return [resultWith(part, { type: isProviders ? 'error-json' : 'error-text', value: part.errorText })];
    case 'output-denied':
      return isProviders ? [] : [resultWith(part, { type: 'error-text', value: refusalOf(part) })];
  }
  return [];
}

/** In later turns the SDK sends a refusal as an error in the person's words, or in these. */
function refusalOf({ approval }: Item): unknown {
  const reason = isRecord(approval) ? approval.reason : undefined;
  return reason ?? 'Tool call execution denied.';
}

function resultWith(part: Item, output: unknown): Item {
  return { type: 'tool-result', toolCallId: part.toolCallId, toolName: nameOf(part), output };
}

function nameOf({ type, toolName }: Item): unknown {
  return type === 'dynamic-tool' ? toolName : String(type).slice('tool-'.length);
}
