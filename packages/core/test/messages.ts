/** Short ways to write the messages that tests hand over. */
import type { Json } from '../src/base/json.ts';
import type {
  FilePart,
  Message,
  MessagePart,
  ReasoningPart,
  Role,
  Status,
  TextPart,
  ToolCallPart,
  ToolResultPart,
} from '../src/journal/message.ts';

/** A fixed salt: ids are the same in every run. */
export const SALT: Uint8Array = Uint8Array.from({ length: 32 }, (_, at) => at);

type More = Partial<Omit<Message, 'role' | 'parts'>>;

export function says(role: Role, parts: readonly (MessagePart | string)[], more: More = {}): Message {
  return { role, parts: parts.map((part) => (typeof part === 'string' ? text(part) : part)), ...more };
}

export function system(words: string, more?: More): Message {
  return says('system', [words], more);
}

export function user(words: string, more?: More): Message {
  return says('user', [words], more);
}

export function assistant(words: string, more?: More): Message {
  return says('assistant', [words], more);
}

export function text(words: string, more: Partial<TextPart> = {}): TextPart {
  return { type: 'text', text: words, ...more };
}

export function reasoning(words: string): ReasoningPart {
  return { type: 'reasoning', text: words };
}

export function call(callId: string, input: Json = { path: 'notes.md' }, name = 'read_file'): ToolCallPart {
  return { type: 'tool-call', callId, name, input };
}

export function result(
  callId: string,
  output: ToolResultPart['output'] | string = 'done',
  status: Status = 'returned',
): ToolResultPart {
  return {
    type: 'tool-result',
    callId,
    output: typeof output === 'string' ? [text(output)] : output,
    status,
  };
}

/** A step: the assistant's calls, with words where given, and a tool message for their results. */
export function step(callId: string, output = 'done', words: readonly string[] = []): Message[] {
  return [says('assistant', [...words, call(callId)]), says('tool', [result(callId, output)])];
}

export function image(bytes: string, more: Partial<FilePart> = {}): FilePart {
  return { type: 'file', mediaType: 'image/png', data: btoa(bytes), ...more };
}
