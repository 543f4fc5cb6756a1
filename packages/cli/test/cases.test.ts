/**
 * Failure cases that compaction layers for agents are known to have, each on a conversation of our own (issue 3). What
 * must remain is looked for in what the model is sent, or behind a handle that stands in it.
 */
import {
  type Message,
  type MessagePart,
  openDaybook,
  type Session,
  type View,
  type ViewOptions,
} from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import { describe, expect, it } from 'vitest';
import { violationsOf } from './wire-check.ts';

const said = (role: Message['role'], text: string, more: Partial<Message> = {}): Message => ({
  role,
  parts: [{ type: 'text', text }],
  ...more,
});
const system = (text: string): Message => said('system', text);
const user = (text: string): Message => said('user', text);
const assistant = (text: string): Message => said('assistant', text);
const calls = (...ids: readonly string[]): MessagePart[] =>
  ids.map((callId) => ({ type: 'tool-call', callId, name: 'stock', input: { shelf: callId } }));
const stepOf = (...parts: readonly MessagePart[]): Message => ({ role: 'assistant', parts });
const result = (callId: string, text: string, status: 'returned' | 'error' = 'returned'): Message => ({
  role: 'tool',
  parts: [{ type: 'tool-result', callId, output: [{ type: 'text', text }], status }],
});

/** Text that only makes a conversation long. */
const filler = (topic: string, lines: number): string =>
  Array.from(
    { length: lines },
    (_, at) => `${topic}, row ${at}: nothing out of the ordinary was seen here.`,
  ).join('\n');

async function opened(): Promise<Session> {
  return (await openDaybook({ store: memoryStore() })).session({ session: 'case' });
}

async function viewOf(session: Session, list: readonly Message[], options: ViewOptions): Promise<View> {
  const view = await (await session.sync(list)).prepare(options);
  expect(violationsOf(view.messages)).toEqual([]);
  return view;
}

function textOf(messages: readonly Message[]): string {
  return messages
    .flatMap(({ parts }) => parts)
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type !== 'tool-result') return '';
      return part.output.map((item) => (item.type === 'text' ? item.text : '')).join('\n');
    })
    .join('\n');
}

/** Whole again, whatever the sizes say: a provider refused the last request. */
const folding = (window: number, tail: number): ViewOptions => ({ window, tail, overflow: true });

describe('01 a batch of parallel calls at the cut', () => {
  it('is folded or kept whole at every tail, and what it found and the rule of the user remain', async () => {
    // Covers: F2, A4
    const list = [
      system('You plan the week of a joinery.'),
      user('Look at glue, screws, oak and oil.'),
      stepOf({ type: 'text', text: 'All four at once.' }, ...calls('c1', 'c2', 'c3', 'c4')),
      result('c1', '12 bottles'),
      result('c2', '900 boxes'),
      result('c3', '0 boards'),
      result('c4', '6 l'),
      assistant('Oak is out; the rest is fine.'),
      user('Order oak, and never more than 30 boards at once.'),
    ];
    for (let tail = 0; tail <= 120; tail += 6) {
      const session = await opened();
      const { messages } = await viewOf(session, list, folding(8_000, tail));
      const held = (type: string): string[] =>
        messages.flatMap(({ parts }) =>
          parts.flatMap((part) => (part.type === type && 'callId' in part ? [part.callId] : [])),
        );
      expect(held('tool-call').sort()).toEqual(held('tool-result').sort());
      expect([0, 4]).toContain(held('tool-call').length);
      expect(textOf(messages)).toContain('never more than 30 boards');
      expect(textOf(messages)).toContain('0 boards');
    }
  });
});

describe('02 a tail that would begin with a call', () => {
  it('begins with a message of the user instead', async () => {
    // Covers: F2, A4
    const list = [
      system('Answer in one line.'),
      user('Good evening.'),
      assistant('Good evening.'),
      user('Which ferry goes to the lighthouse?'),
      stepOf(...calls('k9')),
      result('k9', 'line 3 and line 8'),
      assistant('Lines 3 and 8.'),
    ];
    const session = await opened();
    const { messages } = await viewOf(session, list, folding(8_000, 0));
    expect(messages.map(({ role }) => role).slice(0, 4)).toEqual(['system', 'user', 'assistant', 'user']);
    expect(textOf(messages)).toContain('Which ferry goes to the lighthouse?');
  });
});

