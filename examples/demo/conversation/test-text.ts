/** Test files of the booking service. */
import { type Dice, diceOf } from './dice.ts';
import { camel, PORTS, ROUTES, THINGS, type Thing } from './vocabulary.ts';

/** A file of `test/`. */
export function testText(path: string): string {
  const dice = diceOf(path);
  const [subject, other] = dice.some(THINGS, 2) as [Thing, Thing];
  const cases = Array.from({ length: dice.between(6, 10) }, (_, index) =>
    caseOf(subject, other, index, dice),
  );
  return [
    `import { describe, expect, it } from 'vitest';`,
    `import { ${camel(`compare_${subject.table}`)}, ${camel(`may_change_${subject.table}`)} } from '../../src/${subject.table.replaceAll('_', '-')}/rules.ts';`,
    `import { emptyHarbour } from '../support/harbour.ts';`,
    '',
    `describe('${subject.table}, as ${dice.pick(['the desk', 'the web shop', 'the gate', 'the night job'])} sees them', () => {`,
    ...cases,
    '});',
    '',
  ].join('\n');
}

function caseOf(subject: Thing, other: Thing, index: number, dice: Dice): string {
  const [name, , note] = dice.pick(subject.columns.slice(1, -1));
  const from = dice.pick(PORTS);
  const to = dice.pick(PORTS.filter((port) => port !== from));
  const title = dice.pick([
    `keep ${name} when the sailing moves from ${from} to ${to}`,
    `are refused when ${name} is missing`,
    `with equal ${name} stay in the order of booking`,
    `lose nothing when ${other.table} change at the same moment`,
    `on route ${dice.pick(ROUTES)} follow the winter timetable`,
  ]);
  return `  // ${name}: ${note}
  it('${title} (${index + 1})', async () => {
    const harbour = await emptyHarbour({ port: '${from}', clock: '2026-0${dice.between(1, 9)}-${dice.between(10, 28)}T${dice.between(10, 23)}:${dice.between(10, 59)}' });
    const first = await harbour.add('${subject.table}', { ${camel(name)}: ${dice.between(1, 900)} });
    const second = await harbour.add('${other.table}', { of: first.id, route: '${dice.pick(ROUTES)}' });
    await harbour.tick(${dice.between(1, 180)});
    expect(await harbour.read('${subject.table}', first.id)).toMatchObject({ ${camel(name)}: first.${camel(name)} });
    expect(await harbour.count('${other.table}')).toBe(${dice.between(1, 4)});
    expect(second.createdAt >= first.createdAt).toBe(true);
  });
`;
}
