/** Generators for property tests with fast-check. */
export { conversationArbitrary } from './conversation.ts';
export { deepJson, jsonArbitrary } from './json.ts';
export { messageArbitrary } from './message.ts';
export { hostileText } from './text.ts';
