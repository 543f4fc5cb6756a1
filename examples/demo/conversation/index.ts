/**
 * The demo's conversation: an agent moves the booking service of an invented ferry company to another database.
 *
 * Everything in it is made up by us, and it is the same on every machine. It holds on purpose what summaries lose.
 */
import type { Message } from '@daybook/core';
import { chapter1 } from './chapter-1-plan.ts';
import { chapter2 } from './chapter-2-sailings.ts';
import { chapter3 } from './chapter-3-copier.ts';
import { chapter4, firstWording } from './chapter-4-waiting-list.ts';
import { chapter5 } from './chapter-5-fares.ts';
import { chapter6 } from './chapter-6-deploy.ts';
import { chapter7 } from './chapter-7-reports.ts';
import { chapter8 } from './chapter-8-question.ts';
import { say, type Turn } from './shape.ts';

export { FAILING_LINES, LOG_LINES } from './big-log.ts';
export { rollingSummaries, summarisedTurns } from './rolling-summary.ts';
export { secrets } from './secrets.ts';
export type { Step, Turn } from './shape.ts';

export const system: Message = say(
  'system',
  'You are the maintenance agent of the booking service of Skerrow Ferries. You work in its repository and on its databases through the tools you are given. Say briefly what you found and what you did. Ask before anything that cannot be undone.',
);

/** The last one is the user's question; nothing is answered to it yet. */
export const turns: readonly Turn[] = [
  ...chapter1,
  ...chapter2,
  ...chapter3,
  ...chapter4,
  ...chapter5,
  ...chapter6,
  ...chapter7,
  ...chapter8,
];

/** At this turn the user first said something else, which was answered and then edited away. */
export const edited: { readonly turn: number; readonly say: Message; readonly answer: Message } = {
  turn: chapter1.length + chapter2.length + chapter3.length,
  ...firstWording,
};

/** The whole list as it stands in the end, without what was edited away. */
export function conversation(): Message[] {
  const said = turns.flatMap(({ say, steps }) => [
    say,
    ...steps.flatMap(({ answer, results }) => [answer, ...results]),
  ]);
  return [system, ...said];
}
