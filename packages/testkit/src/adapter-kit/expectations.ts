/** What is asked of more than one suite. @throws AssertionError */
import { deepStrictEqual, ok, strictEqual } from 'node:assert/strict';
import { lastOfUser, says, textOfAll } from './reading.ts';
import type { Seen } from './scripted-model.ts';
import type { Stage } from './stage.ts';
import { SYSTEM } from './talk.ts';
import { problemsOf } from './wire-form.ts';

/** A provider would take every request, and its system text is the application's own. */
export function areValid(seen: readonly Seen[]): void {
  for (const [at, { messages }] of seen.entries()) {
    deepStrictEqual(problemsOf(messages), [], `request ${at + 1} would be refused`);
    const [first] = messages;
    ok(first?.role === 'system' && says(first, SYSTEM), `request ${at + 1} lacks the system text`);
  }
}

/** The last that the user said stands in the request, word for word, and is the last in the user's role. */
export function asks({ messages }: Seen, words: string): void {
  ok(says(lastOfUser({ messages }), words), `the question is not the last of the user's words: ${words}`);
}

export function holds({ messages }: Seen, words: string): void {
  ok(textOfAll(messages).includes(words), `not sent, though it should be: ${words}`);
}

export function lacks({ messages }: Seen, words: string): void {
  ok(!textOfAll(messages).includes(words), `sent, though it should not be: ${words}`);
}

/** Without folds a test of folded conversations proves nothing. */
export async function wasFolded(stage: Stage, times = 1): Promise<void> {
  const adoptions = await stage.adoptions();
  ok(adoptions >= times, `folds were used ${adoptions} times where the window asks for ${times} or more`);
}

/** All answers that were prepared were asked for. */
export function wasAskedAll({ model }: Stage): void {
  strictEqual(model.left, 0, 'the model was called less often than the turn has steps');
}
