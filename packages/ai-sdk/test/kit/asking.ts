/**
 * One question to the SDK: its own loop calls the model and runs the tools until the model asks for none.
 *
 * Invariant: nothing is thrown; whatever happened, the messages of every finished step are there.
 */
import type { CallReport as KitReport, TurnOptions } from '@daybook/testkit';
import type { ModelMessage } from 'ai';
import type { CallReport } from '../../src/index.ts';
import type { Result, Sdk, Settings, StreamedResult } from '../middleware/sdks.ts';

export interface Asked {
  /** Text of the last step. */
  readonly text: string;
  readonly messages: readonly ModelMessage[];
  readonly reports: readonly KitReport[];
  /** What the application's user would get to see instead of an answer. */
  readonly failure?: { readonly error: unknown };
}

export async function ask(sdk: Sdk, settings: Settings, how: TurnOptions): Promise<Asked> {
  const steps: Result[] = [];
  const { stream, signal: abortSignal, onText } = how;
  const called = {
    ...settings,
    ...(abortSignal && { abortSignal }),
    onStepFinish: (step: Result) => void steps.push(step),
  };
  const heard = new Heard(onText);
  const outcome = async (): Promise<Pick<Asked, 'messages' | 'failure'>> => {
    try {
      const result = stream ? sdk.streamText(called) : await sdk.generateText(called);
      await ('fullStream' in result ? heard.listen(result) : heard.take(result.text));
      return { messages: await messagesOf(result) };
    } catch (error) {
      return { messages: messagesOfSteps(steps), failure: { error } };
    }
  };
  return { ...(await outcome()), text: heard.text, reports: steps.flatMap(reportOf) };
}

/** What reaches the user of the step that is running. */
class Heard {
  text = '';
  readonly #onText: ((piece: string) => void) | undefined;

  constructor(onText: ((piece: string) => void) | undefined) {
    this.#onText = onText;
  }

  take(text: string): void {
    this.text = text;
  }

  /** @throws what the stream tells as its error */
  async listen({ fullStream }: StreamedResult): Promise<void> {
    for await (const part of fullStream) {
      if (part.type === 'start-step') this.text = '';
      if (part.type === 'error') throw part.error;
      if (part.type === 'abort') throw new DOMException('stopped', 'AbortError');
      if (part.type !== 'text-delta') continue;
      this.text += String(part.text);
      this.#onText?.(String(part.text));
    }
  }
}

/** What the call added to the list, with the results of what was approved. Version 7 has a name of its own for it. */
async function messagesOf(result: Result | StreamedResult): Promise<ModelMessage[]> {
  const { responseMessages } = result as { responseMessages?: PromiseLike<ModelMessage[]> | ModelMessage[] };
  return (await responseMessages) ?? ((await result.response).messages as ModelMessage[]);
}

/** Up to version 6 a step also has the messages of the steps before it. */
function messagesOfSteps(steps: readonly Result[]): ModelMessage[] {
  const messages = steps.flatMap(({ response }) => response.messages as ModelMessage[]);
  const known = new Set<string>();
  return messages.filter((message) => {
    const text = JSON.stringify(message);
    return !known.has(text) && known.add(text);
  });
}

function reportOf({ providerMetadata }: Result): KitReport[] {
  const report: CallReport | undefined = providerMetadata?.daybook;
  return report ? [{ failure: report.failure?.code ?? null, notices: report.notices }] : [];
}
