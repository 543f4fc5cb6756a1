import { describe, expect, it } from 'vitest';
import { frozen } from '../../test/frozen.ts';
import { assistant, says, step, system, text, user } from '../../test/messages.ts';
import type { Message } from '../journal/message.ts';
import { arrange, packetTexts, type Voice, voiceFor } from './arrange.ts';

const HEADER = [system('Be brief.')];
const TEXTS = ['the opener', 'the record'] as const;

function laid(voice: Voice, tail: readonly Message[]): Message[] {
  const fits = voiceFor(voice, tail[0]);
  return arrange(frozen(HEADER), packetTexts(TEXTS, fits), frozen(tail), fits);
}

const rolesOf = (messages: readonly Message[]): string => messages.map(({ role }) => role).join(' ');

describe('split', () => {
  const tail = [user('And now?'), ...step('c1'), assistant('Done.')];

  it('is opener as the user, record as the assistant, and a tail that begins with the user', () => {
    const messages = laid('split', tail);
    expect(rolesOf(messages)).toBe('system user assistant user assistant tool assistant');
    expect(messages[1]?.parts).toEqual([text('the opener')]);
    expect(messages[2]?.parts).toEqual([text('the record')]);
    expect(messages.slice(3).every((message, at) => message === tail[at])).toBe(true);
  });

  it('becomes merged where the tail does not begin with the user, so that roles alternate', () => {
    for (const odd of [[assistant('Going on.')], [...step('c1')], [system('New rule.'), user('Go.')], []]) {
      expect(voiceFor('split', odd[0])).toBe('merged');
      const [, first, second] = laid('split', odd);
      expect(first?.role).toBe('user');
      expect(second).toBe(odd[0]);
    }
  });
});

describe('merged and system', () => {
  const tail = [user('And now?', { id: 'm7' }), assistant('Done.')];

  // Covers: C7
  it('fence the record and label it, in front of what the user says', () => {
    const [header, first, ...rest] = laid('merged', tail);
    expect([header, ...rest]).toEqual([HEADER[0], tail[1]]);
    expect(first).toMatchObject({ role: 'user', id: 'm7' });
    const [packet, said] = first?.parts ?? [];
    expect(said).toEqual(text('And now?'));
    expect(packet).toMatchObject({ type: 'text', authority: 'none' });
    const words = packet?.type === 'text' ? packet.text : '';
    expect(words.startsWith('the opener\n\n')).toBe(true);
    expect(words.endsWith('\n[record begins]\nthe record\n[record ends]')).toBe(true);
  });

  it('give the record to the system and the opener to the user', () => {
    const messages = laid('system', tail);
    expect(rolesOf(messages)).toBe('system system user assistant');
    expect(messages[1]?.parts).toHaveLength(1);
    expect(messages[2]?.parts).toEqual([text('the opener', { authority: 'none' }), text('And now?')]);
  });

  it('never put words of the user into a system message', () => {
    for (const voice of ['merged', 'system'] as const) {
      const spoken = laid(voice, [says('user', ['Please.'])]).filter(({ role }) => role === 'system');
      expect(JSON.stringify(spoken)).not.toContain('Please.');
      expect(JSON.stringify(spoken)).not.toContain('the opener');
    }
  });
});
