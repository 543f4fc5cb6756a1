/**
 * From what the model is sent (`LanguageModelV4Prompt`; V3 of ai 6, V2 of ai 5 at best effort) to neutral messages.
 *
 * Invariants: one prompt message gives one message, at its place (system messages in the middle too), and its parts keep
 * their order. Provider options are not content.
 */
import type { Message } from '@daybook/core/adapter';
import { unknown } from './opaque.ts';
import { type Form, partOf } from './parts.ts';
import { toPlainJson } from './plain-json.ts';
import { resultOf } from './results.ts';
import { isRecord, isRole, listOf } from './values.ts';

/**
 * What the model is handed, message by message: one message for each of the prompt.
 *
 * Left out: provider options (cache breakpoints, signatures), sources, approval requests, previews of results. A message
 * of unknown role or a part of unknown type becomes opaque. Nothing is thrown, whatever the value is.
 */
export function fromPrompt(prompt: unknown): Message[] {
  return listOf(prompt).map((message) => {
    const role = isRecord(message) ? message.role : undefined;
    if (!isRecord(message) || !isRole(role)) return { role: 'assistant', parts: [unknown(message)] };
    if (typeof message.content === 'string')
      return { role, parts: [{ type: 'text', text: message.content }] };
    return { role, parts: listOf(message.content).flatMap((part) => partOf(part, promptForm)) };
  });
}

const promptForm: Form = { input: toPlainJson, result: (part) => resultOf(part.output) };
