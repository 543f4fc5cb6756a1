/** The middle of the script: a variety more, months on labels, three packets at most. */
import { type Desk, read, run, type Step, search, step } from './desk.ts';

export function grow(desk: Desk): readonly Step[] {
  return [
    step('First the variety. Where do varieties come from?', search('catalogue.json')),
    step('', read('catalogue.json')),
    step('', read('src/generated.ts'), read('tools/generate.ts')),
    step(
      'src/generated.ts is not mine to edit: the catalogue is where a variety belongs.',
      desk.change('catalogue.json', [
        '  { "id": "old-quill"',
        '  { "id": "kettle-black", "name": "Kettle Black", "kind": "bean", "sow": [5, 6], "years": 4 },\n  { "id": "old-quill"',
      ]),
    ),
    step('', run()),
    step('A test counts eight varieties.', read('tests/report.test.ts')),
    step(
      'It should count the catalogue.',
      desk.change(
        'tests/report.test.ts',
        [
          'import { stockReport }',
          "import { VARIETIES } from '../src/generated.ts';\nimport { stockReport }",
        ],
        ['.length, 8);', '.length, VARIETIES.length);'],
      ),
    ),
    step('', run('report')),
    step('Did the generated file follow?', search('Kettle Black')),
    step('It did. Now the labels.', read('src/labels.ts')),
    step('', read('tests/labels.test.ts')),
    step(
      '',
      desk.change('tests/labels.test.ts', [
        "equal(row('blue-lantern', 3), 'sow 3-4');",
        "equal(row('blue-lantern', 3), 'sow March to April');\n  equal(row('saint-hob', 3), 'sow May');",
      ]),
    ),
    step('', run('labels')),
    step(
      'They fail as they should.',
      desk.change(
        'src/labels.ts',
        ['import type { Variety }', "import { monthName } from './dates.ts';\nimport type { Variety }"],
        [
          "from === to ? String(from) : from + '-' + to",
          "from === to ? monthName(from) : monthName(from) + ' to ' + monthName(to)",
        ],
      ),
    ),
    step('', run('labels')),
    step('', read('CHANGELOG.md')),
    step(
      'Two lines, on top.',
      desk.change('CHANGELOG.md', [
        '- The board shows every',
        '- Labels name months.\n- A new variety: Kettle Black.\n- The board shows every',
      ]),
    ),
    step('', run()),
    step(
      'Kettle Black is in catalogue.json, and src/generated.ts was written from it by the test run; I did not edit it. Labels name months. Both stand in the CHANGELOG; all 29 tests pass.',
    ),
  ];
}

export function limit(desk: Desk): readonly Step[] {
  return [
    step('', read('src/loans.ts')),
    step('', read('tests/loans.test.ts')),
    step(
      'A test first.',
      desk.change('tests/loans.test.ts', [
        "test('the longest overdue comes first'",
        `test('nobody holds more than three', () => {
  for (const id of ['old-quill', 'old-quill', 'blue-lantern']) book.lend(shelf, 'Odile', id, '2027-03-01');
  throws(() => book.lend(shelf, 'Odile', 'blue-lantern', '2027-03-02'), /Odile holds 3 already: old-quill, old-quill, blue-lantern/);
  equal(shelf.left('blue-lantern'), 4);
  book.giveBack(shelf, 'Odile', 'old-quill');
  book.lend(shelf, 'Odile', 'blue-lantern', '2027-03-02');
});

test('the longest overdue comes first'`,
      ]),
    ),
    step('', run('loans')),
    step(
      'Now the limit itself, before anything leaves the shelf.',
      desk.change(
        'src/loans.ts',
        [
          'export interface Loan {',
          '/** Nobody holds more at once. */\nexport const MOST_HELD = 3;\n\nexport interface Loan {',
        ],
        [
          '    shelf.take(variety, 1);\n',
          `    const held = this.heldBy(member).map((loan) => loan.variety);
    if (held.length >= MOST_HELD) throw new Error(member + ' holds ' + held.length + ' already: ' + held.join(', '));
    shelf.take(variety, 1);
`,
        ],
      ),
    ),
    step('', run('loans')),
    step('Does anybody lend four elsewhere?', search('.lend(')),
    step('', run()),
    step('A test of the reminders lends four to Odile.', read('tests/reminders.test.ts')),
    step(
      'The fourth, which is not late, can be another member’s.',
      desk.change('tests/reminders.test.ts', [
        "book.lend(shelf, 'Odile', 'blue-lantern', '2027-06-01');",
        "book.lend(shelf, 'Bram', 'blue-lantern', '2027-06-01');",
      ]),
    ),
    step('', run('reminders')),
    step('', read('CHANGELOG.md')),
    step(
      '',
      desk.change('CHANGELOG.md', [
        '- Labels name',
        '- Nobody holds more than three packets.\n- Labels name',
      ]),
    ),
    step('', run()),
    step(
      'A fourth packet is refused, with what the member holds, and nothing leaves the shelf. One test of the reminders lent four to one member; its fourth is another’s now. It stands in the CHANGELOG; all 30 tests pass.',
    ),
  ];
}
