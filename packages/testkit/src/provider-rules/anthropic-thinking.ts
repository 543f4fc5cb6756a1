/**
 * Thinking blocks in Anthropic messages.
 *
 * Invariant: only presence, place and shape are looked at, and sameness where what was received is known. Whether a
 * signature is genuine cannot be seen here.
 */
import { blocksOf, isResult, isThinking, isThinkingOn } from './anthropic-blocks.ts';
import { breach, isFilled, isObject, show } from './reading.ts';
import type { Breach, Located, Wire } from './rule.ts';

// Adaptive thinking leaves it to the model whether a turn begins with a thought.
export function* loopBeginsWithThinking({ messages, fields }: Wire): Iterable<Breach> {
  if (!isObject(fields.thinking) || fields.thinking.type !== 'enabled') return;
  const [first] = runningLoop(messages);
  if (first && !isThinking(blocksOf(first)[0]))
    yield breach(first, 'content', 'does not begin with thinking');
}

export function* thinkingIsSigned({ messages }: Wire): Iterable<Breach> {
  for (const block of messages.flatMap(blocksOf).filter(isThinking)) {
    const seal = block.value.type === 'thinking' ? 'signature' : 'data';
    if (!isFilled(block.value[seal])) yield breach(block, seal, 'is absent');
  }
}

export function* thinkingIsUnchanged(wire: Wire): Iterable<Breach> {
  const latest = wire.messages.findLast(isAssistant);
  const original =
    latest && wire.received.findLast((other) => isAssistant(other) && sharesBlock(latest, other));
  if (!latest || !original) return;
  const [sent, received] = [thoughtsOf(latest), thoughtsOf(original)];
  // A finished turn may leave its thinking out as a whole.
  const mayBeLeftOut = !isThinkingOn(wire) || runningLoop(wire.messages).length === 0;
  if ((sent.length > 0 || !mayBeLeftOut) && JSON.stringify(sent) !== JSON.stringify(received))
    yield breach(latest, 'content', 'its thinking differs from what was received');
}

export function* messagesEndWithoutThinking({ messages }: Wire): Iterable<Breach> {
  for (const message of messages) {
    const last = blocksOf(message).at(-1);
    if (last && isThinking(last)) yield breach(last, '', 'is the last block');
  }
}

export function* choiceLeavesThinking(wire: Wire): Iterable<Breach> {
  const choice = wire.fields.tool_choice;
  if (isThinkingOn(wire) && isObject(choice) && (choice.type === 'any' || choice.type === 'tool'))
    yield { at: 'request.tool_choice', detail: `is ${show(choice.type)} while thinking is on` };
}

/**
 * The assistant messages of the loop that waits for the model behind a result. Neighbouring user messages are one
 * turn, because the provider joins them. Whatever is no result begins a new loop, but for the last turn: whether text
 * behind its results ends the loop is not known, and a loop that is kept whole passes either way.
 */
function runningLoop(messages: readonly Located[]): Located[] {
  const spoken = messages.filter(({ value }) => value.role !== 'system');
  const loop: Located[] = [];
  for (let end = spoken.length; end > 0; ) {
    const begin = spoken.slice(0, end).findLastIndex((message) => isAssistant(message)) + 1;
    const results = spoken.slice(begin, end).map((message) => blocksOf(message).map(isResult));
    const goesOn = end === spoken.length ? results.flat().includes(true) : results.every(isAllTrue);
    if (begin === end || !goesOn) return loop;
    const before = spoken.slice(0, begin).findLastIndex((message) => !isAssistant(message)) + 1;
    loop.unshift(...spoken.slice(before, begin));
    end = before;
  }
  return loop;
}

function isAllTrue(list: readonly boolean[]): boolean {
  return list.length > 0 && list.every(Boolean);
}

function isAssistant({ value }: Located): boolean {
  return value.role === 'assistant';
}

function thoughtsOf(message: Located): unknown[] {
  return blocksOf(message)
    .filter(isThinking)
    .map(({ value }) => [value.type, value.thinking, value.signature, value.data]);
}

/** Whether both are forms of one message: they share a call, a seal or a text. */
function sharesBlock(one: Located, other: Located): boolean {
  const marks = new Set(blocksOf(other).flatMap(marksOf));
  return blocksOf(one).some((block) => marksOf(block).some((mark) => marks.has(mark)));
}

function marksOf({ value }: Located): string[] {
  const mark = value.id ?? value.signature ?? value.data ?? value.text;
  return isFilled(mark) ? [mark] : [];
}
