/** One part of a prompt or of an answer as parts of a neutral message. What is not known becomes data, never an exception. */
import type {
  DataPart,
  Json,
  MessagePart,
  OpaquePart,
  TextPart,
  ToolResultPart,
} from '@daybook/core/adapter';
import { fileOf, reasoningFileOf } from './files.ts';
import { dataOf, opaque, UNREADABLE, unknown, withoutVolatile } from './opaque.ts';
import { reasonOf } from './results.ts';
import { type Item, isRecord } from './values.ts';

/** Where prompts and answers write the same thing differently. */
export interface Form {
  input(value: unknown): Json | undefined;
  result(part: Item): Pick<ToolResultPart, 'output' | 'status'>;
}

export function partOf(part: unknown, form: Form): MessagePart[] {
  if (!isRecord(part)) return [unknown(part)];
  switch (part.type) {
    case 'text':
      return [textPartOf(part)];
    case 'reasoning':
      return [typeof part.text === 'string' ? { type: 'reasoning', text: part.text } : unknown(part)];
    case 'reasoning-file':
      return [reasoningFileOf(part)];
    case 'file':
      return [fileOf(part)];
    case 'tool-call':
    case 'tool-result':
      return toolPartOf(part, form);
    case 'custom':
      return customOf(part);
    case 'tool-approval-response':
      return [dataOf(withoutVolatile(part))];
    case 'source':
    case 'tool-approval-request':
      // Never handed back: the SDK leaves sources out, and a request repeats its call.
      return [];
    default:
      return [unknown(part)];
  }
}

/** A provider's own item: its compaction is carried and never read; figures about the answer are no part of it. */
function customOf(part: Item): (OpaquePart | DataPart)[] {
  const kind = typeof part.kind === 'string' ? part.kind : '';
  if (FIGURES.includes(kind)) return [];
  return [/compact/i.test(kind) ? opaque(kind.split('.', 1)[0] as string, part) : unknown(part)];
}

/** Told for each streamed answer, kept by the SDK in the history, and left out by the provider package when it is sent. */
const FIGURES: readonly string[] = ['anthropic.message_start'];

/** A provider's compaction summary arrives as text; it stands for what was before it and is nobody's words. */
function textPartOf(part: Item): TextPart | DataPart | OpaquePart {
  const options = part.providerOptions ?? part.providerMetadata;
  for (const [provider, value] of Object.entries(isRecord(options) ? options : {}))
    if (isRecord(value) && value.type === 'compaction') return opaque(provider, part);
  return typeof part.text === 'string' ? { type: 'text', text: part.text } : unknown(part);
}

function toolPartOf(part: Item, form: Form): MessagePart[] {
  const { type, toolCallId: callId, toolName: name } = part;
  if (typeof callId !== 'string' || typeof name !== 'string') return [unknown(part)];
  if (type === 'tool-call') {
    // Nobody can read it, and it is a call all the same: its result belongs to it.
    const read = form.input(part.input);
    const input = read === undefined ? UNREADABLE : read;
    return [{ type, callId, name, input, ...(part.providerExecuted === true && { hosted: true }) }];
  }
  // A preview of a result that a later part replaces.
  if (part.preliminary === true) return [];
  return [{ type: 'tool-result', callId, name, ...form.result(part) }, ...reasonOf(part.output)];
}
