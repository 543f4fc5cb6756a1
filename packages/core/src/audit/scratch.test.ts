import { expect, it } from 'vitest';
import { inMemory } from '../../test/daybook.ts';
import { assistant, call, result, says, system, user } from '../../test/messages.ts';
import type { Message } from '../journal/message.ts';
import { memoryStore } from '../store/memory.ts';
import { audit } from './audit.ts';

function rng(seed: number) {
  let s = seed >>> 0 || 1;
  return () => {
    s = (Math.imul(s, 1664525) + 1013904223) >>> 0;
    return s / 2 ** 32;
  };
}
const N = Number(process.env.SEEDS ?? 60);
it('fuzz', async () => {
  const totals: Record<string, number> = {};
  for (let seed = Number(process.env.FROM ?? 1); seed <= N; seed++) {
    const r = rng(seed * 7919);
    const store = memoryStore();
    const state = store;
    let daybook = await inMemory(store);
    const lists: Record<string, Message[]> = {
      main: [
        system('Be brief.'),
        user('Never touch the payment tables without asking me.'),
        assistant('Noted.'),
      ],
      helper: [user('dig, and always say where')],
    };
    let n = 0;
    const errs: string[] = [];
    for (let step = 0; step < Number(process.env.STEPS ?? 60); step++) {
      const lane = r() < 0.8 ? 'main' : 'helper';
      const list = lists[lane] as Message[];
      const s = daybook.session(lane === 'main' ? { session: 's' } : { session: 's', lane, delegated: true });
      const opts = {
        window: 2000 + Math.floor(r() * 4) * 1500,
        ...(r() < 0.1 ? { overflow: true } : {}),
        ...(r() < 0.1 ? { cold: true } : {}),
        ...(r() < 0.1 ? { replace: 'fresh' as const } : {}),
      };
      const k = r();
      n++;
      try {
        if (k < 0.35) {
          list.push(user(`Look at page ${n}. ${r() < 0.3 ? 'Always be careful with it.' : ''}`));
          const c = 1 + Math.floor(r() * 3);
          for (let i = 0; i < c; i++) {
            list.push(
              says('assistant', [
                ...(r() < 0.3 ? ['Looking now.'] : []),
                call(`c${n}-${i}`, { path: `p/${Math.floor(r() * 5)}.md` }, r() < 0.5 ? 'read_file' : 'bash'),
              ]),
            );
            const st = r() < 0.7 ? 'returned' : r() < 0.5 ? 'error' : r() < 0.5 ? 'denied' : 'aborted';
            list.push(
              says('tool', [
                result(`c${n}-${i}`, `row of nothing ${n % 3}\n`.repeat(Math.floor(r() * 60)), st as never),
              ]),
            );
            if (r() < 0.5) await (await s.sync(list)).prepare(opts);
          }
          if (r() < 0.85)
            list.push(assistant(`Page ${n} is in order${r() < 0.2 ? ', shall I go on?' : '.'}`));
        } else if (k < 0.5) {
          list.push(user('word '.repeat(Math.floor(r() * 300)) + n));
          const v = await (await s.sync(list)).prepare(opts);
          const answer = assistant('Answer ' + n);
          await v.report({ answer, usage: { input: 100 + Math.floor(r() * 4000), output: 3, model: 'm' } });
          if (r() < 0.7) list.push(answer);
        } else if (k < 0.58) {
          const cut = 1 + Math.floor(r() * list.length);
          list.length = cut;
          list.push(user('fork ' + n));
        } else if (k < 0.62) {
          const at = 1 + Math.floor(r() * (list.length - 1));
          if (list[at]?.role === 'user') list.splice(at, 0, user('inserted ' + n));
        } else if (k < 0.66) {
          const drop = Math.floor(r() * list.length * 0.7);
          const rest = list.slice(1 + drop).filter((m) => true);
          const first = rest.findIndex(({ role }) => role === 'user');
          if (first >= 0) lists[lane] = [list[0] as Message, ...rest.slice(first)];
        } else if (k < 0.72) await s.fold({ window: 3000, mode: 'cover' });
        else if (k < 0.8) await s.fold({ window: 3000, mode: 'consolidate' });
        else if (k < 0.88) {
          const l = await s.ledger();
          const pins = l.facts.filter((f) => f.pin);
          const pin = pins[Math.floor(r() * pins.length)];
          if (pin)
            await s.retire(
              pin.handle,
              r() < 0.5 && !process.env.NOBY ? `e${1 + Math.floor(r() * (l.revision - 1))}` : undefined,
            );
        } else if (k < 0.92) daybook = await inMemory(state);
        else if (k < 0.96) {
          list.push(user('both ' + n));
          await s.sync(list);
          const d2 = await inMemory(state);
          await Promise.allSettled([
            s.fold({ window: 3000 }),
            d2.session({ session: 's' }).fold({ window: 3000 }),
            (async () => {
              const l = await s.ledger();
              const p = l.facts.find((f) => f.pin);
              if (p) await s.retire(p.handle);
            })(),
          ]);
        } else {
          await s.sync([user('delta ' + n)], { history: 'delta' }).then((c) => c.prepare(opts));
        }
        if (r() < 0.6) await (await s.sync(list)).prepare(opts);
      } catch (error) {
        const m = (error as { code?: string }).code ?? String(error);
        if (!(error as { code?: string }).code) throw error;
        totals[m] = (totals[m] ?? 0) + 1;
      }
    }
    const report = await audit(store);
    totals.saved =
      (totals.saved ?? 0) +
      (
        await store.marked(
          { tenant: 'default', session: 's', lane: 'main', branch: 'main' },
          { above: -1, below: 1e9 },
          { ledger: 99 },
        )
      ).length;
    totals.adopted =
      (totals.adopted ?? 0) +
      (
        await store.marked(
          { tenant: 'default', session: 's', lane: 'main', branch: 'main' },
          { above: -1, below: 1e9 },
          { adopted: 999 },
        )
      ).length;
    totals.folds = (totals.folds ?? 0) + report.folds;
    totals.branches = (totals.branches ?? 0) + report.branches;
    totals.entries = (totals.entries ?? 0) + report.entries;
    if (report.found) {
      for (const f of report.findings) {
        const seq = Number(f.entry?.slice(1));
        const [row] = await store.entries(f.scope as never, seq, seq + 1);
        if (row?.content) {
          const [b] = await store.bodies(f.scope as never, [row.content]);
          const j = JSON.parse(new TextDecoder().decode(b?.bytes));
          console.log(JSON.stringify({ ...j, delta: undefined }));
          const prev = await store.marked(f.scope as never, { above: -1, below: seq }, { fold: 3 });
          for (const p of prev)
            console.log(
              p.entry.seq,
              JSON.stringify({ ...JSON.parse(new TextDecoder().decode(p.body)), delta: undefined }),
            );
          console.log(
            (await store.branches({ tenant: 'default', session: 's' }))
              .map((q) => [q.scope.branch, q.parent, q.forkRevision, q.revision].join(' '))
              .join('; '),
          );
        }
      }
      totals.bad = (totals.bad ?? 0) + 1;
      console.log(seed, JSON.stringify(report.findings.slice(0, 4)));
      for (const f of report.findings) totals[f.code] = (totals[f.code] ?? 0) + 1;
    }
  }
  console.log(totals);
}, 600000);
