import { type Message, openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';

const messages: Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'Never deploy without asking me.' }] },
];
const daybook = await openDaybook({ store: sqlite('agent.db') });
const session = daybook.session({ session: 'chat-1' });

const call = await session.sync(messages); // before each model call: the whole list
await call.report({ answer: { role: 'assistant', parts: [{ type: 'text', text: 'Understood.' }] } });

console.log(call.appended, call.head, (await session.read(1)).text, (await daybook.audit()).ok);
await daybook.close();
