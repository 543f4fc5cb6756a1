/** Tool loops: parallel calls, failures, very long results, words typed in between. */
import {
  experimental_createSteering as createSteering,
  generateText,
  isStepCount,
  type ModelMessage,
  ToolLoopAgent,
  tool,
} from 'ai';
import { z } from 'zod';
import { assistant, call, header, intent, result, user } from '../intent.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

const files: Readonly<Record<string, string>> = {
  'src/clock.ts': 'export const zone = "UTC";',
  'src/alarm.ts': 'import { zone } from "./clock";',
  'test/alarm.test.ts': 'expect(zone).toBe("UTC");',
};

const fileTools = {
  readFile: tool({
    inputSchema: z.object({ path: z.string() }),
    execute: ({ path }) => {
      const found = files[path];
      if (found === undefined) throw new Error(`no such file: ${path}`);
      return found;
    },
  }),
  runTests: tool({
    inputSchema: z.object({ filter: z.string() }),
    execute: ({ filter }) => ({ filter, passed: 3, failed: 0 }),
  }),
};

/** What the SDK makes of it, in two lines. */
const MALFORMED = [
  'AI_InvalidToolInputError: Invalid input for tool readFile: AI_JSONParseError: JSON parsing failed: Text: {"path": "src/cl.',
  'Error message: SyntaxError: Unterminated string in JSON at position 16 (line 1 column 17)',
];

const LOG_LINE = 'worker: nothing to do, sleeping for one second; ';
const LOG_LINES = 24_000;

