/**
 * Aborts, several processes at once, headers that change, and other uses of one session.
 *
 * Each comment names the rule of model.md (section 1, Sync, unless it says otherwise) that makes it certain.
 */
import { toolCall, toolResult } from '../parts.ts';
import type { Plan } from './plan.ts';

const BRIEF = 'Be brief.';
const TITLE = 'Write a title.';

export const several: readonly Plan[] = [
  {
    // Answers: "an aborted answer is outside alignment: the retry's answer follows it on the same branch".
    name: 'aborted-then-retried',
    play: (c) => {
      c.turn('q1', 'a1')
        .user('q2')
        .call()
        .aborted('a2-part')
        .call()
        .aborted('a2-other')
        .call()
        .answered('a2');
      return c.turn('q3', 'a3');
    },
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2-part a2-other a2 a3',
      paths: ['q1 a1 q2 a2 q3 a3'],
    },
  },
  {
    // The same, and rule 6: the user goes on; the partial answer is no user wording behind the last match.
    name: 'aborted-then-next-question',
    play: (c) => c.turn('q1', 'a1').user('q2').call().aborted('a2-part').turn('q3', 'a3').turn('q4', 'a4'),
    intent: { user: 'q1 q2 q3 q4', assistant: 'a1 a2-part a3 a4', paths: ['q1 a1 q2 q3 a3 q4 a4'] },
  },
  {
    // Answers, both sentences: the retry's answer is complete, so the next one at its place forks.
    name: 'aborted-retried-regenerated',
    play: (c) =>
      c.user('q1').call().aborted('a1-part').call().answered('a1').regenerate('a1x').turn('q2', 'a2'),
    intent: {
      user: 'q1 q2',
      assistant: 'a1-part a1 a1x a2',
      paths: ['q1 a1', 'q1 a1x q2 a2'],
      forks: 1,
    },
  },
  {
    // "Two calls with the same history and different new messages fork by design."
    name: 'two-processes-different-messages',
    play: (c) => {
      c.turn('q1', 'a1').race(['q2', 'q2x'], ['a2', 'a2x']).turn('q3', 'a3');
      return c.returnTo(1).turn('q3x', 'a3x');
    },
    intent: {
      user: 'q1 q2 q2x q3 q3x',
      assistant: 'a1 a2 a2x a3 a3x',
      paths: ['q1 a1 q2 a2 q3 a3', 'q1 a1 q2x a2x q3x a3x'],
      forks: 1,
    },
  },
  {
    // "A lost race re-aligns, it never re-appends."
    name: 'two-processes-same-message',
    play: (c) => c.turn('q1', 'a1').race(['q2', 'q2'], ['a2']).turn('q3', 'a3'),
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2 a3', paths: ['q1 a1 q2 a2 q3 a3'] },
  },
  {
    // The same for the first call of a session, where nothing is there to be compared with.
    name: 'two-processes-first-message',
    options: { header: 'constant' },
    play: (c) => c.race(['q1', 'q1'], ['a1']).turn('q2', 'a2'),
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2',
      paths: ['q1 a1 q2 a2'],
      headers: { texts: [BRIEF], atLeast: 1, atMost: 1 },
    },
  },
  {
    // Answers: the second of two answers to one message is reported where a complete answer stands.
    name: 'two-processes-two-answers',
    play: (c) =>
      c.turn('q1', 'a1').race(['q2', 'q2'], ['a2', 'a2x']).turn('q3', 'a3').returnTo(0).turn('q4', 'a4'),
    intent: {
      user: 'q1 q2 q3 q4',
      assistant: 'a1 a2 a2x a3 a4',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4', 'q1 a1 q2 a2x'],
      forks: 1,
    },
  },
  {
    // Whichever process calls, the store decides; no call knows more than the list it hands over.
    name: 'two-processes-in-turn',
    play: (c) => {
      const other = { process: 1 };
      c.turn('q1', 'a1').turn('q2', 'a2', other).user('q3').call().answered(toolCall('c1'));
      return c.tool(toolResult('c1', 'r1')).call(other).answered('a3').turn('q4', 'a4', other);
    },
    intent: {
      user: 'q1 q2 q3 q4',
      assistant: 'a1 a2 a3 a4',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4'],
    },
  },
  {
    // Header: journaled when it changes, at most once per turn; never aligned, never forked on.
    name: 'header-with-time-of-day',
    options: { header: 'time-of-day' },
    play: (c) => c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3'),
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2 a3',
      paths: ['q1 a1 q2 a2 q3 a3'],
      headers: { texts: minutes(3), atLeast: 3, atMost: 3 },
    },
  },
  {
    // "At most once per turn": seven headers in two turns; the first may stand before the first turn.
    name: 'header-changes-inside-a-turn',
    options: { header: 'time-of-day' },
    play: (c) => {
      for (const n of [1, 2]) {
        c.user(`q${n}`);
        for (const step of ['x', 'y'])
          c.call()
            .answered(toolCall(`c${n}${step}`))
            .tool(toolResult(`c${n}${step}`, `r${n}${step}`));
        c.call().answered(`a${n}`);
      }
      return c.call();
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2',
      calls: 'c1x c1y c2x c2y',
      results: 'r1x r1y r2x r2y',
      paths: ['q1 a1 q2 a2'],
      headers: { texts: minutes(7), atLeast: 2, atMost: 3 },
    },
  },
  {
    // The same over forks: no header makes one, and none prevents one.
    name: 'header-and-edit',
    options: { header: 'time-of-day' },
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').edit(2, 'q2x').call().answered('a2x');
      return c.returnTo(0).turn('q3', 'a3').regenerate('a3x');
    },
    intent: {
      user: 'q1 q2 q2x q3',
      assistant: 'a1 a2 a2x a3 a3x',
      paths: ['q1 a1 q2 a2 q3 a3', 'q1 a1 q2x a2x', 'q1 a1 q2 a2 q3 a3x'],
      headers: { texts: minutes(5), atLeast: 4, atMost: 5 },
      forks: 2,
    },
  },
  {
    // "No match in a non-empty lane: the session's other lanes are tried, then a lane `aux-`."
    name: 'title-call',
    options: { header: 'constant' },
    play: (c) =>
      c
        .turn('q1', 'a1')
        .aside(TITLE, 't1', 'title1')
        .turn('q2', 'a2')
        .aside(TITLE, 't1', 'title1')
        .turn('q3', 'a3'),
    intent: {
      user: 'q1 q2 q3 t1',
      assistant: 'a1 a2 a3 title1',
      paths: ['q1 a1 q2 a2 q3 a3', 't1 title1'],
      headers: { texts: [BRIEF, TITLE], atLeast: 2, atMost: 2 },
      auxiliaryLanes: 1,
    },
  },
  {
    // Two different side calls are two lanes, and neither of them bears on forks of the conversation.
    name: 'two-side-calls-and-an-edit',
    play: (c) => {
      c.turn('q1', 'a1').aside(TITLE, 't1', 'title1').turn('q2', 'a2').edit(2, 'q2x').call().answered('a2x');
      return c.aside(TITLE, 't2', 'title2').returnTo(0).turn('q3', 'a3');
    },
    intent: {
      user: 'q1 q2 q2x q3 t1 t2',
      assistant: 'a1 a2 a2x a3 title1 title2',
      paths: ['q1 a1 q2 a2 q3 a3', 'q1 a1 q2x a2x', 't1 title1', 't2 title2'],
      headers: { texts: [TITLE], atLeast: 2, atMost: 2 },
      forks: 1,
      auxiliaryLanes: 2,
    },
  },
];

function minutes(count: number): string[] {
  return Array.from({ length: count }, (_, n) => `${BRIEF} It is minute ${n + 1}.`);
}
