/**
 * Phrases by which a speaker announces work of their own that is still to come.
 *
 * Invariant: every change of a phrase changes the version. `not` covers what looks like one and announces nothing to do.
 */
import type { PhraseData } from './phrases.ts';

export const ANNOUNCEMENT: { readonly version: number; readonly phrases: PhraseData } = {
  version: 1,
  phrases: {
    en: {
      announce: `i will, i'll, i shall, i am going to, i'm going to, i am about to, i'm about to, we will, we'll,
        we are going to, we're going to, let me, up next, still to do, still to be done, remains to be done`,
      not: `i will not, i will never, i will wait, i will leave, i will keep, i will remember, i will stick,
        i will respect, i will follow, i will avoid, i will be happy, i will be here, i will be glad, i will let you,
        i'll wait, i'll leave, i'll keep, i'll remember, i'll stick, i'll respect, i'll follow, i'll avoid,
        i'll be happy, i'll be here, i'll be glad, i'll let you, we will see, we'll see, let me know`,
    },
    de: {
      announce: `ich werde, wir werden, werde ich, werden wir, mache ich, machen wir, ich mache … als nächstes,
        als nächstes, steht noch aus, noch zu tun`,
      not: 'ich werde nicht, ich werde nie, ich werde warten, werde ich nicht, mache ich nicht',
    },
    nl: {
      announce: 'ik zal, ik ga, ga ik, zal ik, wij gaan, we gaan',
      not: 'ik zal niet, ik ga niet, ik ga akkoord',
    },
    fr: { announce: 'je vais, nous allons, je ferai, je vous enverrai, il reste à', not: 'je vais bien' },
    es: { announce: 'voy a, vamos a, haré, escribiré, queda por, a continuación', not: 'vamos a ver' },
    pt: { announce: 'vou, vamos, farei, a seguir, falta ainda', not: 'vou esperar, vamos ver' },
    it: { announce: 'farò, sto per, scriverò, vado a, resta da', not: 'vado a memoria' },
    pl: { announce: 'zrobię, napiszę, zajmę się, będę, zaraz', not: 'nie zrobię, będę czekać' },
    ru: { announce: 'сделаю, напишу, займусь, я буду, сейчас я, осталось', not: 'не сделаю, я буду ждать' },
    ja: { announce: 'これから, 次に, していきます, 始めます, 取りかかります' },
    zh: { announce: '我会, 我将, 我马上, 接下来, 我這就, 我这就', not: '我会等, 我不会' },
    ko: { announce: '하겠습니다, 이제, 다음으로, 시작하겠습니다' },
  },
};
