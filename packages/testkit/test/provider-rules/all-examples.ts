/** The examples of every provider. */
import { anthropicExamples } from './anthropic.examples.ts';
import { anthropicCallExamples } from './anthropic-calls.examples.ts';
import { anthropicThinkingExamples } from './anthropic-thinking.examples.ts';
import { geminiExamples } from './gemini.examples.ts';
import { geminiCallExamples } from './gemini-calls.examples.ts';
import { gemmaTemplateExamples } from './gemma-template.examples.ts';
import { mistralExamples } from './mistral.examples.ts';
import { openaiChatExamples } from './openai-chat.examples.ts';
import { openaiChatCallExamples } from './openai-chat-calls.examples.ts';
import { openaiResponsesExamples } from './openai-responses.examples.ts';
import { openaiResponsesPairExamples } from './openai-responses-pairs.examples.ts';
import type { RuleExample } from './rule-example.ts';

export const allExamples: readonly RuleExample[] = [
  ...openaiChatExamples,
  ...openaiChatCallExamples,
  ...openaiResponsesExamples,
  ...openaiResponsesPairExamples,
  ...anthropicExamples,
  ...anthropicCallExamples,
  ...anthropicThinkingExamples,
  ...geminiExamples,
  ...geminiCallExamples,
  ...mistralExamples,
  ...gemmaTemplateExamples,
];
