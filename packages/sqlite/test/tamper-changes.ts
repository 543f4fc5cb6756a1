/**
 * What somebody who can write the file can do to its rows, derived from the schema that lies in it: a column or a
 * table that is added later is met without a line here.
 */
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';

export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
  readonly nullable: boolean;
  /** The number of the row itself. */
  readonly isRowid: boolean;
  /** Part of the primary or of a unique key. */
  readonly isKey: boolean;
}

export interface Change {
  /** What was done, in a few words. */
  readonly kind: string;
  readonly column: Column;
  readonly rowid: number;
  readonly value: SQLInputValue;
}

type Value = number | bigint | string | Uint8Array | null;

export function tablesOf(database: DatabaseSync): string[] {
  const rows = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY rowid").all();
  return rows.map(({ name }) => name as string);
}

export function columnsOf(database: DatabaseSync, table: string): Column[] {
  const keys = database
    .prepare(
      `SELECT info.name FROM pragma_index_list(?) AS list, pragma_index_info(list.name) AS info
       WHERE list."unique"`,
    )
    .all(table)
    .map(({ name }) => name);
  return database
    .prepare('SELECT name, type, "notnull", pk FROM pragma_table_info(?)')
    .all(table)
    .map(({ name, type, notnull, pk }) => ({
      table,
      name: name as string,
      type: type as string,
      nullable: notnull === 0 && pk === 0,
      isRowid: pk !== 0 && type === 'INTEGER',
      isKey: pk !== 0 || keys.includes(name as string),
    }));
}

export function rowidsOf(database: DatabaseSync, table: string): number[] {
  const rows = database.prepare(`SELECT rowid AS at FROM ${table} ORDER BY rowid`).all();
  return rows.map(({ at }) => at as number);
}

/** At most `count` of the items, from the first to the last. */
export function spread<Item>(items: readonly Item[], count: number): Item[] {
  const step = (items.length - 1) / Math.max(1, count - 1);
  const indexes = Array.from({ length: Math.min(count, items.length) }, (_, at) =>
    items.length <= count ? at : Math.round(at * step),
  );
  return indexes.map((index) => items[index] as Item);
}

/** Changes of one column in the rows given, none of which leaves the value as it was. */
export function changesOf(database: DatabaseSync, column: Column, rowids: readonly number[]): Change[] {
  const others = valuesOf(database, column);
  return rowids.flatMap((rowid) => {
    const now = valueAt(database, column, rowid);
    const differing = others.filter((other) => !isEqual(other, now));
    const options: [string, Value | undefined][] = [
      ...changedValues(column.type, now),
      ['value of another row', differing[rowid % differing.length]],
      ['absent', column.nullable ? null : undefined],
    ];
    return options.flatMap(([kind, value]) =>
      value === undefined || isEqual(value, now) ? [] : [{ kind, column, rowid, value }],
    );
  });
}

/** Makes the change whatever stands against it; a row that is in its way goes. */
export function makeChange(database: DatabaseSync, { column, rowid, value }: Change): void {
  const sql = `UPDATE OR REPLACE ${column.table} SET ${column.name} = ? WHERE rowid = ?`;
  expectRows(database.prepare(sql).run(value, rowid), 1);
}

export function deleteRows(database: DatabaseSync, table: string, rowids: readonly number[]): void {
  const sql = `DELETE FROM ${table} WHERE rowid IN (SELECT value FROM json_each(?))`;
  expectRows(database.prepare(sql).run(JSON.stringify(rowids)), rowids.length);
}

/** Pairs of rows that differ in these columns: neighbours, where they do, and rows far apart. */
export function pairsOf(database: DatabaseSync, columns: readonly Column[]): [number, number][] {
  const rowids = rowidsOf(database, columns[0]?.table ?? '');
  const half = rowids.length >> 1;
  const distances = [1, 1, half, half];
  return spread(rowids, distances.length).flatMap((rowid, at): [number, number][] => {
    const from = rowids.indexOf(rowid) + (distances[at] as number);
    const others = rowids.map((_, offset) => rowids[(from + offset) % rowids.length] as number);
    const partner = others.find((other) =>
      columns.some((column) => !isEqual(valueAt(database, column, rowid), valueAt(database, column, other))),
    );
    return partner === undefined ? [] : [[rowid, partner]];
  });
}

/** Exchanges what two rows hold in these columns; a third row in the way goes. */
export function swap(
  database: DatabaseSync,
  columns: readonly Column[],
  [first, second]: readonly [number, number],
): void {
  const [ofFirst = [], ofSecond = []] = [first, second].map((rowid) =>
    columns.map((column) => valueAt(database, column, rowid)),
  );
  const names = columns.map(({ name }) => `${name} = ?`).join(', ');
  const write = database.prepare(`UPDATE OR REPLACE ${columns[0]?.table} SET ${names} WHERE rowid = ?`);
  // Unique keys are checked row by row, so the first row stands aside for a moment.
  const aside = columns.map(({ type }) => (type === 'INTEGER' ? ASIDE : type === 'TEXT' ? 'aside' : EMPTY));
  const moves = columns.some(({ isRowid }) => isRowid);
  expectRows(write.run(...aside, first), 1);
  expectRows(write.run(...ofFirst, second), 1);
  expectRows(write.run(...ofSecond, moves ? ASIDE : first), 1);
}

const ASIDE = -424_242;
const EMPTY = new Uint8Array();

function changedValues(type: string, value: Value): [string, Value][] {
  if (type === 'INTEGER') {
    const number = value as bigint;
    return [
      ['one more', number + 1n],
      ['one less', number - 1n],
      ['zero', 0n],
      ['beyond 2^53', 2n ** 53n + 2n],
      ['largest', 2n ** 63n - 1n],
      ['smallest', -(2n ** 63n)],
    ];
  }
  if (type === 'TEXT') {
    const text = `${value ?? ''}`;
    return [
      ['other text', 'other'],
      ['one more letter', `${text}a`],
      ['last letter changed', text.slice(0, -1) + (text.endsWith('0') ? '1' : '0')],
      ['no text', ''],
    ];
  }
  const bytes = value as Uint8Array;
  return [
    ['first bit', flipped(bytes, 0, 0x80)],
    ['a bit in the middle', flipped(bytes, bytes.length >> 1, 0x04)],
    ['last bit', flipped(bytes, bytes.length - 1, 0x01)],
    ['one byte less', bytes.slice(0, -1)],
    ['one byte more', new Uint8Array([...bytes, 0x20])],
    ['no bytes', EMPTY],
  ];
}

function flipped(bytes: Uint8Array, at: number, mask: number): Uint8Array {
  return bytes.map((byte, index) => (index === at ? byte ^ mask : byte));
}

function valuesOf(database: DatabaseSync, { table, name }: Column): Value[] {
  const statement = database.prepare(`SELECT DISTINCT ${name} AS value FROM ${table} ORDER BY rowid`);
  statement.setReadBigInts(true);
  return statement.all().map(({ value }) => value as Value);
}

function valueAt(database: DatabaseSync, { table, name }: Column, rowid: number): Value {
  const statement = database.prepare(`SELECT ${name} AS value FROM ${table} WHERE rowid = ?`);
  statement.setReadBigInts(true);
  return statement.get(rowid)?.value as Value;
}

function isEqual(left: Value, right: Value): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right) === 0;
  return left === right;
}

function expectRows({ changes }: { readonly changes: number | bigint }, count: number): void {
  if (Number(changes) !== count) throw new Error(`${changes} rows were changed, not ${count}`);
}
