import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { checkProviderRules } from '@daybook/testkit';

it('sends a list that the provider takes', () => {
  const tools = [{ name: 'lamp_state', input_schema: { type: 'object' } }];
  const messages = [
    { role: 'user', content: 'Is the lamp lit?' },
    { role: 'assistant', content: [{ type: 'tool_use', id: 'c1', name: 'lamp_state', input: {} }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'lit' }] },
  ]; // what your application sends
  deepEqual(
    checkProviderRules('anthropic', { messages, tools, request: { model: 'claude-sonnet-4-5' } }),
    [],
  );
  const [{ rule, at } = {}] = checkProviderRules('anthropic', { messages: messages.slice(1), tools });
  deepEqual([rule, at], ['anthropic/3', 'messages[0].role']); // the user begins
});
