/** Chapter 1, Monday: the task, the user's rules, and what the service is made of. */
import { gitLogText, hitsText } from './output-text.ts';
import { stepsOf, type Turn, turn } from './shape.ts';
import { list, query, read, reads, run, search, write } from './tools.ts';

const step = stepsOf('plan');

const SIZES = [
  'sailings        318,204 rows    61 MB',
  'passengers    1,284,611 rows   402 MB',
  'vehicles        611,930 rows   133 MB',
  'waiting_list     97,512 rows    14 MB',
  'fares             4,118 rows     1 MB',
  'vouchers         38,040 rows     6 MB',
  'cabins            1,904 rows     1 MB',
  'freight_units   207,355 rows    48 MB',
  'check_ins     1,190,222 rows   260 MB',
  'notices          52,871 rows    39 MB',
].join('\n');

export const chapter1: readonly Turn[] = [
  turn(
    [
      'Good morning. We are moving the booking service of Skerrow Ferries from MySQL 5.7 to PostgreSQL 16, and we have two weeks. Before anything else, three rules.',
      '',
      'Never touch the payment tables without asking me.',
      'Deploy only on Thursdays between 06:00 and 08:00, never outside that window.',
      'Always take a dump of a table before you migrate it.',
      '',
      'Now read yourself in and tell me how the service is put together.',
    ].join('\n'),
    step(
      'Understood. I will begin with the layout of the repository and its documents.',
      list('.', 'bin/', 'config/', 'data/', 'db/', 'docs/', 'src/', 'test/', 'package.json', 'README.md'),
      ...reads('docs', 'architecture.md', 'words-we-use.md'),
    ),
    step('Now the core of the service.', ...reads('src/sailings', 'types.ts', 'repository.ts')),
    step('', read('src/passengers/repository.ts'), read('config/service.yaml')),
    step(
      'The service is one process with ten areas, each with its own folder under src/ and its own tables. All of them reach the database through src/database/connection.ts, which is good news: only that file knows the driver. The night job and the terminals read the tables directly, so they have to move on the same day.',
    ),
  ),
  turn(
    'Good. Which parts of the old schema will not translate?',
    step(
      'I will read the schema files, four at a time.',
      ...reads('db/mysql', 'sailings.sql', 'passengers.sql', 'vehicles.sql', 'waiting_list.sql'),
    ),
    step('', ...reads('db/mysql', 'fares.sql', 'vouchers.sql', 'cabins.sql', 'freight_units.sql')),
    step(
      '',
      ...reads('db/mysql', 'check_ins.sql', 'notices.sql'),
      search('0000-00-00', ...hitsText('zeroDate', 18)),
    ),
    step(
      'Four things do not translate: the zero dates in vehicles.registered_on, the text columns in latin1 that hold other bytes, the datetimes without a zone, and eleven triggers. The zero dates may well be the worst of them, but I have not counted the rows yet.',
    ),
  ),
  turn(
    'And the payment tables? I did not see them in your list.',
    step(
      'I left them out on purpose. I can name them without opening them.',
      query(
        "SELECT table_name FROM information_schema.tables WHERE table_name LIKE 'payment%'",
        'payment_accounts\npayment_attempts\npayment_disputes\npayment_methods\npayment_refunds\npayment_settlements\n(6 rows)',
        'mysql-replica',
      ),
    ),
    step(
      'There are six payment tables. I have not read or changed any of them. Shall I include the payment tables in the inventory, structure only, without reading a row?',
    ),
  ),
  turn(
    'yes',
    step(
      'Structure only, from the catalogue.',
      query(
        "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_name LIKE 'payment%'",
        [
          'payment_accounts    | id, holder_ref, iban_masked, opened_on',
          'payment_attempts    | id, booking_ref, pence, result, tried_at',
          'payment_disputes    | id, attempt_id, opened_at, closed_at, outcome',
          'payment_methods     | id, account_id, kind, expires_on',
          'payment_refunds     | id, booking_ref, attempt_id, pence, paid_at',
          'payment_settlements | id, day, pence, file_name',
          '(6 tables, 27 columns)',
        ].join('\n'),
        'mysql-replica',
      ),
    ),
    step(
      'The inventory now lists the six payment tables by structure. Their data stays where it is until you say otherwise.',
    ),
  ),
  turn(
    'How is the code tested today, and what does the history say about the areas that break most?',
    step(
      '',
      run('git log --oneline -60', gitLogText('history', 60)),
      read('test/sailings/sailings.test.ts'),
      read('test/fares/bands.test.ts'),
    ),
    step(
      'Two more areas that change often.',
      read('src/fares/rules.ts'),
      run('git log --oneline -30 -- src/vouchers', gitLogText('vouchers', 30)),
    ),
    step(
      'There are 41 test files. Fares and vouchers change most often, and most of those changes are about rounding and expiry. Nobody has run the whole suite against PostgreSQL before.',
    ),
  ),
  turn(
    'Compare the ways to move the data and recommend one. Give me your reasons.',
    step('', ...reads('docs', 'night-job.md', 'terminals.md')),
    step('', read('src/database/connection.ts'), run('bin/tables --sizes --target mysql-replica', SIZES)),
    step(
      'I recommend our own copier: it reads in batches by id, turns each value into its new type and writes a line for every row it refuses. Rejected: dump and restore, because the zero dates stop it half-way; logical replication between the two, because the terminals write through triggers that it does not carry. The price of the copier is a night per rehearsal.',
    ),
  ),
  turn(
    'Agreed, we take the copier. Write the plan down in docs/plan.md, short, with the order of the tables.',
    step(
      '',
      read('docs/order-of-tables.md'),
      write(
        'docs/plan.md',
        '# Moving to PostgreSQL\n\n1. sailings\n2. passengers, vehicles\n3. waiting_list\n4. fares, vouchers, cabins\n5. freight_units, check_ins, notices\n\nPlanned, not begun. The payment tables are not part of this plan.\n',
      ),
    ),
    step('docs/plan.md is written: five stages, sailings first. Nothing has been moved yet.'),
  ),
];
