/** TypeScript modules of the booking service, made from its tables: plausible to read, different in every file. */
import { type Dice, diceOf } from './dice.ts';
import { type Column, camel, THINGS, type Thing } from './vocabulary.ts';

/** A module of `src/`. */
export function sourceText(path: string): string {
  const dice = diceOf(path);
  const folder = path.split('/').at(-2) ?? '';
  const subject = THINGS.find(({ table }) => table.startsWith(folder.replace('-', '_'))) ?? dice.pick(THINGS);
  const other = dice.pick(THINGS.filter((thing) => thing !== subject));
  const own = dice.some(FUNCTIONS, dice.between(5, 8)).map((make) => make(subject, other, dice));
  const shared = dice.some(FUNCTIONS, dice.between(0, 2)).map((make) => make(other, subject, dice));
  return [
    `/** ${headline(subject, dice)} */`,
    `import { type Connection, rowsOf } from '../database/connection.ts';`,
    `import { clockOf, type HarbourTime } from '../shared/harbour-time.ts';`,
    `import type { ${other.type} } from '../${folderOf(other)}/types.ts';`,
    '',
    interfaceOf(subject),
    constants(subject, dice),
    ...own,
    ...shared,
    '',
  ].join('\n');
}

function headline({ table }: Thing, dice: Dice): string {
  return dice.pick([
    `Reads and writes ${table}; every statement that touches them is in this file.`,
    `What the desk and the web shop share about ${table}.`,
    `Rules about ${table} that used to be triggers in the old database.`,
    `Keeps ${table} and the printed lists of the terminals in step.`,
  ]);
}

function folderOf({ table }: Thing): string {
  return table.replaceAll('_', '-');
}

function interfaceOf({ type, columns }: Thing): string {
  const fields = columns.map(([name, kind, note]) => {
    return `  /** ${note[0]?.toUpperCase()}${note.slice(1)}. */\n  readonly ${camel(name)}: ${typeOf(kind)};`;
  });
  return [`export interface ${type} {`, ...fields, '}', ''].join('\n');
}

function typeOf(kind: string): string {
  const nullable = kind.includes('DEFAULT NULL') ? ' | null' : '';
  if (kind.startsWith('tinyint(1)')) return `boolean${nullable}`;
  if (kind.startsWith('enum')) return kind.slice(5, kind.indexOf(')')).replaceAll(',', ' | ');
  if (/^(?:date|datetime)\b/.test(kind)) return `HarbourTime${nullable}`;
  return (kind.includes('int') ? 'number' : 'string') + nullable;
}

function constants({ table }: Thing, dice: Dice): string {
  return [
    `const PAGE = ${dice.pick([50, 100, 200, 250, 500])};`,
    `const GRACE_MINUTES = ${dice.between(5, 90)};`,
    `const LOCK = 'lock:${table}:${dice.between(100, 999)}';`,
  ].join('\n');
}

type Make = (subject: Thing, other: Thing, dice: Dice) => string;

function column(thing: Thing, dice: Dice): Column {
  return dice.pick(thing.columns.slice(1, -1));
}

