/** One part of a prompt or of an answer as parts of a neutral message. What is not known becomes opaque, never an exception. */
import type { Json, MessagePart, OpaquePart, TextPart, ToolResultPart } from '@daybook/core/adapter';
import { fileOf, reasoningFileOf } from './files.ts';
import { dataOf, opaque, providerOf, withoutVolatile } from './opaque.ts';
import { reasonOf } from './results.ts';
import { type Item, isRecord } from './values.ts';

/** Where prompts and answers write the same thing differently. */
export interface Form {
  input(value: unknown): Json | undefined;
  result(part: Item): Pick<ToolResultPart, 'output' | 'status'>;
}

export function partOf(part: unknown, form: Form): MessagePart[] {
  if (!isRecord(part)) return [opaque('unknown', part)];
  switch (part.type) {
    case 'text':
      return [textPartOf(part)];
    case 'reasoning':
      return [
        typeof part.text === 'string' ? { type: 'reasoning', text: part.text } : opaque('unknown', part),
      ];
    case 'reasoning-file':
      return [reasoningFileOf(part)];
    case 'file':
      return [fileOf(part)];
    case 'tool-call':
    case 'tool-result':
      return toolPartOf(part, form);
    case 'custom':
      return [opaque(providerOf(part.kind), part)];
    case 'tool-approval-response':
      return [dataOf(withoutVolatile(part))];
    case 'source':
    case 'tool-approval-request':
      // Never handed back: the SDK leaves sources out, and a request repeats its call.
      return [];
    default:
      return [opaque('unknown', part)];
  }
}

/** A provider's compaction summary arrives as text; it stands for what was before it and is nobody's words. */
function textPartOf(part: Item): TextPart | OpaquePart {
  const options = part.providerOptions ?? part.providerMetadata;
  for (const [provider, value] of Object.entries(isRecord(options) ? options : {}))
    if (isRecord(value) && value.type === 'compaction') return opaque(provider, part);
  return typeof part.text === 'string' ? { type: 'text', text: part.text } : opaque('unknown', part);
}

function toolPartOf(part: Item, form: Form): MessagePart[] {
  const { type, toolCallId: callId, toolName: name } = part;
  if (typeof callId !== 'string' || typeof name !== 'string') return [opaque('unknown', part)];
  if (type === 'tool-call') {
    const input = form.input(part.input);
    return [input === undefined ? opaque('unknown', part) : { type, callId, name, input }];
  }
  // A preview of a result that a later part replaces.
  if (part.preliminary === true) return [];
  return [{ type: 'tool-result', callId, name, ...form.result(part) }, ...reasonOf(part.output)];
}
