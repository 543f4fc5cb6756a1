/** What is asked of a record. @throws AssertionError */
import { deepStrictEqual, strictEqual } from 'node:assert/strict';
import type { SessionRecord } from './record.ts';
import { type Told, toldIn, whatOf } from './told.ts';

/** Exactly these parts are on record in the lane, once each, in their order. Results of one step may stand in any. */
export function recordHolds(record: SessionRecord, expected: readonly Told[], lane = 'main'): void {
  const wanted = inOrder(expected);
  const found = inOrder(toldIn(record, lane)).map((told, at): Told => {
    const [kind, role, authority, what] = told;
    // A framework may say more of a failure than its message.
    const [sameKind, , , rest] = wanted[at] ?? [];
    const holds = kind === 'tool-result' && sameKind === kind && rest !== undefined && isTold(what, rest);
    return holds ? [kind, role, authority, rest] : told;
  });
  deepStrictEqual(found, wanted, 'the record is not what happened');
}

/** Nothing forked, and nobody else spoke. */
export function isOneLine({ branches }: SessionRecord): void {
  deepStrictEqual(branches, [{ lane: 'main', branch: 'main' }], 'the conversation is not one line');
}

/** How often a text stands in the parts that were said or done, in any lane. */
export function timesOnRecord(record: SessionRecord, words: string): number {
  return record.entries.filter(
    ({ kind, body }) => kind === 'message' && 'parts' in body && whatOf(body) === words,
  ).length;
}

export function isOnRecordOnce(record: SessionRecord, words: string): void {
  strictEqual(timesOnRecord(record, words), 1, `not on record exactly once: ${words}`);
}

/** The answer is on record as one that was cut short. */
export function isAsideOnce(record: SessionRecord, words: string): boolean {
  const said = record.entries.filter(({ kind, body }) => kind === 'message' && whatOf(body) === words);
  return said.length === 1 && said[0]?.isAside === true;
}

function inOrder(told: readonly Told[]): Told[] {
  const ordered: Told[] = [];
  let run: Told[] = [];
  const close = (): void => {
    ordered.push(...run.sort(([, , , a], [, , , b]) => (a < b ? -1 : 1)));
    run = [];
  };
  for (const one of told)
    if (one[0] === 'tool-result') run.push(one);
    else {
      close();
      ordered.push(one);
    }
  close();
  return ordered;
}

function isTold(what: string, wanted: string): boolean {
  const [id, status] = wanted.split(' ', 2);
  const begin = `${id} ${status} `;
  return what.startsWith(begin) && what.slice(begin.length).includes(wanted.slice(begin.length));
}