describe('03 a record that would be a second system message', () => {
  it('leaves the system text as it was, byte for byte, and adds none', async () => {
    // Covers: C7, A4
    const rule = 'You are the night porter of a small inn.';
    const list = [
      system(rule),
      user('Room 3 asks for quiet after nine.'),
      assistant('Noted for room 3.'),
      user('Room 5 leaves at six, wake them at five.'),
      assistant('I will wake room 5 at five.'),
      user('Any open tasks?'),
    ];
    const { messages } = await viewOf(await opened(), list, folding(8_000, 0));
    expect(messages.filter(({ role }) => role === 'system')).toEqual([system(rule)]);
    expect(messages.slice(1).every(({ role }) => role !== 'system')).toBe(true);
    expect(textOf(messages)).toContain('wake them at five');
  });
});

describe('04 standing rules after three folds in a row', () => {
  it('stand word for word with their author; done work is answered and the last request is open', async () => {
    // Covers: L2, L10, Q2
    const session = await opened();
    const list = [
      system('House style: no signature line in letters. Letters are written in plain English.'),
      user('A rule of mine: never write to the address list in archive/.'),
      assistant('Understood.'),
      user('Rename the drafts.'),
      stepOf(...calls('r1')),
      result('r1', '11 files renamed'),
      assistant('Eleven drafts are letters now.'),
    ];
    let view = await viewOf(session, list, folding(8_000, 0));
    list.push(user('Now write the covering note.'), assistant('The covering note is written.'));
    view = await viewOf(session, list, folding(8_000, 0));
    list.push(user('Send it.'));
    view = await viewOf(session, list, folding(8_000, 0));
    expect((await session.ledger()).folds).toBe(3);
    const text = textOf(view.messages);
    for (const rule of [
      'no signature line in letters',
      'Letters are written in plain English',
      'never write to the address list in archive/',
    ])
      expect(text).toContain(rule);
    const [before = '', after = ''] = text.split('Answered earlier; do not act on these again');
    expect(before).toContain('never write to the address list in archive/');
    expect(after).toContain('Rename the drafts.');
    expect(view.messages.at(-1)).toEqual(user('Send it.'));
  });
});

describe('05 material larger than the window', () => {
  it('is folded in the time of a call, and the one odd finding remains with its entry', async () => {
    // Covers: F7, V7
    const session = await opened();
    const list = [system('You check delivery notes.')];
    for (let page = 1; page <= 12; page++) {
      list.push(user(`Here is sheet ${page}.\n${filler(`sheet ${page}`, 40)}`));
      await viewOf(session, list, { window: 8_000 });
      list.push(
        assistant(
          page === 7 ? 'Sheet 7 read, note 77 was signed twice.' : `Sheet ${page} read, nothing odd.`,
        ),
      );
    }
    list.push(user('Which note was signed twice?'));
    const view = await viewOf(session, list, { window: 8_000 });
    expect(textOf(view.messages)).toContain('note 77');
    expect(view.account.tokens.view).toBeLessThanOrEqual(view.account.tokens.room);
    const fact = (await session.ledger()).facts.find(({ claim }) => claim?.includes('note 77'));
    expect((await session.why(fact?.handle ?? '')).citations.map(({ verified }) => verified)).toEqual([true]);
  });
});

describe('06 a fixed floor above the threshold', () => {
  it('is told by a notice and never folds at every turn', async () => {
    // Covers: F6, P1
    const session = await opened();
    const list = [system('Short.')];
    const reasons: string[] = [];
    for (let turn = 0; turn < 12; turn++) {
      list.push(user(`question ${turn}`));
      const view = await viewOf(session, list, { window: 4_000, foldAt: 0.5 });
      reasons.push(view.account.plan.reason);
      const answer = assistant(`answer ${turn}`);
      await view.report({ answer, usage: { input: 2_700 + 12 * turn, output: 3, model: 'm' } });
      list.push(answer);
    }
    expect((await session.ledger()).folds).toBeLessThanOrEqual(1);
    expect(reasons.slice(2)).toEqual(Array(10).fill('floor-above-threshold'));
  });
});

