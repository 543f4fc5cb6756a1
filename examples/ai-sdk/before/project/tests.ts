/** Tests of the small project, and what runs them. */
export const tests: Readonly<Record<string, string>> = {
  'tests/all.ts': `// Runs the tests: all of them, or those of one module that is named. First src/generated.ts is brought up to date.
import { readdirSync } from 'node:fs';
import '../tools/generate.ts';

const [name] = process.argv.slice(2);
const files = readdirSync(new URL('.', import.meta.url)).filter((file) => file.endsWith('.test.ts'));
const wanted = files.filter((file) => name === undefined || file === name + '.test.ts').sort();
if (wanted.length === 0) throw new Error('no tests named ' + name);
for (const file of wanted) await import('./' + file);
`,
  'tests/dates.test.ts': `import { deepEqual, equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { addDays, daysIn, daysLate, isLeapYear, monthName, parseDay } from '../src/dates.ts';

test('a day is read', () => {
  deepEqual(parseDay('2027-03-09'), { year: 2027, month: 3, date: 9 });
});

test('what is no day is refused', () => {
  for (const text of ['2027-3-9', '2027-13-01', '2027-04-31', 'tomorrow']) throws(() => parseDay(text));
});

test('every fourth year is a leap year', () => {
  equal(isLeapYear(2028), true);
  equal(isLeapYear(2027), false);
});

test('a century is no leap year', () => {
  equal(isLeapYear(2100), false);
  equal(daysIn(2100, 2), 28);
  equal(addDays('2100-02-28', 1), '2100-03-01');
});

test('every fourth century is one all the same', () => {
  equal(isLeapYear(2000), true);
  equal(addDays('2000-02-28', 1), '2000-02-29');
});

test('days are added over the end of months and years', () => {
  equal(addDays('2027-01-31', 1), '2027-02-01');
  equal(addDays('2027-12-30', 5), '2028-01-04');
});

test('days late are counted from the day after', () => {
  equal(daysLate('2027-05-01', '2027-05-01'), 0);
  equal(daysLate('2027-05-01', '2027-05-04'), 3);
  equal(daysLate('2027-05-04', '2027-05-01'), 0);
});

test('months have names', () => {
  equal(monthName(3), 'March');
  throws(() => monthName(13));
});
`,
  'tests/shelf.test.ts': `import { equal, throws } from 'node:assert/strict';
import { test } from 'node:test';
import { VARIETIES } from '../src/generated.ts';
import { Shelf, varietyOf } from '../src/shelf.ts';

test('packets are put on the shelf and taken off it', () => {
  const shelf = new Shelf();
  shelf.put('blue-lantern', 4);
  shelf.take('blue-lantern', 1);
  equal(shelf.left('blue-lantern'), 3);
});

test('the last packet can be taken', () => {
  const shelf = new Shelf();
  shelf.put('tin-whistle', 1);
  shelf.take('tin-whistle', 1);
  equal(shelf.left('tin-whistle'), 0);
});

test('one more than there is cannot', () => {
  const shelf = new Shelf();
  shelf.put('tin-whistle', 2);
  throws(() => shelf.take('tin-whistle', 3), /only 2 of tin-whistle left/);
  equal(shelf.left('tin-whistle'), 2);
});

test('a variety that is not in the catalogue has no place', () => {
  throws(() => new Shelf().put('moon-melon', 1), /not in the catalogue/);
  throws(() => varietyOf('moon-melon'));
});

test('the whole shelf has a place for every variety', () => {
  equal(new Shelf().all().length, VARIETIES.length);
});
`,
  'tests/loans.test.ts': `import { deepEqual, equal, throws } from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { LoanBook } from '../src/loans.ts';
import { Shelf } from '../src/shelf.ts';

let shelf: Shelf;
let book: LoanBook;

beforeEach(() => {
  shelf = new Shelf();
  shelf.put('blue-lantern', 5);
  shelf.put('old-quill', 5);
  book = new LoanBook();
});

test('a loan takes one packet off the shelf', () => {
  const loan = book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  equal(loan.due, '2027-10-27');
  equal(shelf.left('old-quill'), 4);
});

test('what is given back lies on the shelf again', () => {
  book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  book.giveBack(shelf, 'Odile', 'old-quill');
  equal(shelf.left('old-quill'), 5);
  deepEqual(book.heldBy('Odile'), []);
});

test('nobody gives back what they do not hold', () => {
  throws(() => book.giveBack(shelf, 'Odile', 'old-quill'), /Odile holds no old-quill/);
});

test('on the day itself nobody is late', () => {
  book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  deepEqual(book.overdue('2027-10-27'), []);
});

test('the longest overdue comes first', () => {
  book.lend(shelf, 'Bram', 'old-quill', '2027-03-11');
  book.lend(shelf, 'Odile', 'blue-lantern', '2027-03-01');
  deepEqual(
    book.overdue('2027-11-10').map(({ loan, late }) => [loan.member, late]),
    [['Odile', 14], ['Bram', 4]],
  );
});
`,
  'tests/report.test.ts': String.raw`import { deepEqual, equal } from 'node:assert/strict';
import { test } from 'node:test';
import { stockReport } from '../src/report.ts';
import { Shelf } from '../src/shelf.ts';

test('the report has a line for every variety', () => {
  equal(stockReport(new Shelf()).split('\n').length, 8);
});

test('what there is most of comes first', () => {
  const shelf = new Shelf();
  shelf.put('blue-lantern', 9);
  shelf.put('old-quill', 12);
  deepEqual(stockReport(shelf).split('\n').slice(0, 2), [
    'Old Quill.................12',
    'Blue Lantern...............9',
  ]);
});

test('equal numbers stand by name', () => {
  const shelf = new Shelf();
  for (const id of ['tin-whistle', 'amber-rook', 'old-quill']) shelf.put(id, 2);
  const names = stockReport(shelf).split('\n').map((row) => row.slice(0, 6));
  deepEqual(names.slice(0, 3), ['Amber ', 'Old Qu', 'Tin Wh']);
});
`,
  'tests/labels.test.ts': String.raw`import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { label } from '../src/labels.ts';
import { varietyOf } from '../src/shelf.ts';

const row = (id: string, at: number): string => (label(varietyOf(id)).split('\n')[at] ?? '').slice(2, -2).trimEnd();

test('a label has a frame as wide as its rows', () => {
  const widths = label(varietyOf('old-quill')).split('\n').map((one) => one.length);
  equal(new Set(widths).size, 1);
});

test('a label names variety and kind', () => {
  equal(row('old-quill', 1), 'Old Quill');
  equal(row('old-quill', 2), 'leek');
});

test('a label says when to sow', () => {
  equal(row('blue-lantern', 3), 'sow 3-4');
});

test('a label says how long the seed keeps', () => {
  equal(row('blue-lantern', 4), 'keeps 3 years');
});
`,
};
