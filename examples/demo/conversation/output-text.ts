/** What commands and queries of the invented systems print. */
import { diceOf } from './dice.ts';
import { camel, PORTS, ROUTES, THINGS, VESSELS } from './vocabulary.ts';

/** A migration that went through. */
export function migrationText(name: string, rows: string, seconds: string): string {
  const dice = diceOf(name);
  const steps = THINGS.slice(0, 6).flatMap(({ table, columns }) => {
    const [column] = dice.pick(columns.slice(1));
    return [
      `  ${dice.pick(['checked', 'read', 'noted'])} ${table}.${column} in ${dice.between(3, 990)} ms`,
      `  constraint ${table}_${column}_check holds for ${dice.between(1_000, 90_000)} rows`,
    ];
  });
  return [`migrating ${name}`, ...steps, `applied ${name}: ${rows} rows in ${seconds} s`].join('\n');
}

/** Rows of a query, as the client prints them. */
export function rowsText(seed: string, count: number): string {
  const dice = diceOf(seed);
  let id = dice.between(300_000, 420_000);
  const rows = Array.from({ length: count }, () => {
    id += dice.between(1, 9);
    return [
      String(id).padEnd(8),
      dice.pick(ROUTES),
      dice.pick(PORTS).padEnd(13),
      dice.pick(VESSELS).padEnd(9),
      `2026-0${dice.between(3, 9)}-${dice.between(10, 28)} ${dice.between(10, 23)}:${dice.between(10, 59)}`,
      String(dice.between(4, 900)).padStart(5),
    ].join(' | ');
  });
  return [
    'id       | code | port          | vessel    | at               | count',
    ...rows,
    `(${count} rows)`,
  ].join('\n');
}

/** A query plan. */
export function planText(seed: string): string {
  const dice = diceOf(seed);
  const nodes = Array.from({ length: dice.between(26, 40) }, (_, depth) => {
    const { table, columns } = dice.pick(THINGS);
    const [column] = dice.pick(columns);
    const node = dice.pick([
      'Seq Scan on',
      'Index Scan using',
      'Bitmap Heap Scan on',
      'Hash Join with',
      'Sort of',
    ]);
    const from = dice.between(1, 900);
    return `${' '.repeat(depth % 11)}-> ${node} ${table}_${column}  (cost=${from}.${dice.between(10, 99)}..${from + dice.between(5, 4000)}.${dice.between(10, 99)} rows=${dice.between(1, 90_000)}) (actual time=${dice.between(0, 90)}.${dice.between(100, 999)} rows=${dice.between(1, 90_000)} loops=${dice.between(1, 4)})`;
  });
  return [
    ...nodes,
    `Planning Time: 1.${dice.between(100, 999)} ms`,
    `Execution Time: ${dice.between(80, 2400)}.${dice.between(100, 999)} ms`,
  ].join('\n');
}

/** Commits, newest first. */
export function gitLogText(seed: string, count: number): string {
  const dice = diceOf(seed);
  const lines = Array.from({ length: count }, () => {
    const { table, columns } = dice.pick(THINGS);
    const [column, , note] = dice.pick(columns);
    const what = dice.pick([
      `${table}: read ${camel(column)} from the new column`,
      `${table}: ${column} is ${note}`,
      `Let the desk at ${dice.pick(PORTS)} see ${table} again`,
      `Stop guessing ${column} for ${dice.pick(ROUTES)}`,
      `Test ${table} against the winter timetable`,
    ]);
    return `${Array.from({ length: 9 }, () => dice.pick([...'0123456789abcdef'])).join('')} ${what}`;
  });
  return lines.join('\n');
}

/** What a search prints: a line of source for each hit. */
export function hitsText(pattern: string, count: number): string[] {
  const dice = diceOf(pattern);
  return Array.from({ length: count }, () => {
    const { table, columns } = dice.pick(THINGS);
    const [column] = dice.pick(columns);
    const folder = table.replaceAll('_', '-');
    const file = dice.pick(['repository', 'rules', 'service', 'routes', 'import']);
    return `src/${folder}/${file}.ts:${dice.between(8, 240)}:  const ${camel(column)} = await ${pattern}(db, '${table}.${column}');`;
  });
}
