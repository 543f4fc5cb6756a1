/**
 * The log of the copier: 20,000 lines of which three say that a row was refused.
 *
 * Invariant: the three lines stand at the places given here, and no other line speaks of a failure.
 */
import { diceOf } from './dice.ts';
import { PORTS, THINGS } from './vocabulary.ts';

export const LOG_LINES = 20_000;

/** Line number, counted from 1, and what it says. */
export const FAILING_LINES: ReadonlyMap<number, string> = new Map([
  [7_412, 'ERROR copy-vehicles[2] row 48211 refused: 0000-00-00 is no date (vehicles.registered_on)'],
  [11_958, 'ERROR copy-waiting-list[4] row 90417 refused: duplicate key waiting_list_sailing_id_seat_key'],
  [16_203, 'ERROR copy-vouchers[1] row 20656 refused: invalid byte 0xe9 in UTF-8 (vouchers.reason)'],
]);

export function copierLog(): string {
  const dice = diceOf('copier');
  const lines: string[] = [];
  let clock = 2 * 3_600_000;
  for (let number = 1; number <= LOG_LINES; number++) {
    clock += dice.between(90, 1_100);
    lines.push(`2026-03-10T${timeOf(clock)}Z ${FAILING_LINES.get(number) ?? lineOf()}`);
  }
  lines[LOG_LINES - 1] =
    `2026-03-10T${timeOf(clock)}Z INFO  copier finished: 10 tables, 4 workers, see above`;
  return lines.join('\n');

  function lineOf(): string {
    const { table, columns } = dice.pick(THINGS);
    const worker = `copy-${table.replaceAll('_', '-')}[${dice.between(1, 4)}]`;
    const [column] = dice.pick(columns);
    switch (dice.below(9)) {
      case 0:
        return `DEBUG ${worker} ${column}: ${dice.between(1, 99)} values read as empty`;
      case 1:
        return `DEBUG ${worker} turned latin1 into UTF-8 in ${dice.between(1, 400)} of 500 rows`;
      case 2:
        return `INFO  ${worker} checkpoint at id ${dice.between(1_000, 1_299_999)}`;
      case 3:
        return `DEBUG ${worker} waits ${dice.between(1, 90)} ms for the desk at ${dice.pick(PORTS)}`;
      default:
        return `INFO  ${worker} batch ${dice.between(1, 2_600)}: 500 rows in ${dice.between(40, 900)} ms`;
    }
  }
}

function timeOf(milliseconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  const seconds = milliseconds / 1000;
  return `${two((seconds / 3600) % 24)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.${String(milliseconds % 1000).padStart(3, '0')}`;
}
