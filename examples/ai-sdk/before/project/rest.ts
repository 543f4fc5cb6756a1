/** What else the small project has: its catalogue, what writes a source file from it, and its papers. */
export const rest: Readonly<Record<string, string>> = {
  'README.md': `# seedshelf

A shelf of seed packets that members borrow from. Who takes a packet in spring gives one back after the harvest.

- \`src/shelf.ts\` what lies on the shelf
- \`src/loans.ts\` who took what, and when it is due
- \`src/report.ts\` the board by the door
- \`src/labels.ts\` labels for packets
- \`src/dates.ts\` days of the calendar
- \`src/generated.ts\` the varieties, written from \`catalogue.json\` by \`tools/generate.ts\`

The tests bring \`src/generated.ts\` up to date before they run. There are no dependencies.
`,
  'CHANGELOG.md': `# Changes, newest first

- The board shows every variety, also those of which nothing is left.
- Labels have a frame.
`,
  'package.json': `{
  "name": "seedshelf",
  "version": "0.3.0",
  "private": true,
  "type": "module",
  "scripts": {
    "test": "node tests/all.ts"
  }
}
`,
  'catalogue.json': `[
  { "id": "amber-rook", "name": "Amber Rook", "kind": "bean", "sow": [5, 6], "years": 3 },
  { "id": "blue-lantern", "name": "Blue Lantern", "kind": "pea", "sow": [3, 4], "years": 3 },
  { "id": "copper-mill", "name": "Copper Mill", "kind": "carrot", "sow": [4, 6], "years": 2 },
  { "id": "old-quill", "name": "Old Quill", "kind": "leek", "sow": [2, 3], "years": 2 },
  { "id": "river-penny", "name": "River Penny", "kind": "lettuce", "sow": [4, 7], "years": 4 },
  { "id": "saint-hob", "name": "Saint Hob", "kind": "bean", "sow": [5, 5], "years": 3 },
  { "id": "tin-whistle", "name": "Tin Whistle", "kind": "onion", "sow": [3, 3], "years": 1 },
  { "id": "winter-goat", "name": "Winter Goat", "kind": "pea", "sow": [10, 11], "years": 3 }
]
`,
  'tools/generate.ts': String.raw`// Writes src/generated.ts from catalogue.json, when it is not up to date.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const source = new URL('../catalogue.json', import.meta.url);
const target = new URL('../src/generated.ts', import.meta.url);

const varieties: object[] = JSON.parse(readFileSync(source, 'utf8'));
const text = [
  '// Written from catalogue.json by tools/generate.ts. What is changed here by hand is lost.',
  'export interface Variety {',
  '  readonly id: string;',
  '  readonly name: string;',
  '  readonly kind: string;',
  '  /** First and last month. */',
  '  readonly sow: readonly [number, number];',
  '  readonly years: number;',
  '}',
  '',
  'export const VARIETIES: readonly Variety[] = [',
  ...varieties.map((variety) => '  ' + JSON.stringify(variety) + ','),
  '];',
  '',
].join('\n');
if (!existsSync(target) || readFileSync(target, 'utf8') !== text) writeFileSync(target, text);
`,
};
