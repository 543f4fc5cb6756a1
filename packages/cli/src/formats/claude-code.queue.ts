/**
 * What the person typed while the agent worked, from `queue-operation` lines.
 *
 * The queue is first in, first out, and every `enqueue` leaves it by one `dequeue` (it becomes a prompt),
 * `remove` (the agent was given it between two steps) or `popAll` (taken back to be edited). Most texts stand
 * once more as a line of their own, which is then the message; some versions write none for `remove`, and the
 * queue holds the only copy. So a text waits until the next answer begins: a copy stands before it, and the
 * place is where the model first saw the words. Nothing else decides, so half a file gives half the items.
 */

import { personWords } from './claude-code.parts.ts';
import type { LogItem } from './format.ts';
import { software, timeOf } from './text.ts';

export interface TypedWords {
  /** A `queue-operation` line. */
  operate(operation: string, content: string | undefined, line: number, timestamp: unknown): void;
  /** A line that holds words of the person: the texts it repeats are said. True when it repeats any. */
  said(text: string): boolean;
  /** Before a prompt that repeats nothing: what the agent was given between two steps. */
  beforePrompt(): readonly LogItem[];
  /** Before an answer begins: everything that left the queue. */
  beforeAnswer(): readonly LogItem[];
  waiting(): readonly LogItem[];
}

interface Typed {
  readonly text: string;
  readonly line: number;
  readonly timestamp: unknown;
  said: boolean;
  left?: 'prompt' | 'given' | 'withdrawn';
}

export function typedWords(): TypedWords {
  let queue: Typed[] = [];

  const leave = (content: string | undefined, left: 'prompt' | 'given' | 'withdrawn'): void => {
    const inside = queue.filter((typed) => typed.left === undefined);
    const typed = inside.find(({ text }) => text === content) ?? inside[0];
    if (typed !== undefined) typed.left = left;
  };

  const forget = (): void => {
    queue = queue.filter((typed) => !(typed.said && typed.left !== undefined));
  };

  const take = (which: (typed: Typed) => boolean): readonly LogItem[] => {
    const taken = queue.filter((typed) => typed.left !== undefined && !typed.said && which(typed));
    queue = queue.filter((typed) => !taken.includes(typed));
    return taken.map(messageOf);
  };

  return {
    operate(operation, content, line, timestamp) {
      const text = content ?? '';
      if (operation === 'enqueue') {
        // Taken back and typed again: said once.
        const again = queue.find((typed) => typed.left === 'withdrawn' && same(typed.text, text));
        if (again !== undefined) again.said = true;
        // A blank text keeps its place in the queue and says nothing.
        queue.push({ text, line, timestamp, said: text.trim() === '' });
      } else if (operation === 'dequeue') leave(content, 'prompt');
      else if (operation === 'remove') leave(content, 'given');
      else if (operation === 'popAll') {
        const named = queue.some((typed) => typed.left === undefined && typed.text === content);
        if (named) leave(content, 'withdrawn');
        else for (const typed of queue) typed.left ??= 'withdrawn';
      }
      forget();
    },
    said(text) {
      const found = repeatedBy(
        text,
        queue.filter((typed) => !typed.said),
      );
      for (const typed of found) typed.said = true;
      forget();
      return found.length > 0;
    },
    beforePrompt: () => take((typed) => typed.left === 'given'),
    beforeAnswer: () => take(() => true),
    waiting: () =>
      queue
        .filter((typed) => !typed.said)
        .map(({ line }) => ({
          type: 'warning',
          line,
          code: 'waiting-words',
          detail: 'typed while the agent worked; the log does not say yet what became of it',
        })),
  };
}

/** The texts that a line repeats: one, or several in a row, joined by line ends when sent as one prompt. */
function repeatedBy(text: string, candidates: readonly Typed[]): readonly Typed[] {
  for (let from = 0; from < candidates.length; from++) {
    let joined = '';
    for (let to = from; to < candidates.length; to++) {
      joined += `${to > from ? '\n' : ''}${candidates[to]?.text}`;
      if (same(joined, text)) return candidates.slice(from, to + 1);
      if (joined.length > text.length + candidates.length) break;
    }
  }
  return [];
}

function same(a: string, b: string): boolean {
  return a.trim() === b.trim();
}

function messageOf({ text, line, timestamp, left }: Typed): LogItem {
  // What was taken back was never said to the agent: kept, without authority.
  const parts = left === 'withdrawn' ? [software(text)] : personWords(text);
  return { type: 'message', line, message: { role: 'user', parts, ...timeOf(timestamp) }, at: {} };
}
