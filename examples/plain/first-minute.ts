import { type Message, openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';

const daybook = await openDaybook({ store: sqlite('agent.db') });
const session = daybook.session({ session: 'chat-1' });
const messages: Message[] = [
  { role: 'user', parts: [{ type: 'text', text: 'Never deploy without asking me.' }] },
];

const call = await session.sync(messages); // before each model call: the whole list
const view = await call.prepare({ window: 128_000 }); // folds when it must; send view.messages
const answer: Message = { role: 'assistant', parts: [{ type: 'text', text: 'Understood.' }] };
await view.report({ answer }); // what the model answered, and usage if the provider told it

console.log(call.appended, view.messages.length, (await session.read(1)).text, (await daybook.audit()).ok);
await daybook.close();
