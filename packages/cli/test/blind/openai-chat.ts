/**
 * Blind counter for OpenAI chat messages: an array, `{messages}`, SWE-agent's `history`, tau-bench's `traj`.
 *
 * SWE-agent sends tool output in the user role (its text mode) and its own hints in either mode, so there
 * only what stands before the first answer and is no demonstration is the person's. `trajectory`, `thought`
 * and `action` repeat the messages.
 */
import {
  type Expected,
  type ExpectedRole,
  type Fields,
  fieldsOf,
  inputOf,
  isBlank,
  isFields,
  listOf,
  parsed,
  stringLeaves,
  textOr,
  withId,
} from './expected.ts';

export function expectedStrings(fileText: string): Expected[] {
  const document = parsed(fileText);
  const messages = messagesOf(document);
  const isSweAgent = isFields(document) && Array.isArray(document.history);
  const firstAnswer = messages.findIndex(
    (message) => message.role === 'assistant' && message.is_demo !== true,
  );
  return messages
    .flatMap((message, index) => {
      const isHarness = isSweAgent && (message.is_demo === true || (firstAnswer >= 0 && index > firstAnswer));
      return messageStrings(message, index + 1, isHarness);
    })
    .filter(({ kind, text }) => kind === 'reasoning' || !isBlank(text));
}

function messagesOf(document: unknown): readonly Fields[] {
  if (Array.isArray(document)) return listOf(document);
  const file = fieldsOf(document);
  return listOf(file.messages ?? file.history ?? file.traj);
}

function messageStrings(message: Fields, line: number, isHarness: boolean): Expected[] {
  const base = { line, ...withId(message.id) };
  if (message.role === 'tool' || message.role === 'function') {
    return stringLeaves(message.content).map((text): Expected => {
      return { ...base, text, kind: 'tool-result', role: 'tool', authoritative: false };
    });
  }
  const role = roles.find((one) => one === message.role) ?? 'user';
  const isOutput = isHarness && role === 'user';
  const words = [...partTexts(message.content), textOr(message.refusal)].map((text): Expected => {
    const authoritative = role !== 'assistant' && !isOutput;
    return { ...base, text, kind: 'message', role, authoritative, ...(isOutput ? asOutput : {}) };
  });
  return [...reasoning(message, base), ...words, ...calls(message, base)];
}

function reasoning(message: Fields, base: { line: number; nativeId?: string }): Expected[] {
  if (isBlank(textOr(message.reasoning_content ?? message.reasoning))) return [];
  return [{ ...base, text: '', kind: 'reasoning', role: 'assistant', authoritative: false }];
}

function calls(message: Fields, base: { line: number; nativeId?: string }): Expected[] {
  const old = isFields(message.function_call) ? [{ function: message.function_call }] : [];
  return [...listOf(message.tool_calls), ...old].map((call: Fields): Expected => {
    const custom = fieldsOf(call.custom);
    const named = isFields(call.function) ? call.function : custom;
    const input = isFields(call.function) ? inputOf(call.function.arguments) : custom.input;
    return {
      ...base,
      text: textOr(named.name),
      kind: 'tool-call',
      role: 'assistant',
      authoritative: false,
      input,
    };
  });
}

function partTexts(content: unknown): readonly string[] {
  if (typeof content === 'string') return [content];
  return listOf(content).map((part) => (part.type === 'refusal' ? textOr(part.refusal) : textOr(part.text)));
}

const roles: readonly ExpectedRole[] = ['system', 'developer', 'user', 'assistant'];
const asOutput = { alternatives: [{ kind: 'tool-result', role: 'tool' }] } as const;
