/**
 * Conversations that only grow: loops, forms of an answer, repeats, late and missing parts.
 *
 * Each comment names the rule of model.md (section 1, Sync, unless it says otherwise) that makes it certain.
 */
import { reasoning, text, toolCall, toolResult } from '../parts.ts';
import type { Plan } from './plan.ts';

export const growing: readonly Plan[] = [
  {
    // Rules 1 and 6: the prompt of each step holds the one before it; only its end is new.
    name: 'tool-loop-grows',
    play: (c) => {
      c.user('q1').call().answered(toolCall('c1')).tool(toolResult('c1', 'r1'));
      c.call()
        .answered('a1', toolCall('c2'))
        .tool(toolResult('c2', 'r2', 'error'));
      return c.call().answered('a2').used({ input: 90, output: 9 }).turn('q2', 'a3');
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2 a3',
      calls: 'c1 c2',
      results: 'r1 r2',
      paths: ['q1 a1 a2 q2 a3'],
    },
  },
  {
    // Rules 1 and 6, with an application that reports nothing: answers arrive with the next list.
    name: 'unreported-tool-loop',
    play: (c) => {
      c.user('q1').call().assistant(toolCall('c1')).tool(toolResult('c1', 'r1'));
      c.call().assistant('a1', toolCall('c2')).tool(toolResult('c2', 'r2'));
      return c.call().assistant('a2').user('q2').call();
    },
    intent: { user: 'q1 q2', assistant: 'a1 a2', calls: 'c1 c2', results: 'r1 r2', paths: ['q1 a1 a2 q2'] },
  },
  {
    // Groups are native messages: one tool message with three results, then three with one each.
    name: 'parallel-calls',
    play: (c) => {
      c.user('q1').call().answered('a1', toolCall('c1'), toolCall('c2'), toolCall('c3'));
      c.tool(toolResult('c1', 'r1'), toolResult('c2', 'r2', 'error'), toolResult('c3', 'r3'));
      c.call().answered(toolCall('c4'), toolCall('c5'));
      c.tool(toolResult('c5', 'r5')).tool(toolResult('c4', 'r4'));
      return c.call().answered('a2').turn('q2', 'a3');
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2 a3',
      calls: 'c1 c2 c3 c4 c5',
      results: 'r1 r2 r3 r4 r5',
      paths: ['q1 a1 a2 q2 a3'],
    },
  },
  {
    // "The nearest earlier unanswered call with its id": a model that numbers its calls anew in each step.
    name: 'reused-call-ids',
    play: (c) => {
      c.user('q1').call().answered(toolCall('c0', 1)).tool(toolResult('c0', 'r1'));
      c.call().answered(toolCall('c0', 2)).tool(toolResult('c0', 'r2'));
      c.call().answered('a1').user('q2');
      c.call().answered(toolCall('c0', 1)).tool(toolResult('c0', 'r1'));
      return c.call().answered('a2').turn('q3', 'a3');
    },
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2 a3',
      calls: 'c0 c0 c0',
      results: 'r1 r2 r1',
      paths: ['q1 a1 q2 a2 q3 a3'],
    },
  },
  {
    // A group is one native message, whatever its parts are: here call and result stand inside the answer.
    name: 'provider-executed-call',
    play: (c) =>
      c.user('q1').call().answered('a1', toolCall('c1'), toolResult('c1', 'r1'), 'a2').turn('q2', 'a3'),
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2 a3',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 a2 q2 a3'],
    },
  },
  {
    // Answers: the same when call ids, names, parsed inputs and joined visible text are equal.
    name: 'answer-in-prompt-form',
    play: (c) => {
      c.user('q1')
        .call()
        .answered(reasoning('t1'), 'a1', toolCall('c1', { a: 1, b: 2 }), 'a2');
      c.handedBackAs('a1', 'a2', toolCall('c1', { b: 2, a: 1 }), reasoning('t2'));
      return c.tool(toolResult('c1', 'r1')).call().answered('a3').turn('q2', 'a4');
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2 a3 a4',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 a2 a3 q2 a4'],
    },
  },
  {
    // Rule 2, by prefix because it is the last group: its key changes while it grows.
    name: 'growing-native-message',
    play: (c) => {
      c.user('q1').call().assistant(toolCall('c1')).call();
      c.grow([toolResult('c1', 'r1')])
        .call()
        .grow([text('a1')])
        .call();
      c.grow([toolCall('c2')])
        .call()
        .grow([toolResult('c2', 'r2'), text('a2')]);
      return c.call().turn('q2', 'a3').turn('q3', 'a4');
    },
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2 a3 a4',
      calls: 'c1 c2',
      results: 'r1 r2',
      paths: ['q1 a1 a2 q2 a3 q3 a4'],
    },
  },
  {
    // Rule 2 at the same native id: the part joins its group although a later turn stands behind that.
    name: 'late-result-in-native-message',
    options: { ids: true },
    play: (c) => {
      c.user('q1').call().assistant('a1', toolCall('c1')).user('q2').call().answered('a2');
      return c.grow([toolResult('c1', 'r1')], 1).turn('q3', 'a3');
    },
    intent: {
      user: 'q1 q2 q3',
      assistant: 'a1 a2 a3',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 q2 a2 q3 a3'],
    },
  },
  {
    // Rule 6, and "a result belongs to the nearest earlier unanswered call with its id".
    name: 'late-result',
    play: (c) => {
      c.user('q1').call().answered(toolCall('c1')).user('q2').call();
      return c.tool(toolResult('c1', 'r1')).call().answered('a1').turn('q3', 'a2');
    },
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2', calls: 'c1', results: 'r1', paths: ['q1 q2 a1 q3 a2'] },
  },
  {
    // "A call without a result that is followed by a later user message is abandoned": nothing is made up.
    name: 'abandoned-call',
    play: (c) => c.user('q1').call().answered('a1', toolCall('c1')).turn('q2', 'a2').turn('q3', 'a3'),
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2 a3', calls: 'c1', paths: ['q1 a1 q2 a2 q3 a3'] },
  },
  {
    // Each handed-over group meets at most one journaled group: equal messages are two entries.
    name: 'said-twice',
    play: (c) => c.turn('q1', 'a1').turn('yes', 'a2').turn('yes', 'a3').turn('yes', 'a4').call().call(),
    intent: {
      user: 'q1 yes yes yes',
      assistant: 'a1 a2 a3 a4',
      paths: ['q1 a1 yes a2 yes a3 yes a4'],
    },
  },
  {
    // The same with nothing between the equal messages.
    name: 'said-twice-in-a-row',
    play: (c) => c.turn('q1', 'a1').user('yes').call().user('yes').call().answered('a2').turn('q2', 'a3'),
    intent: { user: 'q1 yes yes q2', assistant: 'a1 a2 a3', paths: ['q1 a1 yes yes a2 q2 a3'] },
  },
  {
    // The same for answers, with equal turns: a list from the beginning is placed by its rolling hashes.
    name: 'equal-turns',
    play: (c) => c.turn('go', 'done').turn('go', 'done').turn('go', 'done').turn('q2', 'a2'),
    intent: {
      user: 'go go go q2',
      assistant: 'done done done a2',
      paths: ['go done go done go done q2 a2'],
    },
  },
  {
    // "Sync twice appends nothing", also in another process and after the answer was settled.
    name: 'sync-twice',
    options: { header: 'constant' },
    play: (c) => {
      c.user('q1').call().call({ process: 1 }).answered('a1');
      return c.call().call({ process: 1 }).call().turn('q2', 'a2');
    },
    intent: {
      user: 'q1 q2',
      assistant: 'a1 a2',
      paths: ['q1 a1 q2 a2'],
      headers: { texts: ['Be brief.'], atLeast: 1, atMost: 1 },
    },
  },
  {
    // "Unless the call says `history: 'delta'`": nothing matches, and the list continues the branch.
    name: 'delta-history',
    play: (c) => {
      const delta = { history: 'delta', as: () => undefined } as const;
      c.turn('q1', 'a1').user('q2').call(delta).answered(toolCall('c1'));
      c.tool(toolResult('c1', 'r1')).call(delta).answered('a2');
      return c.user('q3').call(delta).assistant('a3').user('q4').call(delta).answered('a4').turn('q5', 'a5');
    },
    intent: {
      user: 'q1 q2 q3 q4 q5',
      assistant: 'a1 a2 a3 a4 a5',
      calls: 'c1',
      results: 'r1',
      paths: ['q1 a1 q2 a2 q3 a3 q4 a4 q5 a5'],
    },
  },
  {
    // "A native id handed over twice with equal content is one group."
    name: 'native-id-twice',
    options: { ids: true },
    play: (c) => c.turn('q1', 'a1').user('q2').call({ lastTwice: true }).answered('a2').turn('q3', 'a3'),
    intent: { user: 'q1 q2 q3', assistant: 'a1 a2 a3', paths: ['q1 a1 q2 a2 q3 a3'] },
  },
  {
    // An answer without parts, and one with an empty text, say nothing: no part, no event, no fork.
    name: 'empty-assistant',
    play: (c) =>
      c.user('q1').call().assistant().user('q2').call().assistant('').turn('q3', 'a3').call().call(),
    intent: { user: 'q1 q2 q3', assistant: 'a3', paths: ['q1 q2 q3 a3'] },
  },
  {
    // Canonical bytes: every JavaScript string round-trips, and nothing is normalised into something equal.
    name: 'lone-surrogate',
    play: (c) => {
      c.turn('q\ud83d', 'a\udc00').turn('\u00e9', 'nul\u0000').turn('e\u0301', '$&');
      return c
        .user('\ud83d\ude00')
        .call()
        .answered(toolCall('c1', '\ud800'))
        .tool(toolResult('c1', 'r\udfff'))
        .call();
    },
    intent: {
      user: 'q\ud83d \u00e9 e\u0301 \ud83d\ude00',
      assistant: 'a\udc00 nul\u0000 $&',
      calls: 'c1',
      results: 'r\udfff',
      paths: ['q\ud83d a\udc00 \u00e9 nul\u0000 e\u0301 $& \ud83d\ude00'],
    },
  },
];
