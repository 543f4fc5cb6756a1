/** The end of the script: the board by kinds, the board on the command line, a last look. */
import { type Desk, list, read, run, type Step, search, step } from './desk.ts';

export function group(desk: Desk): readonly Step[] {
  return [
    step('', read('src/report.ts')),
    step('', read('tests/report.test.ts')),
    step('The tests first, all of them new.', desk.write('tests/report.test.ts', REPORT_TESTS)),
    step('', run('report')),
    step('Who uses the old lines?', search('stockReport')),
    step('', desk.write('src/report.ts', REPORT)),
    step('', run('report')),
    step(
      'Kinds come in the order of the catalogue; they should be sorted.',
      desk.change('src/report.ts', [
        'return [...kinds].map(',
        'return [...kinds]\n    .sort(([one], [other]) => (one < other ? -1 : 1))\n    .map(',
      ]),
    ),
    step('', run('report')),
    step('', read('src/report.ts')),
    step('', read('CHANGELOG.md')),
    step(
      '',
      desk.change('CHANGELOG.md', [
        '- Nobody holds',
        '- The board is grouped by kind, with totals.\n- Nobody holds',
      ]),
    ),
    step('', run()),
    step(
      'The board is grouped by kind, in alphabetic order, each kind with its total. It stands in the CHANGELOG; all 31 tests pass.',
    ),
  ];
}

export function board(desk: Desk): readonly Step[] {
  return [
    step('', read('src/shelf.ts'), read('src/report.ts')),
    step('How do tests put packets on a shelf?', read('tests/shelf.test.ts')),
    step('', read('package.json')),
    step('A test first.', desk.write('tests/board.test.ts', BOARD_TESTS)),
    step('', run('board')),
    step('', desk.write('src/board.ts', BOARD)),
    step('', run('board')),
    step('', read('src/board.ts')),
    step('', read('CHANGELOG.md')),
    step(
      '',
      desk.change('CHANGELOG.md', [
        '- The board is grouped',
        '- The board can be had as text.\n- The board is grouped',
      ]),
    ),
    step('', run()),
    step(
      'src/board.ts gives the board as text; all 33 tests pass. `npm run board` needs a line in package.json, which I am not to touch without asking: may I add "board": "node src/board.ts" to its scripts?',
    ),
  ];
}

export function last(desk: Desk): readonly Step[] {
  return [
    step('Then package.json stays as it is.', read('README.md')),
    step(
      '',
      desk.change('README.md', [
        '- `src/labels.ts`',
        '- `src/board.ts` the same as text: `node src/board.ts old-quill=4 tin-whistle=2`\n- `src/labels.ts`',
      ]),
    ),
    step('', list),
    step('', run()),
    step(
      'All 33 tests pass, and the README says how to run the board with node alone. Since we began: four mistakes mended (dates, shelf, loans, report); reminders, months on labels, the limit of three packets, the board by kind and src/board.ts are new; Kettle Black is in the catalogue. src/generated.ts was never edited by hand, and package.json is as it was.',
    ),
  ];
}

const REPORT_TESTS = String.raw`import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { VARIETIES } from '../src/generated.ts';
import { stockReport } from '../src/report.ts';
import { Shelf } from '../src/shelf.ts';

const rows = (shelf: Shelf): string[] => stockReport(shelf).split('\n');

test('the report has a line for every variety and every kind', () => {
  equal(rows(new Shelf()).length, VARIETIES.length + new Set(VARIETIES.map(({ kind }) => kind)).size);
});

test('kinds stand in alphabetic order', () => {
  const kinds = rows(new Shelf()).filter((row) => !row.startsWith('  ')).map((row) => row.split('.')[0]);
  deepEqual(kinds, ['bean', 'carrot', 'leek', 'lettuce', 'onion', 'pea']);
});

test('each kind has its total', () => {
  const shelf = new Shelf();
  shelf.put('amber-rook', 9);
  shelf.put('saint-hob', 12);
  equal(rows(shelf)[0], 'bean......................21');
});

test('within a kind what there is most of comes first, equal numbers by name', () => {
  const shelf = new Shelf();
  shelf.put('saint-hob', 12);
  deepEqual(rows(shelf).slice(1, 4), [
    '  Saint Hob...............12',
    '  Amber Rook...............0',
    '  Kettle Black.............0',
  ]);
});
`;

const REPORT = String.raw`/** The shelf as lines of text, for the board by the door. */
import type { Shelf } from './shelf.ts';

const WIDTH = 24;

interface Row {
  readonly name: string;
  readonly left: number;
}

/** Kinds with their totals; below each its varieties, what there is most of first, equal numbers by name. */
export function stockReport(shelf: Shelf): string {
  const kinds = new Map<string, Row[]>();
  for (const { variety, left } of shelf.all())
    kinds.set(variety.kind, [...(kinds.get(variety.kind) ?? []), { name: variety.name, left }]);
  return [...kinds].map(([kind, rows]) => [line(kind, total(rows)), ...below(rows)].join('\n')).join('\n');
}

export function line(name: string, value: number): string {
  return name.padEnd(WIDTH, '.') + String(value).padStart(4, '.');
}

function total(rows: readonly Row[]): number {
  return rows.reduce((sum, { left }) => sum + left, 0);
}

function below(rows: readonly Row[]): string[] {
  return [...rows]
    .sort((one, other) => other.left - one.left || (one.name < other.name ? -1 : 1))
    .map(({ name, left }) => line('  ' + name, left));
}
`;

const BOARD_TESTS = String.raw`import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { board } from '../src/board.ts';

test('the board is made of packets as they are named', () => {
  const [first, second] = board(['saint-hob=12', 'amber-rook=9']).split('\n');
  equal(first, 'bean......................21');
  equal(second, '  Saint Hob...............12');
});

test('what is no packet is refused', () => {
  for (const text of ['saint-hob', 'saint-hob=x', 'moon-melon=2']) throws(() => board([text]));
});
`;

const BOARD = `/** The board as text, for packets that are named: node src/board.ts old-quill=4 tin-whistle=2 */
import { fileURLToPath } from 'node:url';
import { stockReport } from './report.ts';
import { Shelf } from './shelf.ts';

export function board(packets: readonly string[]): string {
  const shelf = new Shelf();
  for (const packet of packets) {
    const [id = '', count = ''] = packet.split('=');
    shelf.put(id, Number(count));
  }
  return stockReport(shelf);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(board(process.argv.slice(2)));
`;