const FUNCTIONS: readonly Make[] = [
  ({ type, table, columns }) => `
export async function ${camel(`load_${table}`)}(db: Connection, ids: readonly number[]): Promise<${type}[]> {
  if (ids.length === 0) return [];
  const marks = ids.map(() => '?').join(', ');
  const sql = \`SELECT ${columns.map(([name]) => name).join(', ')} FROM ${table} WHERE id IN (\${marks})\`;
  return (await rowsOf(db, sql, ids)).map(from${type}Row);
}`,
  ({ type, table }, _, dice) => {
    const by = column(thingOf(table), dice)[0];
    return `
/** Newest first; the desk never looks at more than one page. */
export async function ${camel(`find_${table}_by_${by}`)}(db: Connection, value: unknown): Promise<${type}[]> {
  const sql = 'SELECT * FROM ${table} WHERE ${by} = ? ORDER BY created_at DESC LIMIT ?';
  return (await rowsOf(db, sql, [value, PAGE])).map(from${type}Row);
}`;
  },
  ({ type, columns }) => `
function from${type}Row(row: Record<string, unknown>): ${type} {
  return {
${columns.map(([name, kind]) => `    ${camel(name)}: ${readerOf(kind)}(row, '${name}'),`).join('\n')}
  };
}`,
  ({ type, table }, other, dice) => `
/** A ${type} without its ${other.type} is a leftover of the import of ${dice.between(2009, 2019)}; it is skipped, not deleted. */
export async function ${camel(`${table}_without_${other.table}`)}(db: Connection): Promise<number[]> {
  const sql = \`
    SELECT a.id FROM ${table} a
    LEFT JOIN ${other.table} b ON b.id = a.${column(thingOf(table), dice)[0]}
    WHERE b.id IS NULL AND a.created_at < ? LIMIT \${PAGE}\`;
  return (await rowsOf(db, sql, [clockOf().minusDays(${dice.between(3, 90)})])).map(({ id }) => Number(id));
}`,
  ({ type, table }, _, dice) => {
    const [first, second] = dice.some(thingOf(table).columns.slice(1), 2);
    return `
export function ${camel(`compare_${table}`)}(a: ${type}, b: ${type}): number {
  const left = \`\${a.${camel(first?.[0] ?? 'id')}}\`;
  const right = \`\${b.${camel(first?.[0] ?? 'id')}}\`;
  if (left !== right) return left < right ? -1 : 1;
  return String(a.${camel(second?.[0] ?? 'id')}).localeCompare(String(b.${camel(second?.[0] ?? 'id')}));
}`;
  },
  ({ type, table }, _, dice) => {
    const [name, , note] = column(thingOf(table), dice);
    return `
/** ${camel(name)}: ${note}. An empty text from the desk means that nobody asked. */
export function ${camel(`with_${name}`)}(${camel(type.toLowerCase())}: ${type}, raw: string): ${type} {
  const value = raw.trim();
  if (value === '') return ${camel(type.toLowerCase())};
  if (value.length > ${dice.between(12, 80)}) throw new RangeError('${name} is too long for the terminal');
  return { ...${camel(type.toLowerCase())}, ${camel(name)}: parse('${name}', value) };
}`;
  },
  ({ type, table }, other, dice) => `
/** Both rows or none: the night job of ${dice.pick(['accounts', 'the freight desk', 'the gate', 'the timetable office'])} reads them together. */
export async function ${camel(`save_with_${other.table}`)}(db: Connection, own: ${type}, with_: ${other.type}): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(\`SELECT GET_LOCK('\${LOCK}', ${dice.between(2, 15)})\`);
    await tx.insert('${table}', own);
    await tx.insert('${other.table}', with_);
    await tx.execute(\`SELECT RELEASE_LOCK('\${LOCK}')\`);
  });
}`,
  ({ type, table }, _, dice) => `
export async function* ${camel(`each_of_${table}`)}(db: Connection, since: HarbourTime): AsyncGenerator<${type}> {
  let last = 0;
  for (;;) {
    const sql = 'SELECT * FROM ${table} WHERE id > ? AND created_at >= ? ORDER BY id LIMIT ${dice.pick([100, 250, 500, 1000])}';
    const page = await rowsOf(db, sql, [last, since]);
    if (page.length === 0) return;
    for (const row of page) yield from${type}Row(row);
    last = Number(page.at(-1)?.id);
  }
}`,
  ({ type, table }, _, dice) => `
/** Counted in harbour time: a sailing after midnight belongs to the evening before. */
export function ${camel(`group_${table}_by_day`)}(all: readonly ${type}[]): Map<string, ${type}[]> {
  const days = new Map<string, ${type}[]>();
  for (const one of all) {
    const day = clockOf(one.createdAt).minusHours(${dice.between(2, 5)}).day();
    days.set(day, [...(days.get(day) ?? []), one]);
  }
  return days;
}`,
  ({ table }, _, dice) => `
export function ${camel(`may_change_${table}`)}(at: HarbourTime, departs: HarbourTime): boolean {
  const minutes = (departs.getTime() - at.getTime()) / 60_000;
  // The gate closes ${dice.between(15, 45)} minutes before, the desk a little later.
  return minutes > GRACE_MINUTES && !clockOf(at).isHoliday();
}`,
];

function thingOf(table: string): Thing {
  return THINGS.find((thing) => thing.table === table) ?? THINGS[0];
}

function readerOf(kind: string): string {
  const type = typeOf(kind);
  if (type.startsWith('boolean')) return 'flagOf';
  if (type.startsWith('number')) return 'numberOf';
  return type.startsWith('HarbourTime') ? 'timeOf' : 'textOf';
}
