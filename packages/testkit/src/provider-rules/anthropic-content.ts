/** What Anthropic blocks are made of, and in whose messages they stand. */
import { blocksOf, isResult, ofType } from './anthropic-blocks.ts';
import { breach, isFilled, isObject, isText, isTypedList, objectsIn, show } from './reading.ts';
import type { Breach, Wire } from './rule.ts';

/** `tool_reference` names tools that a search of the client found. */
const RESULT_BLOCKS: ReadonlySet<unknown> = new Set([
  'text',
  'image',
  'document',
  'search_result',
  'tool_reference',
]);

export function* shapesAreKnown({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const { role, content } = message.value;
    if (!isText(content) && !isTypedList(content))
      yield breach(message, 'content', 'is neither text nor blocks');
    for (const block of blocksOf(message)) {
      const { type, text, id, tool_use_id } = block.value;
      if (type === 'text' && !isText(text)) yield breach(block, 'text', 'is no text');
      if (type === 'tool_use' && (role !== 'assistant' || !isFilled(id)))
        yield breach(block, '', 'is no call with an id in an assistant message');
      if (type === 'tool_result' && !isFilled(tool_use_id))
        yield breach(block, 'tool_use_id', 'names no call');
    }
  }
}

// For the assistant this is contested: the schema does not tie pictures to a role.
export function* mediaIsFromUsers({ messages }: Wire): Iterable<Breach> {
  for (const message of messages)
    for (const block of [...ofType(message, 'image'), ...ofType(message, 'document')])
      if (message.value.role !== 'user')
        yield breach(block, 'type', `${show(block.value.type)} in a message of ${show(message.value.role)}`);
}

export function* resultsHoldBlocks({ messages }: Wire): Iterable<Breach> {
  for (const result of messages.flatMap(blocksOf).filter(isResult)) {
    const { content } = result.value;
    if (content !== undefined && !isText(content) && !isTypedList(content))
      yield breach(result, 'content', 'is neither text nor blocks');
    for (const block of objectsIn(result, 'content'))
      if (!RESULT_BLOCKS.has(block.value.type)) yield breach(block, 'type', `is ${show(block.value.type)}`);
  }
}

export function* inputsAreObjects({ messages }: Wire): Iterable<Breach> {
  for (const call of messages.flatMap((message) => ofType(message, 'tool_use')))
    if (!isObject(call.value.input)) yield breach(call, 'input', 'is no object');
}
