/** Tools that the provider runs: calls and results stand in the assistant's message, one of them after approval. */
import { generateText, type ModelMessage } from 'ai';
import { assistant, call, intent, result, toolNote, user } from '../intent.ts';
import { converse } from '../programs.ts';
import { answers, type Scenario, says, text, toolCall } from '../scenario.ts';

export const hostedTools: readonly Scenario[] = [
  {
    name: 'provider-executed-tools',
    about: 'The provider runs its own tools: nested calls and results stand in one assistant message.',
    intent: intent([
      user('When do the two harbours open?'),
      call('h1'),
      call('h2'),
      result({ opens: '6:00' }),
      call('h3'),
      result({ opens: '8:30' }),
      result({ encrypted: 'c2VhbGVkIHN0YXRl' }),
      assistant('East at 6:00, west at 8:30.'),
      user('And in winter?'),
      assistant('East opens at 7:00 in winter.'),
    ]),
    answers: [
      answers(
        ...hosted('h1', 'code', { code: 'for (h of ["east", "west"]) await search(h)' }),
        ...hosted('h2', 'search', { query: 'east harbour' }, { opens: '6:00' }, 'h1'),
        ...hosted('h3', 'search', { query: 'west harbour' }, { opens: '8:30' }, 'h1'),
        hostedResult('h1', 'code', { encrypted: 'c2VhbGVkIHN0YXRl' }),
        text('East at 6:00, west at 8:30.'),
      ),
      says('East opens at 7:00 in winter.'),
    ],
    run: (model) => converse(model, ['When do the two harbours open?', 'And in winter?']),
  },
  {
    name: 'approval-for-the-provider',
    about:
      'The provider asks before it runs its own tool; the decision travels in the prompt, and the provider names its call again.',
    intent: intent([
      user('Send the parcel.'),
      call('n1'),
      toolNote({
        type: 'tool-approval-response',
        approvalId: 'ship-approval',
        approved: true,
        reason: 'By rail, please.',
      }),
      call('n1'),
      result({ shipped: true }),
      assistant('It is on its way.'),
      user('Thanks.'),
      assistant('You are welcome.'),
    ]),
    answers: [
      answers(
        { ...shipCall(), providerExecuted: true },
        { type: 'tool-approval-request', approvalId: 'ship-approval', toolCallId: 'n1' },
      ),
      answers(
        { ...shipCall(), providerExecuted: true },
        { type: 'tool-result', toolCallId: 'n1', toolName: 'ship', result: { shipped: true } },
        text('It is on its way.'),
      ),
      says('You are welcome.'),
    ],
    run: async (model) => {
      const messages: ModelMessage[] = [{ role: 'user', content: 'Send the parcel.' }];
      messages.push(...(await generateText({ model, messages })).responseMessages, {
        role: 'tool',
        content: [
          {
            type: 'tool-approval-response',
            approvalId: 'ship-approval',
            approved: true,
            reason: 'By rail, please.',
            providerExecuted: true,
          },
        ],
      });
      messages.push(...(await generateText({ model, messages })).responseMessages);
      messages.push({ role: 'user', content: 'Thanks.' });
      await generateText({ model, messages });
    },
  },
];

/** A call the provider runs itself, and its result where it is known at once. */
function hosted(id: string, name: string, input: unknown, output?: { opens: string }, parent?: string) {
  const made = {
    ...toolCall(id, name, input),
    providerExecuted: true,
    ...(parent && { providerMetadata: { anthropic: { caller: { type: 'code', toolId: parent } } } }),
  };
  return output === undefined ? [made] : [made, hostedResult(id, name, output)];
}

function hostedResult(toolCallId: string, toolName: string, output: { [key: string]: string }) {
  return { type: 'tool-result' as const, toolCallId, toolName, result: output };
}

function shipCall() {
  return {
    type: 'tool-call' as const,
    toolCallId: 'n1',
    toolName: 'ship',
    input: '{"parcel":7}',
    dynamic: true,
  };
}