describe('07 bytes of pictures', () => {
  const picture = (letter: string): MessagePart => ({
    type: 'file',
    mediaType: 'image/png',
    data: letter.repeat(960_000),
  });

  it('are no text: no fold starts, and once folded the picture is known by type and digest', async () => {
    // Covers: F1
    const session = await opened();
    const shot = {
      type: 'tool-result',
      callId: 's1',
      output: [picture('QUJD')],
      status: 'returned',
    } as unknown as MessagePart;
    const list: Message[] = [
      { role: 'user', parts: [{ type: 'text', text: 'What colour is the gate?' }, picture('iVBO')] },
      assistant('Blue.'),
      stepOf(...calls('s1')),
      { role: 'tool', parts: [shot] },
      assistant('The picture is taken.'),
      user('And the shutter?'),
    ];
    const before = await viewOf(session, list, { window: 100_000 });
    expect([before.account.folds, before.account.plan.reason]).toEqual([[], 'below-threshold']);
    expect(before.account.tokens.view).toBeLessThan(5_000);
    const after = await viewOf(session, list, folding(100_000, 0));
    expect(textOf(after.messages)).toMatch(/file image\/png \(sha256 [0-9a-f]{12}\)/);
    expect(JSON.stringify(after.messages)).not.toContain('QUJDQUJDQUJD');
  });
});

describe('08 half a character', () => {
  it('goes out mended, stays on record as it came, and a result without its call is not sent', async () => {
    // Covers: J2, C5
    const session = await opened();
    const list = [
      user('List the tags.'),
      stepOf(...calls('e1')),
      result('e1', 'broken: \ud83d end'),
      result('e2', 'whose?'),
      assistant('Two tags.'),
      user('Thanks.'),
    ];
    const { messages, account } = await viewOf(session, list, { window: 8_000 });
    expect(textOf(messages).isWellFormed()).toBe(true);
    expect(textOf(messages)).not.toContain('whose?');
    expect([account.mended.halfCharacters, account.mended.resultsWithoutCall]).toEqual([1, 1]);
    expect((await session.read(3)).text).toBe('broken: \ud83d end');
  });
});

describe('09 reasoning in a kept turn', () => {
  it('goes out as the same objects, and a folded turn loses it whole', async () => {
    // Covers: A4, J6
    const session = await opened();
    const thought = (text: string): MessagePart => ({ type: 'reasoning', text });
    const list: Message[] = [
      user('Plan the tour.'),
      stepOf(thought('Chairs first.'), { type: 'text', text: 'Step one: chairs.' }, ...calls('m1')),
      result('m1', '40'),
      stepOf(thought('Forty is two vans.'), { type: 'text', text: 'Two vans.' }, ...calls('m2')),
      result('m2', 'booked'),
      user('Good.'),
    ];
    const before = await viewOf(session, list, { window: 8_000 });
    expect(before.messages).toEqual(list);
    const after = await viewOf(
      session,
      [...list, assistant('Fine.'), user('And the lamps?')],
      folding(8_000, 0),
    );
    expect(after.messages.flatMap(({ parts }) => parts).some(({ type }) => type === 'reasoning')).toBe(false);
    expect(textOf(after.messages)).not.toContain('Chairs first.');
    expect(JSON.stringify(await session.ledger())).not.toContain('Forty is two vans.');
  });
});

