/**
 * daybook without any framework: a conversation grows, is edited, goes back, and is read again from the record.
 *
 * Run it: node --conditions=@daybook/source examples/plain/main.ts [FILE]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Message, openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';

const folder = mkdtempSync(path.join(tmpdir(), 'daybook-plain-'));
const daybook = await openDaybook({ store: sqlite(process.argv[2] ?? path.join(folder, 'agent.db')) });
const session = daybook.session({ session: 'harbour' });

const say = (role: Message['role'], text: string): Message => ({ role, parts: [{ type: 'text', text }] });
const show = (
  what: string,
  call: { readonly appended: number; readonly scope: { readonly branch: string } },
): void => console.log(`${what.padEnd(34)} ${call.appended} appended, branch ${call.scope.branch}`);

const rule = say('user', 'Never move the ferry without asking me.');
const noted = say('assistant', 'Noted.');
const first = await session.sync([rule]);
show('the first message', first);
await first.report({ answer: noted, usage: { input: 21, output: 3 } });

const list = [
  rule,
  noted,
  say('user', 'Which pier is free?'),
  say('assistant', 'Pier 4.'),
  say('user', 'Book it.'),
];
show('two turns later', await session.sync(list));
show('the same list again', await session.sync(list));
show('only what is new', await session.sync([say('assistant', 'Booked.')], { history: 'delta' }));
show(
  'the second question, edited',
  await session.sync([rule, noted, say('user', 'Which pier is deep enough?')]),
);
show(
  'back to the old line',
  await session.sync([...list, say('assistant', 'Booked.'), say('user', 'Thanks.')]),
);

const { branches, current } = await session.status();
console.log(`${branches.length} branches; the record is ${(await daybook.audit()).ok ? 'sound' : 'damaged'}`);
console.log(`keep this head: ${current.head}`);
console.log(`e1 says, checked against its hashes: ${(await session.read(1)).text}`);
await daybook.close();
rmSync(folder, { recursive: true, force: true });
