/** `@daybook/core/adapter`: what the author of an adapter needs to translate messages both ways. */
export { DaybookError, isDaybookError } from '../base/errors.ts';
export { isJsonObject, type Json, parseJson } from '../base/json.ts';
export { knownMessage } from '../journal/known.ts';
export type {
  DataPart,
  FilePart,
  Message,
  MessagePart,
  OpaquePart,
  ReasoningPart,
  Role,
  Status,
  TextPart,
  ToolCallPart,
  ToolResultPart,
  Usage,
} from '../journal/message.ts';
export { DEFAULT_WINDOW } from '../policy/budget.ts';
export { checkViewOptions } from './view-options.ts';
