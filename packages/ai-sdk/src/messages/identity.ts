/** What stored messages say of themselves besides their content: an id, and when they were said. */
import type { Message } from '@daybook/core/adapter';
import { type Item, isRecord } from './values.ts';

/** An empty id is none: the SDK writes it where nobody made ids. */
export function identityOf(native: Item): Pick<Message, 'id' | 'at'> {
  const { id, metadata } = native;
  const at = timeOf(native.createdAt) ?? (isRecord(metadata) ? timeOf(metadata.createdAt) : undefined);
  return { ...(typeof id === 'string' && id !== '' && { id }), ...(at !== undefined && { at }) };
}

/** An id tells messages apart only where it is given once: the first message keeps it. */
export function withUniqueIds(messages: readonly Message[]): Message[] {
  const seen = new Set<string>();
  return messages.map((message) => {
    const { id, ...rest } = message;
    if (id === undefined || !seen.has(id)) {
      if (id !== undefined) seen.add(id);
      return message;
    }
    return rest;
  });
}

/** Milliseconds since the epoch. */
function timeOf(value: unknown): number | undefined {
  const at = value instanceof Date ? value.getTime() : typeof value === 'string' ? Date.parse(value) : value;
  return typeof at === 'number' && Number.isFinite(at) ? at : undefined;
}
