/** Sources of the small project that the agent works on: a shelf of seeds to lend. Four of them have a mistake. */
export const sources: Readonly<Record<string, string>> = {
  'src/dates.ts': String.raw`/** Days of the calendar as texts like 2027-03-09. No times and no time zones: a shelf has neither. */
export type Day = string;

const LENGTHS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const NAMES = [
  'January', 'February', 'March', 'April', 'May', 'June',
  'July', 'August', 'September', 'October', 'November', 'December',
];

export function isLeapYear(year: number): boolean {
  return year % 4 === 0;
}

export function daysIn(year: number, month: number): number {
  return month === 2 && isLeapYear(year) ? 29 : (LENGTHS[month - 1] ?? 0);
}

export function monthName(month: number): string {
  const name = NAMES[month - 1];
  if (name === undefined) throw new Error('no month: ' + month);
  return name;
}

export function parseDay(day: Day): { year: number; month: number; date: number } {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day);
  if (!found) throw new Error('not a day: ' + day);
  const [year = 0, month = 0, date = 0] = found.slice(1).map(Number);
  if (month < 1 || month > 12 || date < 1 || date > daysIn(year, month)) throw new Error('no such day: ' + day);
  return { year, month, date };
}

export function formatDay(year: number, month: number, date: number): Day {
  return [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(date).padStart(2, '0')].join('-');
}

/** The day so many days later. */
export function addDays(day: Day, count: number): Day {
  let { year, month, date } = parseDay(day);
  date += count;
  while (date > daysIn(year, month)) {
    date -= daysIn(year, month);
    month += 1;
    if (month > 12) [year, month] = [year + 1, 1];
  }
  return formatDay(year, month, date);
}

/** How many days later the second day is; 0 when it is not later. */
export function daysLate(due: Day, today: Day): number {
  let late = 0;
  for (let day = due; day < today; day = addDays(day, 1)) late += 1;
  return late;
}
`,
  'src/shelf.ts': `/** How many packets of each variety lie on the shelf. A variety that the catalogue does not know has no place on it. */
import { VARIETIES, type Variety } from './generated.ts';

export class Shelf {
  readonly #packets = new Map<string, number>();

  put(id: string, count: number): void {
    varietyOf(id);
    if (!Number.isInteger(count) || count < 1) throw new Error('packets are counted from 1');
    this.#packets.set(id, this.left(id) + count);
  }

  /** Takes packets off the shelf. What is not there cannot be taken. */
  take(id: string, count: number): void {
    const left = this.left(id);
    if (count > left + 1) throw new Error('only ' + left + ' of ' + id + ' left');
    this.#packets.set(id, left - count);
  }

  left(id: string): number {
    return this.#packets.get(id) ?? 0;
  }

  /** Every variety of the catalogue with what is left of it, also those of which nothing is. */
  all(): { variety: Variety; left: number }[] {
    return VARIETIES.map((variety) => ({ variety, left: this.left(variety.id) }));
  }
}

export function varietyOf(id: string): Variety {
  const variety = VARIETIES.find((one) => one.id === id);
  if (!variety) throw new Error('not in the catalogue: ' + id);
  return variety;
}
`,
  'src/loans.ts': `/** Who took which packets and when they are due. A packet is given back as seed of the next harvest. */
import { addDays, type Day, daysLate } from './dates.ts';
import type { Shelf } from './shelf.ts';

/** Most varieties need a summer. */
export const LOAN_DAYS = 240;

export interface Loan {
  readonly member: string;
  readonly variety: string;
  readonly taken: Day;
  readonly due: Day;
}

export class LoanBook {
  #open: Loan[] = [];

  lend(shelf: Shelf, member: string, variety: string, today: Day): Loan {
    shelf.take(variety, 1);
    const loan: Loan = { member, variety, taken: today, due: addDays(today, LOAN_DAYS) };
    this.#open.push(loan);
    return loan;
  }

  giveBack(shelf: Shelf, member: string, variety: string): void {
    const at = this.#open.findIndex((loan) => loan.member === member && loan.variety === variety);
    if (at < 0) throw new Error(member + ' holds no ' + variety);
    this.#open.splice(at, 1);
    shelf.put(variety, 1);
  }

  heldBy(member: string): readonly Loan[] {
    return this.#open.filter((loan) => loan.member === member);
  }

  /** Loans whose day has passed, the longest overdue first. On the day itself nobody is late. */
  overdue(today: Day): { loan: Loan; late: number }[] {
    return this.#open
      .filter(({ due }) => due <= today)
      .map((loan) => ({ loan, late: daysLate(loan.due, today) }))
      .sort((one, other) => other.late - one.late);
  }
}
`,
  'src/report.ts': String.raw`/** The shelf as lines of text, for the board by the door. */
import type { Shelf } from './shelf.ts';

const WIDTH = 24;

/** One line for each variety, what there is most of first; equal numbers by name. */
export function stockReport(shelf: Shelf): string {
  return shelf
    .all()
    .map(({ variety, left }) => ({ name: variety.name, left: String(left) }))
    .sort((one, other) => (one.left < other.left ? 1 : -1))
    .map(({ name, left }) => line(name, left))
    .join('\n');
}

export function line(name: string, value: string): string {
  return name.padEnd(WIDTH, '.') + value.padStart(4, '.');
}
`,
  'src/labels.ts': String.raw`/** Labels for packets: a frame with the name, the kind, when to sow it and how long the seed keeps. */
import type { Variety } from './generated.ts';

const INSIDE = 26;

export function label(variety: Variety): string {
  const rows = [variety.name, variety.kind, 'sow ' + sowing(variety), 'keeps ' + variety.years + ' years'];
  const edge = '+' + '-'.repeat(INSIDE + 2) + '+';
  return [edge, ...rows.map((row) => '| ' + row.padEnd(INSIDE) + ' |'), edge].join('\n');
}

function sowing({ sow: [from, to] }: Variety): string {
  return from === to ? String(from) : from + '-' + to;
}
`,
};
