/**
 * Usage of Claude Code answers: once for each answer, although each of its lines repeats it.
 *
 * Only the last line of an answer has the final count of output, and newer versions mark that line by a stop
 * reason. So after an answer that was marked the next one waits for its mark (or for what ends it without one);
 * otherwise the first line reports, or the last answer of a log would have no usage. Nothing later than the
 * reporting line decides.
 */
import type { Usage } from '@daybook/core';
import type { LogItem } from './format.ts';
import { type JsonObject, numberOf, objectOf, stringOf } from './text.ts';

export interface UsageOnce {
  /** One line of an answer: usage to stand on it, and what an answer before it left unreported. */
  report(
    lane: string,
    step: string | undefined,
    native: JsonObject,
    line: number,
  ): { readonly before: readonly LogItem[]; readonly usage?: Usage };
  /** The answer is over, whatever its last line said. */
  settle(lane: string): readonly LogItem[];
}

interface Answer {
  readonly step: string | undefined;
  reported: boolean;
  marked: boolean;
  unreported?: { readonly usage: Usage; readonly line: number };
}

export function usageOnce(): UsageOnce {
  const answers = new Map<string, Answer>();
  let marksLast = false;

  const settle = (lane: string): readonly LogItem[] => {
    const answer = answers.get(lane);
    if (answer?.unreported === undefined) return [];
    const { usage, line } = answer.unreported;
    delete answer.unreported;
    answer.reported = true;
    return [{ type: 'usage', line, usage, ...(lane === 'main' ? {} : { lane }) }];
  };

  return {
    report(lane, step, native, line) {
      let answer = answers.get(lane);
      const continues = answer !== undefined && step !== undefined && answer.step === step;
      const before = continues ? [] : settle(lane);
      if (answer === undefined || !continues) {
        marksLast = answer?.marked ?? marksLast;
        answer = { step, reported: false, marked: false };
        answers.set(lane, answer);
      }
      const isLast = typeof native.stop_reason === 'string';
      answer.marked ||= isLast;
      const usage = usageOf(native);
      if (usage === undefined || answer.reported) return { before };
      if (marksLast && !isLast) {
        answer.unreported = { usage, line };
        return { before };
      }
      delete answer.unreported;
      answer.reported = true;
      return { before, usage };
    },
    settle,
  };
}

function usageOf(native: JsonObject): Usage | undefined {
  const usage = objectOf(native.usage);
  if (usage === undefined) return undefined;
  const input =
    numberOf(usage.input_tokens) +
    numberOf(usage.cache_creation_input_tokens) +
    numberOf(usage.cache_read_input_tokens);
  const model = stringOf(native.model);
  return { input, output: numberOf(usage.output_tokens), ...(model === undefined ? {} : { model }) };
}
