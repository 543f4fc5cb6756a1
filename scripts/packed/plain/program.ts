// A stranger's program on the packed core: keeps a conversation in memory, folds it, and prints head, ledger hash and
// view. It runs under every Node at hand and, bundled, where there is none; with a fixed salt and no clock all must
// print the same.
import type * as core from '@daybook/core';
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';

/** All of core's surface, so that nothing of it is shaken away before the bundle is weighed. */
export * as everything from '@daybook/core';

export async function headOfAConversation(): Promise<string> {
  const daybook = await openDaybook({
    store: memoryStore(),
    salt: new Uint8Array(32),
    clock: () => undefined,
  });
  const session = daybook.session({ session: 'packed' });
  const text = (words: string) => [{ type: 'text', text: words } as const];
  const output = text('Error: the oven is cold\nexit code 1');
  const list: core.Message[] = [
    { role: 'user', parts: text('Two loaves, please, and never any raisins. 🥖') },
    { role: 'assistant', parts: [{ type: 'tool-call', callId: 'c1', name: 'bake', input: { loaves: 2 } }] },
    { role: 'tool', parts: [{ type: 'tool-result', callId: 'c1', output, status: 'error' }] },
    { role: 'assistant', parts: text('The oven is cold. Shall I heat it?') },
    { role: 'user', parts: text('Yes.') },
  ];
  const call = await session.sync(list);
  const view = await call.prepare({ window: 8_000, tail: 0, overflow: true });
  const { hash } = await session.ledger();
  const replayed = await session.replay();
  if (!view.account.adopted || replayed.hash !== hash) throw new Error('the fold does not replay');
  return `${(await session.status()).current.head} ${hash} ${view.viewId}`;
}
