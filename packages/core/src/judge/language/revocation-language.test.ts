/** What takes a rule back, in every language of the data, and what only sounds like it. */
import { describe, expect, it } from 'vitest';
import { REVOCATION_LANGUAGE } from './revocation-language.data.ts';
import { holdsRevocationLanguage } from './revocation-language.ts';
import { holdsRuleLanguage } from './rule-language.ts';

const TAKEN_BACK: Readonly<Record<string, readonly string[]>> = {
  en: [
    'I revoke the rule about tabs.',
    'The freeze no longer applies.',
    'Forget that rule.',
    'You may now push to main.',
    'Ignore the earlier instruction.',
    'You don’t have to ask any more.',
  ],
  de: ['Die Regel gilt nicht mehr.', 'Du darfst jetzt direkt pushen.', 'Vergiss die Regel mit den Tabs.'],
  fr: ['Cette règle ne s’applique plus.', 'Oublie la règle des tabulations.', 'Tu peux désormais fusionner.'],
  es: ['Esa regla ya no se aplica.', 'Olvida la regla de los tabuladores.', 'Ahora puedes desplegar.'],
  pt: ['Essa regra não vale mais.', 'Esqueça a regra das tabulações.', 'Agora você pode publicar.'],
  it: ['Quella regola non vale più.', 'Dimentica la regola.', 'Ora puoi pubblicare.'],
  nl: ['Die regel geldt niet meer.', 'Vergeet die regel.', 'Je mag nu pushen.'],
  pl: ['Ta zasada już nie obowiązuje.', 'Zapomnij o tej zasadzie.', 'Teraz możesz wdrażać.'],
  ru: ['Это правило больше не действует.', 'Забудь про это правило.', 'Теперь можно выкладывать.'],
  ja: ['そのルールは撤回します。', '前の指示は忘れてください。', 'もう確認は必要ありません。'],
  zh: ['之前那条规则作废。', '请忽略之前的要求。', '现在你可以直接合并。'],
  ko: ['그 규칙은 철회합니다.', '이전 지시는 잊어 주세요.', '더 이상 확인은 필요 없습니다.'],
};

describe('revocation language', () => {
  it('is known in the languages of rule language', () => {
    expect(Object.keys(TAKEN_BACK).sort()).toEqual(Object.keys(REVOCATION_LANGUAGE.phrases).sort());
    expect(Object.keys(TAKEN_BACK)).toHaveLength(12);
  });

  it.each(Object.entries(TAKEN_BACK))('takes back in %s, and is rule language itself', (_, texts) => {
    for (const text of texts) {
      expect(holdsRevocationLanguage(text), text).toBe(true);
      expect(holdsRuleLanguage(text), text).toBe(true);
    }
  });

  it('is not in a rule, a task, a report or thanks', () => {
    for (const text of [
      'Never push to main.',
      'You may restart the worker.',
      'The new button replaces the old one.',
      'I forgot the password.',
      'The server is no longer slow.',
      'Ne touche pas à la branche.',
      'Vergleiche die beiden Regeln.',
      'Cancela mi cita de mañana.',
      '请取消我的订单。',
      '예약을 취소해 주세요.',
      'Спасибо, больше вопросов нет.',
    ])
      expect(holdsRevocationLanguage(text), text).toBe(false);
  });

  it('is not in a question, a quotation or code', () => {
    expect(holdsRevocationLanguage('Shall I forget that rule?')).toBe(false);
    expect(holdsRevocationLanguage('Translate "Forget that rule."')).toBe(false);
    expect(holdsRevocationLanguage('See this:\n```\n// forget that rule\n```')).toBe(false);
  });
});
