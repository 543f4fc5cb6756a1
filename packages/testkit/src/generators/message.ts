/** Neutral messages of every role and with every kind of part. */
import type {
  DataPart,
  FilePart,
  Message,
  MessagePart,
  OpaquePart,
  ReasoningPart,
  Status,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Usage,
} from '@daybook/core';
import fc from 'fast-check';
import { deepJson, jsonArbitrary } from './json.ts';
import { hostileText, hostileWords } from './text.ts';

/** What a message says besides its parts. */
export const usageArbitrary: fc.Arbitrary<Usage> = fc.record(
  {
    input: fc.nat(200_000),
    output: fc.nat(20_000),
    model: fc.constant('a-model'),
    window: fc.constant(200_000),
  },
  { requiredKeys: ['input', 'output'] },
);

export const textPart: fc.Arbitrary<TextPart> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ type: fc.constant('text' as const), text: hostileText }) },
  {
    weight: 1,
    arbitrary: fc.record({
      type: fc.constant('text' as const),
      text: hostileText,
      authority: fc.constant('none' as const),
    }),
  },
);

const dataPart: fc.Arbitrary<DataPart> = fc.record({
  type: fc.constant('data' as const),
  value: fc.oneof({ weight: 9, arbitrary: jsonArbitrary }, { weight: 1, arbitrary: deepJson }),
});

export const filePart: fc.Arbitrary<FilePart> = fc.oneof(
  fileWith({ data: fc.uint8Array({ maxLength: 64 }).map((bytes) => Buffer.from(bytes).toString('base64')) }),
  fileWith({ url: fc.webUrl() }),
);

export const reasoningPart: fc.Arbitrary<ReasoningPart> = fc.record({
  type: fc.constant('reasoning' as const),
  text: hostileText,
});

export const opaquePart: fc.Arbitrary<OpaquePart> = fc.record({
  type: fc.constant('opaque' as const),
  provider: fc.constantFrom('a-provider', 'another'),
  item: jsonArbitrary,
});

const statusArbitrary: fc.Arbitrary<Status> = fc.constantFrom(
  'returned' as const,
  'returned' as const,
  'returned' as const,
  'error' as const,
  'denied' as const,
  'aborted' as const,
);

const toolNameArbitrary: fc.Arbitrary<string> = fc.constantFrom('read_file', 'shell', 'search');

export function toolCallPart(callId: fc.Arbitrary<string>): fc.Arbitrary<ToolCallPart> {
  const input = fc.oneof(jsonArbitrary, hostileText);
  return fc.record({ type: fc.constant('tool-call' as const), callId, name: toolNameArbitrary, input });
}

export function toolResultPart(callId: fc.Arbitrary<string>): fc.Arbitrary<ToolResultPart> {
  return fc.record({
    type: fc.constant('tool-result' as const),
    callId,
    name: toolNameArbitrary,
    output: fc.array(fc.oneof(textPart, dataPart, filePart), { maxLength: 3 }),
    status: statusArbitrary,
  });
}

const callId = hostileWords;
const userPart: fc.Arbitrary<MessagePart> = fc.oneof(textPart, textPart, filePart, dataPart);
const assistantPart: fc.Arbitrary<MessagePart> = fc.oneof(
  textPart,
  reasoningPart,
  toolCallPart(callId),
  opaquePart,
  filePart,
);

/** One message by itself: its calls and results need not belong to anything. */
export const messageArbitrary: fc.Arbitrary<Message> = fc.oneof(
  messageOf(fc.constantFrom('system' as const, 'developer' as const), textPart),
  messageOf(fc.constant('user' as const), userPart),
  messageOf(fc.constant('assistant' as const), assistantPart),
  messageOf(fc.constant('tool' as const), toolResultPart(callId)),
);

function messageOf(
  role: fc.Arbitrary<Message['role']>,
  part: fc.Arbitrary<MessagePart>,
): fc.Arbitrary<Message> {
  return fc.record(
    {
      role,
      parts: fc.array(part, { minLength: 1, maxLength: 4 }),
      id: hostileWords,
      at: fc.nat(2_000_000_000_000),
      usage: usageArbitrary,
      aborted: fc.boolean(),
      derived: fc.boolean(),
    },
    { requiredKeys: ['role', 'parts'] },
  );
}

function fileWith(source: {
  readonly data?: fc.Arbitrary<string>;
  readonly url?: fc.Arbitrary<string>;
}): fc.Arbitrary<FilePart> {
  return fc.record(
    {
      type: fc.constant('file' as const),
      mediaType: fc.constantFrom('image/png', 'application/pdf', 'text/plain'),
      name: fc.constantFrom('a.png', 'report.pdf', 'naïve name.txt'),
      ...source,
    },
    { requiredKeys: ['type', 'mediaType', ...(source.data ? ['data' as const] : ['url' as const])] },
  );
}
