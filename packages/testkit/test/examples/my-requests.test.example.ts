import { deepEqual } from 'node:assert/strict';
import { it } from 'node:test';
import { providerServer } from '@daybook/testkit';

it('sends what the provider takes', async () => {
  const server = await providerServer({ answer: () => ({ text: 'It is lit.' }) });
  const body = { model: 'any', messages: [{ role: 'user', content: 'Is the lamp lit?' }] };
  const response = await fetch(`${server.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  deepEqual([response.status, server.violations], [200, []]);
  await server.close();
});
