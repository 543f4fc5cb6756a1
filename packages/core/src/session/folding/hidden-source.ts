/** A conversation with its secrets hidden, where the application asked for that. */
import { hideInMessages } from '../../packet/hide.ts';
import type { Redactor } from '../../redact/redactor.ts';
import type { ViewOptions } from '../view.ts';
import type { ViewSource } from './prepared.ts';

/** Secrets are hidden before anything is cut, so that no part of one is left (S1). */
export function hiddenSource(
  source: ViewSource,
  { redact }: ViewOptions,
  redactor: Redactor,
): { readonly source: ViewSource; readonly hidden: number } {
  if (redact?.view !== true) return { source, hidden: 0 };
  const { conversation } = source;
  const { messages, hidden } = hideInMessages(
    redactor,
    conversation.items.map(({ message }) => message),
  );
  const items = conversation.items.map((item, at) => ({ ...item, message: messages[at] ?? item.message }));
  return { source: { ...source, conversation: { ...conversation, items } }, hidden };
}