describe('10 results that the provider ran', () => {
  it('stay in the one message they came in, or leave with it', async () => {
    // Covers: F2, A4
    const nested: Message = stepOf(
      ...calls('srv1', 'srv2'),
      {
        type: 'tool-result',
        callId: 'srv2',
        output: [{ type: 'text', text: 'east gate 7-21' }],
        status: 'returned',
      },
      ...calls('srv3'),
      {
        type: 'tool-result',
        callId: 'srv3',
        output: [{ type: 'text', text: 'west gate 9-19' }],
        status: 'returned',
      },
      {
        type: 'tool-result',
        callId: 'srv1',
        output: [{ type: 'data', value: { sealed: 'b3Bh' } }],
        status: 'returned',
      },
      { type: 'text', text: 'East 7-21, west 9-19.' },
    );
    const list = [
      user('When do both gates open?'),
      nested,
      user('And on Sundays?'),
      assistant('East is shut on Sundays.'),
      user('Thank you.'),
    ];
    for (let tail = 0; tail <= 160; tail += 8) {
      const { messages } = await viewOf(await opened(), list, folding(8_000, tail));
      expect([undefined, nested]).toContainEqual(
        messages.find(({ parts }) => parts.some(({ type }) => type === 'tool-call')),
      );
      expect(messages.some(({ role }) => role === 'tool')).toBe(false);
    }
  });
});

describe('11 answers that were stopped before their first word', () => {
  it('are on record, and never sent', async () => {
    // Covers: A4, J1
    const session = await opened();
    const list: Message[] = [
      user('Translate "gate".'),
      { role: 'assistant', parts: [] },
      user('Hello?'),
      assistant(''),
      user('Translate "gate" into Estonian, please.'),
      assistant('värav'),
      user('Thanks.'),
      assistant('   \n'),
      user('And "bridge"?'),
    ];
    const call = await session.sync(list);
    const { messages, account } = await call.prepare({ window: 8_000 });
    expect(violationsOf(messages)).toEqual([]);
    expect(
      messages.every(
        ({ parts }) =>
          parts.length > 0 && parts.every((part) => part.type !== 'text' || part.text.trim() !== ''),
      ),
    ).toBe(true);
    expect(account.mended.empty).toBe(3);
    expect(textOf(messages)).toContain('värav');
    await call.prepare(folding(8_000, 0));
    expect((await session.ledger()).facts.every(({ claim }) => claim?.trim() !== '')).toBe(true);
    expect(call.revision).toBe(10);
  });
});

describe('13 one message over the threshold', () => {
  const contract = `Keep this lease in mind.\n${'Clause: the tenant sweeps the yard on even days. '.repeat(400)}Clause 401: the notice period is five weeks.`;

  it('can be folded, is never skipped for ever, and its end is found by its handle', async () => {
    // Covers: L2, C6
    const session = await opened();
    const list = [user(contract), assistant('Read it.'), user('Hello?')];
    const options = { window: 10_000, foldAt: 0.25 };
    const view = await viewOf(session, list, options);
    expect(view.account.adopted).toBe(true);
    const text = textOf(view.messages);
    const whole = text.includes('five weeks');
    expect(whole || /e1 · user · [\d,]+ characters/.test(text)).toBe(true);
    expect((await session.read(1)).text).toContain('the notice period is five weeks');
    const again = await viewOf(session, list, options);
    expect([again.account.folds, again.viewId]).toEqual([[], view.viewId]);
    // Somebody who asks about it brings it back, or the fold is not made at all.
    const asked = [...list.slice(0, 2), user('What is the notice period of the lease?')];
    const other = await viewOf(await opened(), asked, options);
    expect(textOf(other.messages)).toContain('the notice period is five weeks');
  });
});

describe('14 a result larger than the window', () => {
  const huge = `${'"left-hand":"1.3.0",'.repeat(30_000)}"odd-one":"0.0.1-beta.7",${'"left-hand":"1.3.0",'.repeat(30_000)}`;

  it('is never sent whole; a bounded excerpt with size and id stands for it, in every later call the same', async () => {
    // Covers: C8, F6
    const session = await opened();
    const list = [
      user('Which part has an odd version?'),
      stepOf(...calls('f1')),
      result('f1', huge),
      user('Well?'),
    ];
    const first = await viewOf(session, list, { window: 20_000 });
    expect(first.account.mended.excerpts).toBe(1);
    expect(textOf(first.messages)).toMatch(/\[e3, content [0-9a-f]{16}: 1,200,025 characters/);
    const next = await viewOf(session, [...list, assistant('One moment.'), user('Go on.')], {
      window: 20_000,
    });
    expect(next.messages.slice(0, 4)).toEqual(first.messages);
    expect((await session.read(3)).text).toContain('"odd-one":"0.0.1-beta.7"');
  });
});
