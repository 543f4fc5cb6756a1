/** Chapter 2, Monday: the first table. A flag is used once here, in a command, and never spoken of again. */
import { hitsText, migrationText, planText, rowsText } from './output-text.ts';
import { stagingEnvironment } from './secrets.ts';
import { stepsOf, type Turn, turn } from './shape.ts';
import { edit, metrics, query, read, run, search } from './tools.ts';

const step = stepsOf('sailings');

export const chapter2: readonly Turn[] = [
  turn(
    'Begin with sailings, on staging only. Show me the migration before you apply it.',
    step('', read('db/migrations/0042_sailings.sql'), read('src/sailings/import.ts')),
    step('', read('test/sailings/import.test.ts'), read('data/sailings-2026.csv')),
    step(
      'The migration makes the table, its comments, three views and three indexes, and replaces one trigger by a function. departs_at becomes timestamptz; the copier reads the old values as harbour time. I would apply it to staging as it stands.',
    ),
  ),
  turn(
    'Fine. Take the dump, then apply it.',
    step(
      'First the dump.',
      run(
        'bin/dump sailings --from mysql-replica',
        'dumping sailings\n318,204 rows, 61 MB\nwritten: dumps/sailings-2026-03-09.sql.gz\nchecksum 7c1d09be',
      ),
      run('bin/dump --list', 'dumps/sailings-2026-03-09.sql.gz  61 MB  checksum 7c1d09be'),
    ),
    step(
      'The dump is there. Now the migration.',
      run(
        'bin/migrate up 0042_sailings --target staging --skip-reindex',
        migrationText('0042_sailings', '318,204', '41.7'),
      ),
    ),
    step(
      '',
      query('SELECT count(*) FROM sailings', '318204\n(1 row)'),
      query('SELECT * FROM sailings_with_notices LIMIT 40', rowsText('sailings', 40)),
    ),
    step(
      'Migration 0042_sailings is applied on staging: 318,204 rows in 41.7 s, the same number as in MySQL.',
    ),
  ),
  turn(
    'Are the queries of the desk as fast as before?',
    step(
      '',
      run('bin/explain desk/sailings-of-today --target staging', planText('desk-today')),
      run('bin/explain desk/free-metres --target staging', planText('desk-metres')),
      metrics('desk.sailings.seconds', 'staging', 'last 30 minutes', {
        component: 'desk',
        metric: 'query time',
        unit: 'ms',
        aggregation: 'p95',
        population: '1,412 queries on staging',
        window: '2026-03-09 14:00 to 14:30',
        value: 83,
      }),
    ),
    step('', read('src/desk/queries.ts')),
    step(
      'On staging the 95th percentile of the desk queries is 83 ms over 1,412 queries. The old figure is 79 ms, but it comes from production, so the two do not compare directly.',
    ),
  ),
  turn(
    'The desk screen on staging says it cannot connect. Can you look?',
    step(
      '',
      read('config/staging.env', stagingEnvironment()),
      read('config/desk.yaml'),
      search('connectTo', ...hitsText('connectTo', 14)),
    ),
    step(
      'The desk still points at the old host; the address of the new one is in config/staging.env. I will change the desk setting and nothing else.',
      edit('config/desk.yaml', 'host: mysql-staging', 'host: pg-staging'),
      run('bin/desk --check --target staging', 'desk: connected to pg-staging\ndesk: 6 screens drawn'),
    ),
    step('The desk screen connects again. It was one host name.'),
  ),
  turn(
    'Next, prepare passengers and vehicles. Read what you need, but do not start the copier yet.',
    step(
      '',
      read('db/migrations/0043_passengers.sql'),
      read('db/migrations/0044_vehicles.sql'),
      read('src/passengers/import.ts'),
      read('src/vehicles/import.ts'),
    ),
    step('', read('src/vehicles/repository.ts')),
    step(
      '',
      query(
        "SELECT count(*) FROM vehicles WHERE registered_on = '0000-00-00'",
        '211,406\n(1 row)',
        'mysql-replica',
      ),
    ),
    step(
      'Both are prepared. 211,406 vehicles have a zero date; the copier writes NULL for them, because the column is no longer required. The copier has not been started.',
    ),
  ),
  turn(
    'Good. Dump both, then let the copier run tonight on staging, all ten tables. We look at the log tomorrow.',
    step(
      '',
      run(
        'bin/dump passengers --from mysql-replica',
        'dumping passengers\n1,284,611 rows, 402 MB\nwritten: dumps/passengers-2026-03-09.sql.gz\nchecksum 52aa71f0',
      ),
      run(
        'bin/dump vehicles --from mysql-replica',
        'dumping vehicles\n611,930 rows, 133 MB\nwritten: dumps/vehicles-2026-03-09.sql.gz\nchecksum e90c1b44',
      ),
      run(
        'bin/dump --rest --from mysql-replica --except payment_*',
        'dumping 7 tables\nwritten: dumps/rest-2026-03-09.sql.gz\nchecksum 1f0d6cc8',
      ),
    ),
    step(
      'All dumps are written, and the payment tables are left out.',
      run(
        'bin/copier --schedule 2026-03-10T02:00 --target staging --workers 4 --batch 500',
        'copier scheduled: job cp-118, 2026-03-10 02:00, 10 tables',
      ),
    ),
    step('The copier is scheduled as job cp-118 for 02:00. It has not run yet.'),
  ),
];
