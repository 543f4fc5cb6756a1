/** The parts of a UI message, those of ai 4 in the shapes that came after it (at best effort). */
import { type Item, isRecord, listOf } from './values.ts';

export function uiPartsOf(message: Item): Item[] {
  const parts = Array.isArray(message.parts)
    ? message.parts.filter(isRecord).map(partOfToday)
    : partsBeforeThereWereParts(message);
  return [...parts, ...listOf(message.experimental_attachments).filter(isRecord).map(attachment)];
}

function partOfToday(part: Item): Item {
  const { type, toolInvocation } = part;
  if (type === 'tool-invocation' && isRecord(toolInvocation)) return invocation(toolInvocation);
  if (type === 'reasoning' && typeof part.text !== 'string') return { ...part, text: part.reasoning };
  const { data, mimeType, url } = part;
  if (type === 'file' && typeof data === 'string' && typeof mimeType === 'string' && url === undefined)
    return { type, mediaType: mimeType, url: `data:${mimeType};base64,${data}` };
  return part;
}

/** A step for each that the invocations name, and behind them what was said. */
function partsBeforeThereWereParts({ content, reasoning, toolInvocations }: Item): Item[] {
  const parts: Item[] = typeof reasoning === 'string' ? [{ type: 'reasoning', text: reasoning }] : [];
  let last: unknown;
  for (const called of listOf(toolInvocations).filter(isRecord)) {
    const { step = 0 } = called;
    if (last !== undefined && step !== last) parts.push({ type: 'step-start' });
    last = step;
    parts.push(invocation(called));
  }
  if (last !== undefined) parts.push({ type: 'step-start' });
  if (typeof content !== 'string') return [...parts, ...listOf(content).filter(isRecord)];
  return content === '' ? parts : [...parts, { type: 'text', text: content }];
}

const STATES: ReadonlyMap<unknown, string> = new Map([
  ['partial-call', 'input-streaming'],
  ['call', 'input-available'],
  ['result', 'output-available'],
]);

function invocation({ state, toolCallId, toolName, args, result }: Item): Item {
  const type = 'dynamic-tool';
  return { type, toolCallId, toolName, state: STATES.get(state) ?? state, input: args, output: result };
}

function attachment({ name, contentType, url }: Item): Item {
  return { type: 'file', mediaType: contentType, filename: name, url };
}
