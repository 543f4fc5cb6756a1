/** `@daybook/ai-sdk/messages`: translation between the AI SDK's messages and daybook's, without the framework. */
export { fromAnswer } from './from-answer.ts';
export { fromModelMessages } from './from-model-messages.ts';
export { fromPrompt } from './from-prompt.ts';
export { fromUIMessages } from './from-ui-messages.ts';
export { fromUsage } from './from-usage.ts';
export { toPlainJson } from './plain-json.ts';