export const tools: readonly Scenario[] = [
  {
    name: 'tool-loop',
    about: 'An agent works in six steps, two of them with parallel calls, and a second turn follows.',
    intent: intent(
      [
        user('Why does the alarm ring late?'),
        assistant('I read both files first.'),
        call('c1'),
        call('c2'),
        result('export const zone = "UTC";'),
        result('import { zone } from "./clock";'),
        call('c3'),
        result('expect(zone).toBe("UTC");'),
        assistant('Now the tests.'),
        call('c4'),
        call('c5'),
        result({ filter: 'alarm', passed: 3, failed: 0 }),
        result({ filter: 'clock', passed: 3, failed: 0 }),
        call('c6'),
        result({ filter: 'all', passed: 3, failed: 0 }),
        assistant('Let me read the clock once more.'),
        call('c7'),
        result('export const zone = "UTC";'),
        assistant('The zone is fixed to UTC.'),
        user('Leave it so.'),
        assistant('Left as it is.'),
      ],
      { headers: header(['You keep the alarm clock in order.']) },
    ),
    answers: [
      answers(
        text('I read both files first.'),
        toolCall('c1', 'readFile', { path: 'src/clock.ts' }),
        toolCall('c2', 'readFile', { path: 'src/alarm.ts' }),
      ),
      answers(toolCall('c3', 'readFile', { path: 'test/alarm.test.ts' })),
      answers(
        text('Now the tests.'),
        toolCall('c4', 'runTests', { filter: 'alarm' }),
        toolCall('c5', 'runTests', { filter: 'clock' }),
      ),
      answers(toolCall('c6', 'runTests', { filter: 'all' })),
      answers(text('Let me read the clock once more.'), toolCall('c7', 'readFile', { path: 'src/clock.ts' })),
      says('The zone is fixed to UTC.'),
      says('Left as it is.'),
    ],
    run: async (model) => {
      const agent = new ToolLoopAgent({
        model,
        tools: fileTools,
        instructions: 'You keep the alarm clock in order.',
      });
      const messages: ModelMessage[] = [{ role: 'user', content: 'Why does the alarm ring late?' }];
      messages.push(...(await agent.generate({ messages })).responseMessages);
      messages.push({ role: 'user', content: 'Leave it so.' });
      await (await agent.stream({ messages })).consumeStream();
    },
  },
  {
    name: 'tool-throws',
    about: 'A tool throws; the SDK makes an error text of it and the agent goes on.',
    intent: intent([
      user('Read src/bell.ts.'),
      call('t1'),
      result('Error: no such file: src/bell.ts'),
      assistant('There is no such file.'),
      user('Then read src/clock.ts.'),
      call('t2'),
      result('export const zone = "UTC";'),
      assistant('It fixes the zone.'),
    ]),
    answers: [
      answers(toolCall('t1', 'readFile', { path: 'src/bell.ts' })),
      says('There is no such file.'),
      answers(toolCall('t2', 'readFile', { path: 'src/clock.ts' })),
      says('It fixes the zone.'),
    ],
    run: async (model) => {
      const messages: ModelMessage[] = [];
      for (const content of ['Read src/bell.ts.', 'Then read src/clock.ts.']) {
        messages.push({ role: 'user', content });
        const turn = await generateText({ model, messages, tools: fileTools, stopWhen: isStepCount(5) });
        messages.push(...turn.responseMessages);
      }
    },
  },
  {
    name: 'malformed-tool-input',
    about: 'The model breaks off inside its tool input; the SDK hands the call back with an empty input.',
    intent: intent(
      [
        user('Read the clock file.'),
        call('m1'),
        ...MALFORMED.map((line) => result(line)),
        call('m2'),
        result('export const zone = "UTC";'),
        assistant('The zone is UTC.'),
      ],
      { revised: 1 },
    ),
    answers: [
      answers({ type: 'tool-call', toolCallId: 'm1', toolName: 'readFile', input: '{"path": "src/cl' }),
      answers(toolCall('m2', 'readFile', { path: 'src/clock.ts' })),
      says('The zone is UTC.'),
    ],
    run: async (model) => {
      await generateText({
        model,
        prompt: 'Read the clock file.',
        tools: fileTools,
        stopWhen: isStepCount(5),
      });
    },
  },
  {
    name: 'tool-result-over-a-megabyte',
    about: 'One tool returns more than a megabyte of log.',
    intent: intent([
      user('Is the worker busy?'),
      call('l1'),
      result(LOG_LINE.repeat(LOG_LINES)),
      assistant('No, it only sleeps.'),
      user('Stop it.'),
      assistant('I cannot stop it from here.'),
    ]),
    answers: [
      answers(toolCall('l1', 'readLog', { lines: LOG_LINES })),
      says('No, it only sleeps.'),
      says('I cannot stop it from here.'),
    ],
    run: async (model) => {
      const readLog = tool({
        inputSchema: z.object({ lines: z.number() }),
        execute: ({ lines }) => LOG_LINE.repeat(lines),
      });
      const messages: ModelMessage[] = [{ role: 'user', content: 'Is the worker busy?' }];
      const first = await generateText({ model, messages, tools: { readLog }, stopWhen: isStepCount(3) });
      messages.push(...first.responseMessages, { role: 'user', content: 'Stop it.' });
      await generateText({ model, messages, tools: { readLog } });
    },
  },
  {
    name: 'steering',
    about: 'The user types while a tool runs; the SDK puts the words between two steps.',
    intent: intent([
      user('Run the alarm tests.'),
      call('g1'),
      result({ filter: 'alarm', passed: 3, failed: 0 }),
      user('Also the clock tests.'),
      call('g2'),
      result({ filter: 'clock', passed: 3, failed: 0 }),
      assistant('Both pass.'),
      user('Good.'),
      assistant('Done.'),
    ]),
    answers: [
      answers(toolCall('g1', 'runTests', { filter: 'alarm' })),
      answers(toolCall('g2', 'runTests', { filter: 'clock' })),
      says('Both pass.'),
      says('Done.'),
    ],
    run: async (model) => {
      const steering = createSteering();
      const messages: ModelMessage[] = [{ role: 'user', content: 'Run the alarm tests.' }];
      const runTests = tool({
        inputSchema: z.object({ filter: z.string() }),
        execute: ({ filter }) => {
          if (filter === 'alarm') void steering.steer('Also the clock tests.');
          return { filter, passed: 3, failed: 0 };
        },
      });
      const turn = await generateText({
        model,
        messages,
        tools: { runTests },
        stopWhen: isStepCount(5),
        experimental_steering: steering,
      });
      messages.push(...turn.responseMessages, { role: 'user', content: 'Good.' });
      await generateText({ model, messages, tools: { runTests } });
    },
  },
];
