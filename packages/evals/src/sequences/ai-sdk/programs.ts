/** Programs that several scenarios run: a list of model messages that grows by question and answer. */
import { generateText, isStepCount, type ModelMessage, streamText, type ToolSet } from 'ai';
import type { Model } from './model.ts';

export type UserContent = Extract<ModelMessage, { role: 'user' }>['content'];

type Settings = Partial<Parameters<typeof generateText>[0]>;

export interface How {
  readonly settings?: (turn: number) => Settings;
  /** What the model is handed of the list; the list itself stays whole. */
  readonly shape?: (messages: ModelMessage[], turn: number) => ModelMessage[];
}

export async function converse(
  model: Model,
  questions: readonly UserContent[],
  how: How = {},
): Promise<void> {
  const messages: ModelMessage[] = [];
  for (const [turn, content] of questions.entries()) {
    messages.push({ role: 'user', content });
    const settings = { ...how.settings?.(turn), model, messages: how.shape?.(messages, turn) ?? messages };
    const { responseMessages } = await generateText(settings as Parameters<typeof generateText>[0]);
    messages.push(...responseMessages);
  }
}

/** The same with streams, and with tools. */
export async function converseStreaming(
  model: Model,
  questions: readonly UserContent[],
  tools: ToolSet = {},
): Promise<void> {
  const messages: ModelMessage[] = [];
  for (const content of questions) {
    messages.push({ role: 'user', content });
    const turn = streamText({ model, messages, tools, stopWhen: isStepCount(5) });
    messages.push(...(await turn.responseMessages));
  }
}
