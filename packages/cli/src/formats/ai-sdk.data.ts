/**
 * Names in the stored messages of the Vercel AI SDK, of all its majors.
 *
 * Only names; `ai-sdk.ts` says what is done with them.
 */

export const roles: ReadonlySet<string> = new Set(['system', 'user', 'assistant', 'tool']);

/** Parts of a UI message, besides `tool-NAME` and `data-NAME`. */
export const uiParts: ReadonlySet<string> = new Set([
  'text',
  'reasoning',
  'reasoning-file',
  'file',
  'custom',
  'dynamic-tool',
  'source-url',
  'source-document',
  'source',
  'step-start',
  'steering-message',
]);

/** Members that only UI messages of ai 4 have. */
export const oldUiMembers: readonly string[] = ['toolInvocations', 'experimental_attachments'];

/** Parts in the content of a model message, and a member that each has there and in no other format. */
export const modelParts: ReadonlyMap<string, string> = new Map([
  ['tool-call', 'toolCallId'],
  ['tool-result', 'toolCallId'],
  ['tool-approval-request', 'approvalId'],
  ['tool-approval-response', 'approvalId'],
  ['reasoning', 'text'],
  ['reasoning-file', 'mediaType'],
  ['file', 'mediaType'],
  ['image', 'image'],
  ['custom', 'kind'],
]);

/** Members that OpenAI's chat messages have and these do not. */
export const foreignMembers: readonly string[] = ['tool_calls', 'tool_call_id', 'function_call'];
