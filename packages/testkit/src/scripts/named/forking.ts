/**
 * Conversations that part: answers made again, messages edited, old conversations taken up.
 *
 * Each comment names the rule of model.md (section 1, Sync, unless it says otherwise) that makes it certain.
 */
import { toolCall, toolResult } from '../parts.ts';
import type { Plan } from './plan.ts';

const TEN_TURNS = Array.from({ length: 10 }, (_, n) => `q${n + 1} a${n + 1}`).join(' ');

export const forking: readonly Plan[] = [
  {
    // Answers: "an answer reported where a complete answer stands (regenerate) forks".
    name: 'regenerate',
    play: (c) => c.turn('q1', 'a1').turn('q2', 'a2').regenerate('a2x').turn('q3', 'a3'),
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2 a2x a3',
      paths: ['q1 a1 q2 a2', 'q1 a1 q2 a2x q3 a3'],
      forks: 1,
    },
  },
  {
    // The same three times over, then the first answer is taken after all: the longest match is on main.
    name: 'regenerate-thrice-and-return',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').regenerate('a2x').regenerate('a2y').regenerate('a2z');
      return c.returnTo(0).turn('q3', 'a3').returnTo(2).turn('q4', 'a4');
    },
    intent: {
      user: 'q1 q2 q3 q4',
      assistant: 'a1 a2 a2x a2y a2z a3 a4',
      paths: ['q1 a1 q2 a2 q3 a3', 'q1 a1 q2 a2x', 'q1 a1 q2 a2y q4 a4', 'q1 a1 q2 a2z'],
      forks: 3,
    },
  },
  {
    // The same where the dropped answer is the last step of a loop: the fork keeps the loop before it.
    name: 'regenerate-after-tool-loop',
    play: (c) => {
      c.user('q1').call().answered('a1', toolCall('c1')).tool(toolResult('c1', 'r1')).call().answered('a2');
      return c.regenerate('a2x').turn('q2', 'a3');
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2 a2x a3',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 a2', 'q1 a1 a2x q2 a3'],
      forks: 1,
    },
  },
  {
    // Rule 6: behind the last match an answer where the branch's last answer stands is revised, never a fork.
    name: 'last-answer-replaced-in-the-list',
    play: (c) =>
      c
        .turn('q1', 'a1')
        .user('q2')
        .call()
        .assistant('a2')
        .call()
        .rewrite(3, 'a2x')
        .turn('q3', 'a3')
        .call()
        .call(),
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2 a3', paths: ['q1 a1 q2 a2 q3 a3'], revised: 1 },
  },
  {
    // Answers: a reported answer that comes back with other words is settled as revised.
    name: 'reported-answer-comes-back-changed',
    play: (c) => c.turn('q1', 'a1').turn('q2', 'a2').rewrite(3, 'a2x').turn('q3', 'a3').turn('q4', 'a4'),
    intent: { user: 'q1 q2 q3 q4', assistant: 'a1 a2 a3 a4', paths: ['q1 a1 q2 a2 q3 a3 q4 a4'], revised: 1 },
  },
  {
    // Rule 6: the rest of the branch holds user wording, so the new message forks at the last match.
    name: 'edit-4-of-10',
    play: (c) => {
      for (let n = 1; n <= 10; n++) c.turn(`q${n}`, `a${n}`);
      return c.edit(6, 'q4x').call().answered('a4x').turn('q5x', 'a5x');
    },
    intent: {
      user: 'q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q4x q5x',
      assistant: 'a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a4x a5x',
      paths: [TEN_TURNS, 'q1 a1 q2 a2 q3 a3 q4x a4x q5x a5x'],
      forks: 1,
    },
  },
  {
    // "The branch is the one with the longest match": the whole old list is on main, and so is what follows.
    name: 'edit-4-of-10-and-return',
    play: (c) => {
      for (let n = 1; n <= 10; n++) c.turn(`q${n}`, `a${n}`);
      c.edit(6, 'q4x').call().answered('a4x').returnTo(0).turn('q11', 'a11');
      return c.returnTo(1).turn('q5x', 'a5x').returnTo(0).turn('q12', 'a12');
    },
    intent: {
      user: 'q1 q2 q3 q4 q5 q6 q7 q8 q9 q10 q4x q11 q5x q12',
      assistant: 'a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a4x a11 a5x a12',
      paths: [`${TEN_TURNS} q11 a11 q12 a12`, 'q1 a1 q2 a2 q3 a3 q4x a4x q5x a5x'],
      forks: 1,
    },
  },
  {
    // "A fork's name is derived from parent, place and first new content, so repeating it lands on it."
    name: 'edit-repeated',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').edit(2, 'q2x').call().call({ process: 1 }).call();
      return c.answered('a2x').call().call();
    },
    intent: {
      user: 'q1 q2 q2x',
      assistant: 'a1 a2 a2x',
      paths: ['q1 a1 q2 a2', 'q1 a1 q2x a2x'],
      forks: 1,
    },
  },
  {
    // Two edits of one message are two forks of main: between equal matches its owner is the parent.
    name: 'edit-twice-at-one-place',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').edit(2, 'q2x').call().answered('a2x');
      return c.edit(2, 'q2y').call().answered('a2y');
    },
    intent: {
      user: 'q1 q2 q2x q2y',
      assistant: 'a1 a2 a2x a2y',
      paths: ['q1 a1 q2 a2', 'q1 a1 q2x a2x', 'q1 a1 q2y a2y'],
      forks: 2,
    },
  },
  {
    // A fork of a fork, made above and below the place where the first one parted.
    name: 'edits-inside-a-fork',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').edit(4, 'q3x').call().answered('a3x');
      c.turn('q4x', 'a4x').edit(6, 'q4y').call().answered('a4y');
      return c.edit(2, 'q2y').call().answered('a2y').returnTo(1).turn('q5x', 'a5x');
    },
    intent: {
      user: 'q1 q2 q3 q3x q4x q4y q2y q5x',
      assistant: 'a1 a2 a3 a3x a4x a4y a2y a5x',
      paths: [
        'q1 a1 q2 a2 q3 a3',
        'q1 a1 q2 a2 q3x a3x q4x a4x q5x a5x',
        'q1 a1 q2 a2 q3x a3x q4y a4y',
        'q1 a1 q2y a2y',
      ],
      forks: 3,
    },
  },
  {
    // The longest match decides although the follow-up is also said on main behind the edited message.
    name: 'edit-then-same-follow-up',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('yes', 'a3').edit(2, 'q2x').call().answered('a2x');
      return c.turn('yes', 'a3x').turn('q4', 'a4');
    },
    intent: {
      user: 'q1 q2 yes q2x yes q4',
      assistant: 'a1 a2 a3 a2x a3x a4',
      paths: ['q1 a1 q2 a2 yes a3', 'q1 a1 q2x a2x yes a3x q4 a4'],
      forks: 1,
    },
  },
  {
    // Rule 6: "a user group that differs together with the answer behind it ends the match before it".
    name: 'edit-and-same-follow-up-in-one-list',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('yes', 'a3');
      return c.edit(2, 'q2x').assistant('a2x').user('yes').call().answered('a3x');
    },
    intent: {
      user: 'q1 q2 yes q2x yes',
      assistant: 'a1 a2 a3 a2x a3x',
      paths: ['q1 a1 q2 a2 yes a3', 'q1 a1 q2x a2x yes a3x'],
      forks: 1,
    },
  },
];
