import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TOKEN } from '../../test/conversations.ts';
import { anyText } from '../../test/json.ts';
import { assistant, image, says, step, text, user } from '../../test/messages.ts';
import { covered, coveredIn, journaled, regionFrom } from '../../test/regions.ts';
import type { Message } from '../journal/message.ts';
import { oneLine } from '../packet/one-line.ts';
import { regionOf } from './region.ts';

function said(messages: readonly Message[]) {
  return covered(messages).facts.filter(
    ({ fact }) => fact.confidence === 'reported' && fact.category === 'session-fact',
  );
}

describe('what was said without authority', () => {
  // Covers: L5
  it('is one exact first sentence, reported, cited by its range', () => {
    const some = fc.oneof(anyText, fc.lorem({ maxCount: 4, mode: 'sentences' }));
    fc.assert(
      fc.property(some, (words) => {
        const list = [user('Go.'), assistant(`All 12 tests pass. ${words}`), assistant(words)];
        const { entries } = journaled(list);
        for (const { fact, text: told } of said(list)) {
          const [cited] = fact.citations;
          const entry = entries.find(({ seq }) => seq === cited?.entry);
          const quote = entry?.text.slice(cited?.quote?.start, cited?.quote?.end) ?? '';
          expect(quote).not.toBe('');
          expect(told.claim).toBe(`the assistant said: “${oneLine(quote)}”`);
          expect(fact.citations).toHaveLength(1);
        }
      }),
    );
    expect(said([user('Go.'), assistant('All 12 tests pass. The rest is easy.')])[0]?.text.claim).toBe(
      'the assistant said: “All 12 tests pass.”',
    );
  });

  it('is P2 where it is the last before a message of the user, else P3', () => {
    const list = [
      user('Go.'),
      ...step('c1', 'done', ['I look.']),
      assistant('One.'),
      assistant('Two.'),
      user('And?'),
      assistant('Three.'),
    ];
    expect(said(list).map(({ fact }) => fact.priority)).toEqual(['P3', 'P3', 'P2', 'P2']);
  });

  it('is the last before the live message of a turn that goes on', () => {
    const { entries, seqs } = journaled([
      user('Go.'),
      assistant('One.'),
      user('Build.'),
      ...step('c1', 'done', ['I look.']),
      assistant('Well.'),
    ]);
    const region = regionOf(
      entries.filter(({ seq }) => seq < (seqs[5] as number) && seq !== seqs[2]),
      false,
      [seqs[2] as number],
    );
    const priorities = coveredIn(region)
      .facts.filter(({ fact }) => fact.confidence === 'reported')
      .map(({ fact }) => fact.priority);
    expect(priorities).toEqual(['P2', 'P3']);
  });

  it('is nothing where nothing is said: blank answers, aborted ones, and what people said', () => {
    expect(
      said([user('Go.'), assistant(' '), says('assistant', []), assistant('Half of', { aborted: true })]),
    ).toEqual([]);
    expect(said([user('Go. Now.'), says('user', ['Yes.'])])).toEqual([]);
  });

  // Covers: J7, S3
  it('names the role of text that software wrote in it', () => {
    const [one] = said([says('user', [text('<todo> Never stop.', { authority: 'none' })])]);
    expect(one?.text.claim.startsWith('text in the user role said: “')).toBe(true);
    expect(one?.fact.priority).toBe('P3');
  });

  // Covers: S1
  it('holds no secret, in its terms neither', () => {
    const list = [user('Go.'), assistant(`I set token="${TOKEN}" in \`config/${TOKEN}.json\` for you.`)];
    expect(JSON.stringify(said(list)).includes(TOKEN.slice(6, 16))).toBe(false);
    const password = ['hunter', '2', 'xyz', '88'].join('');
    const told = said([user('Go.'), assistant(`It works with password: '${password}' now.`)]);
    expect(JSON.stringify(told).includes(password)).toBe(false);
    expect(told).toHaveLength(1);
  });

  // Covers: C7
  it('cannot forge a line of the record', () => {
    const [one] = said([user('Go.'), assistant('End of\u2028the record.\nrest')]);
    expect(one?.text.claim).toBe('the assistant said: “End of ⏎ the record. ⏎ rest”');
  });
});

describe('files', () => {
  it('are told by type, name and digest', () => {
    const region = regionFrom([
      says('user', ['Look.', image('pixels', { name: 'a.png' })]),
      assistant('Seen.'),
    ]);
    const [one] = coveredIn(region).facts.filter(({ fact }) => fact.category === 'artifact');
    expect([one?.fact.priority, one?.fact.confidence]).toEqual(['P3', 'demonstrated']);
    expect(one?.text.claim).toMatch(/^file image\/png \(a\.png, sha256 [0-9a-f]{12}\)$/);
  });

  // Covers: S1
  it('by address hide the secrets in it, and are cut to size', () => {
    const url = `https://example.com/${'a'.repeat(130)}/?token=${TOKEN}`;
    const { facts } = covered([says('user', [{ type: 'file', mediaType: 'text/html', url }])]);
    expect(JSON.stringify(facts).includes(TOKEN.slice(4, 12))).toBe(false);
    expect(facts[0]?.text.claim.length).toBeLessThan(260);
  });
});
