import { noClock, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { cutsOf, linesOf } from '../lines.ts';

const SALT = new Uint8Array(32).fill(7);
const [file, win, from = '0', to = '100000', all = ''] = process.argv.slice(2);
const window = Number(win);
const [line] = await linesOf(file);
const s = (await openDaybook({ store: memoryStore(), clock: noClock, salt: SALT })).session({ session: 's' });
let prev: any;
let sizePrev = 0;
for (const cut of cutsOf(line.messages)) {
  const list = line.messages.slice(0, cut);
  try {
    const v = await (await s.sync(list)).prepare({ window });
    const a = v.account;
    if ((a.adopted || a.folds.length || all) && cut >= Number(from) && cut <= Number(to))
      console.log(
        cut,
        list.at(-1).role,
        'adopted',
        a.adopted,
        a.folds.join(),
        'view',
        a.tokens.view,
        'before',
        sizePrev,
        'notices',
        a.notices.join(),
        'plan',
        JSON.stringify({ r: a.plan.reason, ...a.plan.figures }),
        a.budget.map((b) => b.name + ':' + b.tokens).join(' '),
        JSON.stringify(a.pins),
      );
    sizePrev = a.tokens.view;
  } catch (e: any) {
    console.log(cut, list.at(-1).role, e.code, JSON.stringify(e.details));
  }
}
