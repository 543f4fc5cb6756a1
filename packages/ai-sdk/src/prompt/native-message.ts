/**
 * Messages that the journal gives, and daybook's own, in the form of a model prompt. Reasoning is on record as a digest
 * only, so there is none.
 */
import type { FilePart, Message, MessagePart, ToolResultPart } from '@daybook/core/adapter';
import type { NativeMessage } from '../model-types.ts';

/** How a version of the model interface writes files. */
export type FileForm = (file: FilePart) => unknown;

/** Version 4 tags where the bytes are; earlier ones hold them as they are. */
export function fileFormOf(specificationVersion: unknown): FileForm {
  const isTagged = specificationVersion === 'v4';
  return ({ mediaType, data, url, name }) => {
    const at = url === undefined ? data : new URL(url);
    const tagged = url === undefined ? { type: 'data', data } : { type: 'url', url: at };
    return {
      type: 'file',
      mediaType,
      data: isTagged ? tagged : at,
      ...(name !== undefined && { filename: name }),
    };
  };
}

/** @param names of the tools, by call */
export function nativeMessage(
  { role, parts }: Message,
  fileForm: FileForm,
  names: ReadonlyMap<string, string>,
): NativeMessage {
  if (role === 'system' || role === 'developer')
    return { role: 'system', content: textsIn(parts).join('\n') };
  const content = parts.flatMap((part, at) => nativePart(part, at, parts, fileForm, names) ?? []);
  return { role, content };
}

function nativePart(
  part: MessagePart,
  at: number,
  parts: readonly MessagePart[],
  fileForm: FileForm,
  names: ReadonlyMap<string, string>,
): unknown {
  switch (part.type) {
    case 'text':
      return reasonFor(parts[at - 1], part) === undefined ? textPart(part.text) : undefined;
    case 'data':
      return textPart(JSON.stringify(part.value));
    case 'file':
      return fileForm(part);
    case 'tool-call': {
      const { callId: toolCallId, name: toolName, input } = part;
      const hosted = parts.some((other) => other.type === 'tool-result' && other.callId === toolCallId);
      return { type: 'tool-call', toolCallId, toolName, input, ...(hosted && { providerExecuted: true }) };
    }
    case 'tool-result': {
      const { callId: toolCallId, name = names.get(toolCallId) ?? 'tool' } = part;
      const output = outputOf(part, reasonFor(part, parts[at + 1]), fileForm);
      return { type: 'tool-result', toolCallId, toolName: name, output };
    }
    case 'opaque':
      return part.item;
    case 'reasoning':
      return undefined;
  }
}

/** Names of the tools that are called in a list, by call. */
export function toolNames(messages: readonly Message[]): Map<string, string> {
  const calls = messages.flatMap(({ parts }) =>
    parts.flatMap((part) => (part.type === 'tool-call' ? [part] : [])),
  );
  return new Map(calls.map(({ callId, name }) => [callId, name]));
}

export function textPart(text: string): { readonly type: 'text'; readonly text: string } {
  return { type: 'text', text };
}

/** A result as text, where it is text; with its files beside it where it has some. */
function outputOf(result: ToolResultPart, reason: string | undefined, fileForm: FileForm): unknown {
  const { output, status } = result;
  const text = resultText(result);
  if (status === 'denied') return { type: 'execution-denied', ...(reason !== undefined && { reason }) };
  if (status === 'error' || status === 'aborted') return { type: 'error-text', value: text };
  const [only] = output;
  if (output.length === 1 && only?.type === 'data') return { type: 'json', value: only.value };
  const files = output.filter((item) => item.type === 'file');
  if (files.length === 0) return { type: 'text', value: text };
  return { type: 'content', value: [...(text === '' ? [] : [textPart(text)]), ...files.map(fileForm)] };
}

/** Text and JSON of a result, a line each. */
export function resultText({ output }: ToolResultPart): string {
  return output
    .flatMap((item) => {
      if (item.type === 'text') return [item.text];
      return item.type === 'data' ? [JSON.stringify(item.value)] : [];
    })
    .join('\n');
}

/** A person's reason stands behind the denial that it was given with. */
function reasonFor(result: MessagePart | undefined, next: MessagePart | undefined): string | undefined {
  const isDenied = result?.type === 'tool-result' && result.status === 'denied';
  return isDenied && next?.type === 'text' && next.speaker === 'user' ? next.text : undefined;
}

function textsIn(parts: readonly MessagePart[]): string[] {
  return parts.flatMap((part) => (part.type === 'text' ? [part.text] : []));
}
