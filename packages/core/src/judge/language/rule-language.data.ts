/**
 * Words and phrases by which a message lays down, limits, permits or changes something that outlasts one answer.
 *
 * Invariant: every change of a phrase changes the version, because deltas record which version judged. Kinds:
 * - `rule` counts anywhere, `lead` where a clause begins, `open` where a sentence begins, `end` where it ends,
 *   `weak` unless its clause holds a `report`, and `soft` is `lead` with that condition; `not` covers what looks like
 *   one of these and is none
 * - `ask` turns a question into a wish; `query` and `tail` begin and end a question that has no mark, `tag` ends a
 *   sentence that only looks like a question
 * - `label` begins a line "label: value" that settles nothing; `join` makes what follows a new clause
 */
import type { PhraseData } from './phrases.ts';
import { RULE_PHRASES_DE_NL_FR } from './rule-phrases-de-nl-fr.data.ts';
import { RULE_PHRASES_EN } from './rule-phrases-en.data.ts';
import { RULE_PHRASES_ES_PT_IT } from './rule-phrases-es-pt-it.data.ts';
import { RULE_PHRASES_JA_ZH_KO } from './rule-phrases-ja-zh-ko.data.ts';
import { RULE_PHRASES_PL_RU } from './rule-phrases-pl-ru.data.ts';

export const RULE_LANGUAGE: { readonly version: number; readonly phrases: PhraseData } = {
  version: 1,
  phrases: {
    ...RULE_PHRASES_EN,
    ...RULE_PHRASES_DE_NL_FR,
    ...RULE_PHRASES_ES_PT_IT,
    ...RULE_PHRASES_PL_RU,
    ...RULE_PHRASES_JA_ZH_KO,
  },
};
