/** Answers that announce work, against answers that report it; and what that does to the request. */
import { describe, expect, it } from 'vitest';
import { inMemory } from '../../../test/daybook.ts';
import { assistant, user } from '../../../test/messages.ts';
import { endsInAnnouncement } from './announcement.ts';

describe('an answer that announces work', () => {
  it.each([
    'I have what I need for docs/rollback.md. I will write it next.',
    "I'll start with the parser and come back to you.",
    'Passengers are equal on both sides. I will go on with the next tables.',
    'Let me run the tests. It takes a minute.',
    'Ich habe alles gelesen. Den Plan schreibe ich dann; ich werde morgen damit anfangen.',
    'J’ai tout lu. Je vais écrire le plan.',
    'He leído todo. Voy a escribir el plan.',
    '全部读完了。接下来写计划。',
  ])('is recognised: %s', (text) => expect(endsInAnnouncement(text)).toBe(true));

  it.each([
    'docs/rollback.md is written: five steps.',
    'I will keep that in mind.',
    'You refused the call, and rightly. I will wait for it and deploy nothing today.',
    'It is done. Let me know if anything is missing.',
    'I said "I will write it", and now it is written.',
    'Shall I raise the batch size? Or will I leave it?',
    `I will look first.\n\n${'The file is in order. '.repeat(200)}`,
    '',
  ])('is not taken for one: %s', (text) => expect(endsInAnnouncement(text)).toBe(false));
});

describe('a request that was answered with an announcement', () => {
  // Covers: L4
  it('stays open; one that was answered is shown as answered', async () => {
    const session = (await inMemory()).session({ session: 's' });
    const list = [
      user('Write docs/rollback.md.'),
      assistant('I have what I need. I will write it next.'),
      user('Which pier is free?'),
      assistant('Pier 4.'),
      user('Thanks.'),
    ];
    const view = await (await session.sync(list)).prepare({ window: 8_000, tail: 0, overflow: true });
    const [open = '', answered = ''] = JSON.stringify(view.messages).split('Answered earlier');
    expect(open).toContain('Write docs/rollback.md.');
    expect(answered).toContain('Which pier is free?');
  });
});
