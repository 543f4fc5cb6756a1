/** Documents and settings of the booking service: Markdown, YAML, CSV and JSON. */
import { type Dice, diceOf } from './dice.ts';
import { BANDS, PORTS, ROUTES, THINGS, VESSELS } from './vocabulary.ts';

const SENTENCES: readonly ((dice: Dice) => string)[] = [
  (d) =>
    `The terminal at ${d.pick(PORTS)} prints its lists at ${d.between(4, 9)}:${d.pick(['05', '15', '40'])} and does not ask again.`,
  (d) => `A change to ${d.pick(THINGS).table} shows at the gate after at most ${d.between(2, 20)} minutes.`,
  (d) =>
    `On route ${d.pick(ROUTES)} the ${d.pick(VESSELS)} may be replaced by the ${d.pick(VESSELS)}, which has fewer lane metres.`,
  (d) => `The night job reads ${d.pick(THINGS).table} before ${d.pick(THINGS).table}; the order matters.`,
  (d) => `Up to ${d.between(3, 60)} desks write at the same time in the week of the regatta.`,
  (d) =>
    `If the line to ${d.pick(PORTS)} is down, the desk sells from a printed allotment of ${d.between(8, 60)} places.`,
  (d) =>
    `Numbers of ${d.pick(THINGS).table} were given twice in the winter of ${d.between(2011, 2019)}; both rows are kept.`,
  (d) => `The web shop holds a place for ${d.between(7, 25)} minutes and then gives it back.`,
  (d) => `Ask the timetable office before ${d.pick(ROUTES)} is closed for sale; they answer by telephone.`,
  (d) =>
    `Texts typed at ${d.pick(PORTS)} before ${d.between(2012, 2018)} may hold bytes that are not latin1 either.`,
  (d) =>
    `The freight desk counts in metres, the passenger desk in places; ${d.pick(THINGS).table} hold both.`,
  () => `A sailing that leaves after midnight belongs to the timetable of the day before.`,
  (d) => `Copies of ${d.pick(THINGS).table} go to the mainland office every ${d.between(2, 12)} hours.`,
  (d) =>
    `The ${d.pick(VESSELS)} has no cabin deck in summer, so its cabins stay in the table but out of use.`,
  (d) =>
    `When two desks sell the last place on ${d.pick(ROUTES)}, the later one is put on the waiting list and told so.`,
  (d) => `The limit of ${d.between(200, 900)} connections was reached ${d.between(2, 7)} times last summer.`,
];

const HEADINGS = [
  'What it is',
  'Who uses it',
  'Before the season',
  'During a storm',
  'At the end of the day',
  'Known oddities',
  'How it is watched',
  'When the line is down',
  'Counting',
  'Words we use',
];

/** A page of `docs/`. */
export function docText(path: string): string {
  const dice = diceOf(path);
  const title = (path.split('/').at(-1) ?? '').replace(/\.md$/, '').replaceAll('-', ' ');
  const sections = dice.some(HEADINGS, dice.between(4, 5)).map((heading) => {
    const paragraph = (): string =>
      dice
        .some(SENTENCES, dice.between(4, 7))
        .map((make) => make(dice))
        .join(' ');
    const steps = dice
      .some(SENTENCES, dice.between(3, 5))
      .map((make, index) => `${index + 1}. ${make(dice)}`);
    return `## ${heading}\n\n${paragraph()}\n\n${steps.join('\n')}\n`;
  });
  return `# ${title}\n\n${sections.join('\n')}`;
}

/** A file of `config/`. */
export function configText(path: string): string {
  const dice = diceOf(path);
  const blocks = dice
    .some(THINGS, 8)
    .map(({ table, columns }) =>
      [
        `${table}:`,
        `  cache_seconds: ${dice.pick([0, 5, 15, 30, 60, 300])}`,
        `  page: ${dice.pick([50, 100, 250])}`,
        `  write_lock: ${dice.pick(['row', 'table', 'advisory'])}`,
        `  fields:`,
        ...columns.map(
          ([name, , note]) =>
            `    ${name}: { export: ${dice.pick(['yes', 'no'])}, order: ${dice.between(1, 40)} } # ${note}`,
        ),
        `  ports:`,
        ...dice
          .some(PORTS, 4)
          .map(
            (port) => `    - { name: ${port}, desks: ${dice.between(1, 12)}, copies: ${dice.between(1, 3)} }`,
          ),
      ].join('\n'),
    );
  return `# ${path}: read once when the service starts\nservice: berth\ninstances: ${dice.between(4, 8)}\n\n${blocks.join('\n\n')}\n`;
}

/** A table of `data/`: sailings or fares, a line each. */
export function csvText(path: string): string {
  const dice = diceOf(path);
  const rows = Array.from({ length: dice.between(90, 130) }, (_, index) => {
    const route = dice.pick(ROUTES);
    const day = `2026-${String(dice.between(4, 9)).padStart(2, '0')}-${String(dice.between(1, 28)).padStart(2, '0')}`;
    if (path.includes('fare'))
      return [index + 1, route, dice.pick(BANDS), dice.between(390, 18_900), day].join(',');
    const time = `${String(dice.between(5, 22)).padStart(2, '0')}:${dice.pick(['00', '10', '25', '40', '55'])}`;
    return [index + 1, route, dice.pick(PORTS), day, time, dice.pick(VESSELS), dice.between(80, 640)].join(
      ',',
    );
  });
  const head = path.includes('fare')
    ? 'id,route,band,pence,valid_from'
    : 'id,route,port,day,departs,vessel,metres';
  return [head, ...rows, ''].join('\n');
}

/** A JSON file: allotments by port and sailing. */
export function jsonText(path: string): string {
  const dice = diceOf(path);
  const allotments = Array.from({ length: dice.between(24, 34) }, (_, index) => ({
    sailing: dice.between(310_000, 329_999),
    port: dice.pick(PORTS),
    vessel: dice.pick(VESSELS),
    places: dice.between(8, 400),
    bands: Object.fromEntries(BANDS.map((band) => [band, dice.between(0, 90)])),
    closes: `${dice.between(1, 20)} h before`,
    order: index,
  }));
  return JSON.stringify({ season: 2026, allotments }, null, 1);
}
