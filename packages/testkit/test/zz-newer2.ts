import { openDaybook, noClock } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { say } from './fault-work.ts';
const KEY = { session: 's' };
const salt = new Uint8Array(32).fill(5);
for (const how of ['retire', 'consolidate', 'cover', 'view'] as const) {
const state = new Map();
const b = await openDaybook({ store: memoryStore(state), salt, clock: noClock });
const bs = b.session(KEY);
const list: any[] = [say('system', 'Be brief.')];
const grow = (from: number, to: number) => { for (let i = from; i <= to; i++) list.push(say('user', `Always look at page ${i}.`), say('assistant', { type: 'tool-call', callId: `c${i}`, name: 'read_file', input: { path: `pages/p${i}.md` } }), say('tool', { type: 'tool-result', callId: `c${i}`, status: 'returned', output: [{ type: 'text', text: `row of page ${i}\n`.repeat(30) }] }), say('assistant', `Page ${i} is fine.`)); };
grow(1, 5); await bs.sync(list); await bs.fold({ window: 1300 });
// A has opened the session, and knows its salt; it looks at the branches, and then B goes on.
let interrupt: (() => Promise<void>) | null = null;
const inner = memoryStore(state);
const store = new Proxy(inner, { get(t: any, n: string) { const f = t[n]?.bind(t); return n !== 'marked' ? f : async (...a: any[]) => { const once = interrupt; interrupt = null; await once?.(); return f(...a); }; } });
const a = await openDaybook({ store, salt, clock: noClock });
const as = a.session(KEY);
await as.ledger();
await bs.sync([...list, say('user', 'x')].slice(0, -1));
grow(6, 6); await bs.sync(list); await bs.fold({ window: 1300 }); // marked changes: A has to read again
interrupt = async () => { grow(7, 14); list.push(say("user", "Go on.")); await bs.sync(list); await bs.fold({ window: 1300 }); };
try {
  if (how === 'retire') console.log(how, (await as.retire('f1')).status);
  else if (how === 'view') { const v = await as.view({ window: 1300 }); console.log(how, v.account.plan.reason, v.account.adopted, v.account.folds, v.messages.length, v.messages.at(-1)?.role); }
  else console.log(how, (await as.fold({ window: 1300, mode: how, target: 10 })).status);
} catch (e: any) { console.log(how, 'threw', e.code, e.message, e.details); }
for (const d of [a, b]) { try { const r = await (await openDaybook({ store: memoryStore(state) })).session(KEY).ledger(); console.log(' ledger', r.folds); } catch (e: any) { console.log(' ledger threw', e.code, e.message); } }
console.log(' audit', (await b.audit()).findings);
}
