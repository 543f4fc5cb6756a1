/** The first turns of the script: look around, mend what fails, write reminders. */
import { type Desk, list, read, run, type Step, search, step } from './desk.ts';

export function mend(desk: Desk): readonly Step[] {
  const tried = 'return year % 4 === 0 && year % 100 !== 0;';
  return [
    step('I look around first.', list),
    step('', read('README.md'), read('package.json')),
    step('What do the tests say?', run()),
    step('Five tests fail, in four modules. I take the calendar first.', read('tests/dates.test.ts')),
    step('', read('src/dates.ts')),
    step('Who else asks for leap years?', search('isLeapYear')),
    step('A century is a leap year here.', desk.change('src/dates.ts', ['return year % 4 === 0;', tried])),
    step('', run('dates')),
    step(
      'Now every fourth century is missing; the rule has three parts.',
      desk.change('src/dates.ts', [
        tried,
        'return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);',
      ]),
    ),
    step('', run('dates')),
    step('The calendar is right. Next the shelf.', read('tests/shelf.test.ts')),
    step('', read('src/shelf.ts')),
    step('One too many can be taken.', desk.change('src/shelf.ts', ['count > left + 1', 'count > left'])),
    step('', run('shelf')),
    step('Next the loans.', read('tests/loans.test.ts')),
    step('', read('src/loans.ts')),
    step('', search('overdue')),
    step('On the day itself nobody is late.', desk.change('src/loans.ts', ['due <= today', 'due < today'])),
    step('', run('loans')),
    step('Last the board.', read('tests/report.test.ts')),
    step('', read('src/report.ts')),
    step(
      'It sorts numbers as texts.',
      desk.change(
        'src/report.ts',
        ['name: variety.name, left: String(left) }', 'name: variety.name, left }'],
        [
          '.sort((one, other) => (one.left < other.left ? 1 : -1))',
          '.sort((one, other) => other.left - one.left)',
        ],
        ['line(name, left))', 'line(name, String(left)))'],
      ),
    ),
    step('', run('report')),
    step('And all tests together.', run()),
    step(
      'All 25 tests pass. Four mistakes are mended: the century in src/dates.ts, one packet too many in src/shelf.ts, the due day in src/loans.ts, and numbers sorted as texts in src/report.ts.',
    ),
  ];
}

export function remind(desk: Desk): readonly Step[] {
  return [
    step('I look at what loans tell already.', read('src/loans.ts')),
    step('', search('daysLate')),
    step('The tests first.', desk.write('tests/reminders.test.ts', REMINDER_TESTS)),
    step('', run('reminders')),
    step('As expected: there is no module yet.', desk.write('src/reminders.ts', REMINDERS)),
    step('', run('reminders')),
    step('One day is "1 day", not "1 days".', read('src/reminders.ts')),
    step(
      '',
      desk.change('src/reminders.ts', [
        "late + ' days late'",
        "late + (late === 1 ? ' day late' : ' days late')",
      ]),
    ),
    step('', run('reminders')),
    step('The README lists the modules.', read('README.md')),
    step(
      '',
      desk.change('README.md', [
        '- `src/report.ts`',
        '- `src/reminders.ts` letters to those who are late\n- `src/report.ts`',
      ]),
    ),
    step('', run()),
    step(
      'src/reminders.ts writes one letter for each late member, the longest overdue first, with four tests of its own. All 29 tests pass, and the README lists the module.',
    ),
  ];
}

const REMINDER_TESTS = String.raw`import { deepEqual, equal, match } from 'node:assert/strict';
import { beforeEach, test } from 'node:test';
import { LoanBook } from '../src/loans.ts';
import { reminders } from '../src/reminders.ts';
import { Shelf } from '../src/shelf.ts';

let shelf: Shelf;
let book: LoanBook;

beforeEach(() => {
  shelf = new Shelf();
  for (const id of ['blue-lantern', 'old-quill', 'saint-hob', 'tin-whistle']) shelf.put(id, 9);
  book = new LoanBook();
});

test('nobody is written to who is not late', () => {
  book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  deepEqual(reminders(book, '2027-10-27'), []);
});

test('each late member gets one letter', () => {
  book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  book.lend(shelf, 'Odile', 'blue-lantern', '2027-03-05');
  book.lend(shelf, 'Bram', 'saint-hob', '2027-03-03');
  deepEqual(reminders(book, '2027-12-01').map(({ member }) => member), ['Odile', 'Bram']);
});

test('a letter lists everything overdue, the longest first', () => {
  for (const [id, day] of [['saint-hob', '2027-03-09'], ['old-quill', '2027-03-01'], ['tin-whistle', '2027-03-05']])
    book.lend(shelf, 'Odile', id ?? '', day ?? '');
  book.lend(shelf, 'Odile', 'blue-lantern', '2027-06-01');
  const [letter] = reminders(book, '2027-11-10');
  deepEqual(letter?.text.split('\n').slice(1), [
    '- Old Quill, 14 days late',
    '- Tin Whistle, 10 days late',
    '- Saint Hob, 6 days late',
  ]);
});

test('a letter greets its member and counts one day as one', () => {
  book.lend(shelf, 'Odile', 'old-quill', '2027-03-01');
  const [letter] = reminders(book, '2027-10-28');
  match(letter?.text ?? '', /^Dear Odile, these packets are due:\n/);
  equal(letter?.text.split('\n')[1], '- Old Quill, 1 day late');
});
`;

const REMINDERS = String.raw`/** Letters to members who are late: one for each, the longest overdue first. */
import type { Day } from './dates.ts';
import type { LoanBook } from './loans.ts';
import { varietyOf } from './shelf.ts';

export interface Letter {
  readonly member: string;
  readonly text: string;
}

export function reminders(book: LoanBook, today: Day): Letter[] {
  const rows = new Map<string, string[]>();
  for (const { loan, late } of book.overdue(today)) {
    const row = '- ' + varietyOf(loan.variety).name + ', ' + late + ' days late';
    rows.set(loan.member, [...(rows.get(loan.member) ?? []), row]);
  }
  return [...rows].map(([member, lines]) => ({
    member,
    text: ['Dear ' + member + ', these packets are due:', ...lines].join('\n'),
  }));
}
`;
