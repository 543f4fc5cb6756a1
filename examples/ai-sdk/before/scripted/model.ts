/**
 * A model without a model: it plays a script, one step for each call, whatever it is sent. Like a real one it refuses what
 * does not fit its window. What it says comes from the script alone.
 */
import { APICallError } from 'ai';
import type { Model } from '../model.ts';
import { Desk, type Step } from './desk.ts';
import { board, group, last } from './steps-board.ts';
import { grow, limit } from './steps-grow.ts';
import { mend, remind } from './steps-mend.ts';

type Version4 = Extract<Model, { readonly specificationVersion: 'v4' }>;
type Answer = Awaited<ReturnType<Version4['doGenerate']>>;

/** @param window in tokens, of four characters each */
export function scriptedModel(window: number): Version4 {
  const desk = new Desk();
  const steps = [mend, remind, grow, limit, group, board, last].flatMap((turn) => turn(desk));
  let played = 0;
  return {
    specificationVersion: 'v4',
    provider: 'scripted',
    modelId: 'seedshelf',
    supportedUrls: {},
    async doGenerate({ prompt, tools }) {
      const sent = tokensIn(JSON.stringify([prompt, tools]));
      if (sent > window) throw refusal(sent, window);
      const step = steps[played];
      if (!step) throw new Error('the script has ended');
      played += 1;
      return answerOf(step, played, sent);
    },
    async doStream() {
      throw new Error('the script does not stream');
    },
  };
}

function answerOf({ say, calls }: Step, number: number, sent: number): Answer {
  const content: Answer['content'] = say === '' ? [] : [{ type: 'text', text: say }];
  for (const [at, { tool, input }] of calls.entries())
    content.push({
      type: 'tool-call',
      toolCallId: `call-${number}-${at}`,
      toolName: tool,
      input: JSON.stringify(input),
    });
  const answered = tokensIn(JSON.stringify(content));
  return {
    content,
    finishReason: { unified: calls.length > 0 ? 'tool-calls' : 'stop', raw: undefined },
    usage: {
      inputTokens: { total: sent, noCache: sent, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: answered, text: answered, reasoning: 0 },
    },
    warnings: [],
  };
}

function refusal(sent: number, window: number): APICallError {
  return new APICallError({
    message: `prompt is too long: ${sent} tokens > ${window} maximum`,
    url: 'scripted:',
    requestBodyValues: {},
    statusCode: 400,
    isRetryable: false,
  });
}

function tokensIn(text: string): number {
  return Math.ceil(text.length / 4);
}
