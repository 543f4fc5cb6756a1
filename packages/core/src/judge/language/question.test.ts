/** Whether an answer asks something back, with whatever stands behind the question mark. */
import { describe, expect, it } from 'vitest';
import { endsInQuestion } from './question.ts';

describe('an answer ends in a question', () => {
  it.each([
    'Shall I go on?',
    'I found two ways. Which one do you prefer?',
    '**Shall I go on?**',
    'Shall I go on? 🙂',
    '_Shall I go on?_ 👨‍👩‍👧 🇨🇭 👍🏽',
    'He asked: "why?"',
    'Really?!',
    'Shall I go on?\r\n\r\n---\r\n',
    '続けますか？',
    '続けますか。',
    '要继续吗',
    '계속할까요?',
    'هل أتابع؟',
    'On continue ?',
  ])('%j', (text) => expect(endsInQuestion(text)).toBe(true));

  it('also when options follow', () => {
    expect(endsInQuestion('Which one?\n\n- the first\n- the second')).toBe(true);
    expect(endsInQuestion('Which one?\n1. the first\n2) the second\n(c) the third')).toBe(true);
    expect(endsInQuestion('Proceed? (yes/no)')).toBe(true);
    expect(endsInQuestion('Proceed? [y/N]')).toBe(true);
  });

  it('also when the code it is about follows, or when all of it is fenced', () => {
    expect(endsInQuestion('Shall I run this?\n\n```sh\nnpm test\n```')).toBe(true);
    expect(endsInQuestion('```\nShall I go on?\n```')).toBe(true);
  });
});

describe('an answer does not end in a question', () => {
  it.each([
    '',
    ' \n ',
    '🙂',
    'Done.',
    'Why did it fail? The disk was full.',
    'Which one?\n- a\n- b\n\nI took the first.',
    '- one\n- two',
    'See https://example.com/?a=1',
    '```\nnpm test\n```',
    'テストを直しました。',
  ])('%j', (text) => expect(endsInQuestion(text)).toBe(false));

  it('when a long list follows', () => {
    expect(endsInQuestion(`What changed?\n${'- another change\n'.repeat(30)}`)).toBe(false);
  });
});
