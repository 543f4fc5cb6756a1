/**
 * What programs that keep OpenAI chat messages write in the user role without being the person.
 *
 * Only names; `openai-chat.ts` says what is done with them.
 */

/** Kinds that SWE-agent gives to messages in the user role which hold output of a tool, or a worked example. */
export const softwareKinds: ReadonlySet<string> = new Set(['observation', 'demonstration', 'demo']);

/** Parts in which other providers keep calls, results and thinking: a list that holds them is of another format. */
export const foreignParts: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'server_tool_use',
  'thinking',
  'redacted_thinking',
  'tool-call',
  'tool-result',
  'functionCall',
  'functionResponse',
]);

/** How texts begin that programs put into the user role: notices, surroundings, reminders. */
export const softwareBeginnings: readonly string[] = [
  '<SYSTEM_NOTICE>',
  '<system-reminder>',
  '<environment_context>',
  '<environment_details>',
  '<user_instructions>',
];
