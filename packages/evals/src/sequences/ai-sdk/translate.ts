/**
 * From the AI SDK's model-level shapes (`LanguageModelV4Prompt`, the content of an answer) to neutral messages.
 *
 * Invariants: one prompt message gives one message and its parts keep their order. An answer and the form in
 * which the SDK hands it back give equal words, calls and opaque items. What is not known becomes an opaque part
 * with the whole item, never an exception. Provider options are not content, and neither are the parts of an
 * answer that the SDK never hands back.
 */
import type {
  DataPart,
  FilePart,
  Json,
  Message,
  MessagePart,
  OpaquePart,
  Role,
  TextPart,
  ToolResultPart,
  Usage,
} from '@daybook/core';
import { parseInput, toPlainJson } from './plain-json.ts';

/** What the model is handed, message by message. */
export function fromPrompt(prompt: unknown): Message[] {
  return listOf(prompt).map((message) => {
    const role = isRecord(message) ? message.role : undefined;
    if (!isRecord(message) || !isRole(role))
      return { role: 'assistant', parts: [opaque('unknown', message)] };
    if (typeof message.content === 'string')
      return { role, parts: [{ type: 'text', text: message.content }] };
    return { role, parts: listOf(message.content).flatMap((part) => partOf(part, promptForm)) };
  });
}

/** What the model answered. Its tool inputs are JSON in a string, its results bare values. */
export function fromAnswer(content: unknown): Message {
  return { role: 'assistant', parts: listOf(content).flatMap((part) => partOf(part, answerForm)) };
}

/** Size of a call as the provider reported it; undefined where either figure is missing. */
export function fromUsage(usage: unknown): Usage | undefined {
  const [input, output] = ['inputTokens', 'outputTokens'].map((name) => {
    const figure = isRecord(usage) ? usage[name] : undefined;
    return isRecord(figure) ? figure.total : figure;
  });
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
}

type Item = { readonly [key: string]: unknown };
type OutputPart = TextPart | DataPart | FilePart;

/** Where prompts and answers write the same thing differently. */
interface Form {
  input(value: unknown): Json | undefined;
  result(part: Item): Pick<ToolResultPart, 'output' | 'status'>;
}

const promptForm: Form = { input: toPlainJson, result: (part) => resultOf(part.output) };

const answerForm: Form = {
  input: (value) => (typeof value === 'string' ? parseInput(value) : toPlainJson(value)),
  result: ({ result, isError }) => {
    // The SDK hands the provider's errors back as JSON, and strings that are no errors as text.
    if (isError === true) return { output: [dataOf(result)], status: 'error' };
    return { output: [typeof result === 'string' ? textOf(result) : dataOf(result)], status: 'returned' };
  },
};

function partOf(part: unknown, form: Form): MessagePart[] {
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
      return [opaque(typeof part.kind === 'string' ? providerOf(part.kind) : 'unknown', part)];
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
  return typeof part.text === 'string' ? textOf(part.text) : opaque('unknown', part);
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

/** The reason given with a denial is the person's own words, not what a tool returned. */
function reasonOf(output: unknown): TextPart[] {
  if (!isRecord(output) || output.type !== 'execution-denied' || typeof output.reason !== 'string') return [];
  return [{ type: 'text', text: output.reason, speaker: 'user' }];
}

function resultOf(output: unknown): Pick<ToolResultPart, 'output' | 'status'> {
  if (!isRecord(output)) return { output: [dataOf(output)], status: 'returned' };
  const { type, value } = output;
  const status = type === 'error-text' || type === 'error-json' ? 'error' : 'returned';
  if (type === 'execution-denied') return { output: [], status: 'denied' };
  if ((type === 'text' || type === 'error-text') && typeof value === 'string')
    return { output: [textOf(value)], status };
  if (type === 'json' || type === 'error-json') return { output: [dataOf(value)], status };
  if (type === 'content' && Array.isArray(value)) return { output: value.map(outputPartOf), status };
  return { output: [dataOf(withoutVolatile(output))], status };
}

function outputPartOf(item: unknown): OutputPart {
  if (isRecord(item) && item.type === 'text' && typeof item.text === 'string') return textOf(item.text);
  if (isRecord(item) && item.type === 'file') return fileOf(item);
  return dataOf(isRecord(item) ? withoutVolatile(item) : item);
}

/** A file by bytes or URL; inline text and a provider's own file id have neither, so they stay data. */
function fileOf(part: Item): FilePart | DataPart {
  const source = sourceOf(part.data);
  if (source === undefined) return dataOf(withoutVolatile(part));
  const mediaType = typeof part.mediaType === 'string' ? part.mediaType : 'application/octet-stream';
  return {
    type: 'file',
    mediaType,
    ...source,
    ...(typeof part.filename === 'string' && { name: part.filename }),
  };
}

/** Private like all reasoning: as text it is kept as digest and length only. */
function reasoningFileOf(part: Item): MessagePart {
  const source = sourceOf(part.data);
  if (source === undefined) return opaque('unknown', part);
  return { type: 'reasoning', text: source.url ?? `data:${String(part.mediaType)};base64,${source.data}` };
}

function sourceOf(data: unknown): { data: string; url?: never } | { url: string; data?: never } | undefined {
  if (data instanceof Uint8Array) return { data: Buffer.from(data).toString('base64') };
  if (!isRecord(data)) return undefined;
  if (data.type === 'data') return typeof data.data === 'string' ? { data: data.data } : sourceOf(data.data);
  // Parsing may change a URL; the original string is what the application wrote.
  const url = data.originalUrl ?? (data.url instanceof URL ? data.url.href : data.url);
  return data.type === 'url' && typeof url === 'string' ? { url } : undefined;
}

function opaque(provider: string, item: unknown): OpaquePart {
  return { type: 'opaque', provider, item: jsonOf(isRecord(item) ? withoutVolatile(item) : item) };
}

function dataOf(value: unknown): DataPart {
  return { type: 'data', value: jsonOf(value) };
}

function jsonOf(value: unknown): Json {
  const json = toPlainJson(value);
  return json === undefined ? UNREADABLE : json;
}

function textOf(text: string): TextPart {
  return { type: 'text', text };
}

function providerOf(kind: string): string {
  return kind.split('.', 1)[0] as string;
}

/**
 * The item in the form of a prompt (metadata of an answer comes back as options) without cache breakpoints,
 * which move from call to call.
 */
function withoutVolatile(item: Item): Item {
  const { providerMetadata, providerOptions = providerMetadata, ...rest } = item;
  if (!isRecord(providerOptions)) return rest;
  const kept = Object.entries(providerOptions).flatMap(([provider, options]): [string, unknown][] => {
    if (!isRecord(options)) return [[provider, options]];
    const { cacheControl: _camel, cache_control: _snake, ...others } = options;
    return Object.keys(others).length > 0 ? [[provider, others]] : [];
  });
  return kept.length > 0 ? { ...rest, providerOptions: Object.fromEntries(kept) } : rest;
}

/** Stands for a value without end or deeper than any journal accepts. */
const UNREADABLE = 'not representable as JSON';

function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isRole(value: unknown): value is Role {
  return ['system', 'developer', 'user', 'assistant', 'tool'].includes(value as string);
}
