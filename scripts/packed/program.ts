// A stranger's program on the packed core: keeps a conversation in memory and prints its head. It runs under
// Node and, bundled, where there is no Node; with a fixed salt and no clock both must print the same.
import { openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';

/** All of core's surface, so that nothing of it is shaken away before the bundle is weighed. */
export * as core from '@daybook/core';

export async function headOfAConversation(): Promise<string> {
  const daybook = await openDaybook({
    store: memoryStore(),
    salt: new Uint8Array(32),
    clock: () => undefined,
  });
  const session = daybook.session({ session: 'packed' });
  const call = await session.sync([
    { role: 'user', parts: [{ type: 'text', text: 'Two loaves, please. 🥖' }] },
    { role: 'assistant', parts: [{ type: 'text', text: 'Two loaves it is.' }] },
  ]);
  if (call.head === null) throw new Error('nothing was journaled');
  return call.head;
}
