/**
 * A settings file with a password and a token in it.
 *
 * Invariant: both are invented, and neither stands in this file in one piece, so that scanners have nothing to report.
 */

const TOKEN = ['gh', 'p_', 'Sk3rr0wFerr1es', 'N0tAReal', 'T0kenAtAll1234'].join('');
const PASSWORD = ['tide', 'table', '-', '4711'].join('');

export function stagingEnvironment(): string {
  return [
    '# staging only; production takes these from the vault',
    'BERTH_ENVIRONMENT=staging',
    'BERTH_PORT=8080',
    `DATABASE_URL=${['postgres', '://', 'berth', ':', PASSWORD, '@'].join('')}pg-staging.example.org:5432/berth`,
    'DATABASE_POOL=20',
    `TIMETABLE_TOKEN=${TOKEN}`,
    'TIMETABLE_URL=https://timetable.example.org/v2',
    'DESK_SCREENS=6',
  ].join('\n');
}

/** What must not be shown anywhere but in the original. */
export const secrets: readonly string[] = [TOKEN, PASSWORD];
