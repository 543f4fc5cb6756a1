/** The blocks of Anthropic messages, by what they are for. */
import { isObject, isText, objectsIn } from './reading.ts';
import type { Located, Wire } from './rule.ts';

export function blocksOf(message: Located): Located[] {
  return objectsIn(message, 'content');
}

export function ofType(message: Located, type: string): Located[] {
  return blocksOf(message).filter((block) => block.value.type === type);
}

/** The result of a call that the client ran. */
export function isResult({ value }: Located): boolean {
  return value.type === 'tool_result';
}

export function isThinking(block: Located | undefined): boolean {
  return block?.value.type === 'thinking' || block?.value.type === 'redacted_thinking';
}

/** A call that the provider runs. */
export function isServerCall({ value }: Located): boolean {
  return value.type === 'server_tool_use' || value.type === 'mcp_tool_use';
}

/** The result of a call that the provider ran. */
export function isServerResult(block: Located): boolean {
  return isText(block.value.type) && block.value.type.endsWith('_tool_result') && !isResult(block);
}

export function isThinkingOn({ fields }: Wire): boolean {
  const type = isObject(fields.thinking) ? fields.thinking.type : undefined;
  return type === 'enabled' || type === 'adaptive';
}
