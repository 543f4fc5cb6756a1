/** Which model works: that of a key in the environment, else a script that needs none. */
import { createAnthropic } from '@ai-sdk/anthropic';
import { createOpenAI } from '@ai-sdk/openai';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import type { wrapLanguageModel } from 'ai';
import { scriptedModel } from './scripted/model.ts';

export type Model = Parameters<typeof wrapLanguageModel>[0]['model'];

/** Small, so that a hundred steps are several windows. A real model has a larger one; it is not asked to use it. */
export const WINDOW = 25_000;

/** `DAYBOOK_MODEL` names the model; an OpenAI-compatible server needs it. */
export function pickModel(): Model {
  const { OPENAI_API_KEY, OPENAI_BASE_URL, ANTHROPIC_API_KEY, DAYBOOK_MODEL } = process.env;
  if (OPENAI_BASE_URL) {
    if (!DAYBOOK_MODEL)
      throw new Error('OPENAI_BASE_URL is set: DAYBOOK_MODEL must name a model of that server');
    return createOpenAICompatible({
      name: 'compatible',
      baseURL: OPENAI_BASE_URL,
      ...(OPENAI_API_KEY && { apiKey: OPENAI_API_KEY }),
    })(DAYBOOK_MODEL);
  }
  if (OPENAI_API_KEY) return createOpenAI({ apiKey: OPENAI_API_KEY })(DAYBOOK_MODEL || 'gpt-5-mini');
  if (ANTHROPIC_API_KEY)
    return createAnthropic({ apiKey: ANTHROPIC_API_KEY })(DAYBOOK_MODEL || 'claude-haiku-4-5');
  return scriptedModel(WINDOW);
}
