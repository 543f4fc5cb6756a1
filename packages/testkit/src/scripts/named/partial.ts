/**
 * Lists that are not what was said: shortened by the application, rewritten by it, or with something put in.
 *
 * Each comment names the rule of model.md (section 1, Sync) that makes it certain.
 */

import { message, reasoning, toolCall, toolResult } from '../parts.ts';
import type { CallOptions } from '../recording.ts';
import { withoutToolTraffic, withShortResults } from '../replies.ts';
import type { Plan } from './plan.ts';

export const partial: readonly Plan[] = [
  {
    // Rules 1 and 4: a list that begins later is placed by its keys; what is before it is dropped.
    name: 'trimmed-front',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').turn('q4', 'a4', without(0, 2));
      return c.turn('q5', 'a5', without(0, 5)).turn('q6', 'a6').turn('q7', 'a7', without(0, 11));
    },
    intent: {
      user: 'q1 q2 q3 q4 q5 q6 q7',
      assistant: 'a1 a2 a3 a4 a5 a6 a7',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5 q6 a6 q7 a7'],
    },
  },
  {
    // Rule 4 and rule 3: messages of tool traffic are dropped, and its parts are dropped from others.
    name: 'pruned-tool-traffic',
    play: (c) => {
      c.user('q1').call().answered(reasoning('t1'), 'a1', toolCall('c1')).tool(toolResult('c1', 'r1'));
      c.call().answered(toolCall('c2')).tool(toolResult('c2', 'r2')).call().answered('a2').call();
      c.turn('q2', 'a3', { as: ({ form }, place) => (place < 6 ? withoutToolTraffic(form) : form) });
      return c.turn('q3', 'a4', { as: ({ form }) => withoutToolTraffic(form) }).turn('q4', 'a5');
    },
    intent: {
      user: 'q1 q2 q3 q4',
      assistant: 'a1 a2 a3 a4 a5',
      calls: 'c1 c2',
      results: 'r1 r2',
      paths: ['q1 a1 a2 q2 a3 q3 a4 q4 a5'],
    },
  },
  {
    // Rule 3: tool output is replaced; the wording is what places the list.
    name: 'shortened-tool-output',
    play: (c) => {
      c.user('q1').call().answered(toolCall('c1')).tool(toolResult('c1', 'r1')).call().answered('a1');
      const as: CallOptions['as'] = ({ form }) => withShortResults(form);
      return c.turn('q2', 'a2', { as }).turn('q3', 'a3', { as }).turn('q4', 'a4');
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
    // Rule 4, between matches.
    name: 'middle-dropped',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').turn('q4', 'a4');
      return c.turn('q5', 'a5', without(2, 6)).turn('q6', 'a6', without(1, 7)).turn('q7', 'a7');
    },
    intent: {
      user: 'q1 q2 q3 q4 q5 q6 q7',
      assistant: 'a1 a2 a3 a4 a5 a6 a7',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5 q6 a6 q7 a7'],
    },
  },
  {
    // Rules 4 and 6: the reported answer never comes back; no user wording is behind the last match.
    name: 'answer-dropped',
    play: (c) => c.turn('q1', 'a1').turn('q2', 'a2', without(1, 2)).turn('q3', 'a3', without(1, 2)),
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2 a3', paths: ['q1 a1 q2 a2 q3 a3'] },
  },
  {
    // Rule 4: dropping a system message between others retires it and changes no branch.
    name: 'mid-history-system-dropped',
    play: (c) => {
      c.turn('q1', 'a1').say(message('system', 's1')).turn('q2', 'a2');
      return c.turn('q3', 'a3').turn('q4', 'a4', without(2, 3));
    },
    intent: {
      system: 's1',
      user: 'q1 q2 q3 q4',
      assistant: 'a1 a2 a3 a4',
      paths: ['q1 a1 s1 q2 a2 q3 a3 q4 a4'],
    },
  },
  {
    // Rule 5: one answer is missing where one unknown answer stands; later lists meet its latest form.
    name: 'revised-by-client',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').rewrite(3, 'a2x').turn('q4', 'a4');
      return c.turn('q5', 'a5').call().call();
    },
    intent: {
      user: 'q1 q2 q3 q4 q5',
      assistant: 'a1 a2 a3 a4 a5',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5'],
      revised: 1,
    },
  },
  {
    // Rule 5 for a user message: the answer behind it is the same, so the match does not end before it.
    name: 'user-message-revised',
    play: (c) =>
      c
        .turn('q1', 'a1')
        .turn('q2', 'a2')
        .turn('q3', 'a3')
        .rewrite(2, 'q2x')
        .turn('q4', 'a4')
        .turn('q5', 'a5'),
    intent: {
      user: 'q1 q2 q3 q4 q5',
      assistant: 'a1 a2 a3 a4 a5',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5'],
      revised: 1,
    },
  },
  {
    // Rule 5: no message of its role is missing there, so it was put in; it comes back and stays one event.
    name: 'inserted-by-application',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').insert(2, message('user', 'context'));
      return c.turn('q4', 'a4').turn('q5', 'a5').call().call();
    },
    intent: {
      user: 'q1 q2 q3 q4 q5',
      assistant: 'a1 a2 a3 a4 a5',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5'],
      inserted: 1,
    },
  },
  {
    // Rule 5, before the matches: the application's own summary stands for two user messages, so for neither.
    name: 'summary-in-front',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').insert(0, message('user', 'so-far'));
      return c.turn('q4', 'a4', without(1, 5)).turn('q5', 'a5', without(1, 5));
    },
    intent: {
      user: 'q1 q2 q3 q4 q5',
      assistant: 'a1 a2 a3 a4 a5',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5'],
      inserted: 1,
    },
  },
  {
    // Rules 3, 4 and 6 in one list: the pruned messages match, the edited one forks behind them.
    name: 'pruned-and-edited',
    play: (c) => {
      c.user('q1').call().answered('a1', toolCall('c1')).tool(toolResult('c1', 'r1')).call().answered('a2');
      c.turn('q2', 'a3')
        .edit(4, 'q2x')
        .call({ as: ({ form }) => withoutToolTraffic(form) })
        .answered('a3x');
      return c.turn('q3', 'a4');
    },
    intent: {
      user: 'q1 q2 q2x q3',
      assistant: 'a1 a2 a3 a3x a4',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 a2 q2 a3', 'q1 a1 a2 q2x a3x q3 a4'],
      forks: 1,
    },
  },
  {
    // Rules 4 and 6: the front is gone and the last question is another one.
    name: 'trimmed-and-edited',
    play: (c) => {
      c.turn('q1', 'a1').turn('q2', 'a2').turn('q3', 'a3').edit(4, 'q3x').call(without(0, 2)).answered('a3x');
      return c.turn('q4', 'a4', without(0, 3)).returnTo(0).turn('q5', 'a5', without(0, 4));
    },
    intent: {
      user: 'q1 q2 q3 q3x q4 q5',
      assistant: 'a1 a2 a3 a3x a4 a5',
      paths: ['q1 a1 q2 a2 q3 a3 q5 a5', 'q1 a1 q2 a2 q3x a3x q4 a4'],
      forks: 1,
    },
  },
  {
    // Two places fit and no id decides: an event says so. The script only trims, so nothing forks.
    name: 'equal-turns-trimmed',
    play: (c) => c.turn('q1', 'a1').turn('go', 'done').turn('go', 'done').user('q2').call(without(0, 4)),
    intent: {
      user: 'q1 go go q2',
      assistant: 'a1 done done',
      paths: ['q1 a1 go done go done q2'],
      ambiguous: 1,
    },
  },
  {
    // The same with native ids, which decide.
    name: 'equal-turns-trimmed-with-ids',
    options: { ids: true },
    play: (c) => c.turn('q1', 'a1').turn('go', 'done').turn('go', 'done').turn('q2', 'a2', without(0, 4)),
    intent: {
      user: 'q1 go go q2',
      assistant: 'a1 done done a2',
      paths: ['q1 a1 go done go done q2 a2'],
    },
  },
];

/** Leaves out the messages from one place to before another. */
function without(from: number, to: number): CallOptions {
  return { as: ({ form }, place) => (place >= from && place < to ? undefined : form) };
}
