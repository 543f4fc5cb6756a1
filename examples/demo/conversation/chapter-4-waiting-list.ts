/** Chapter 4, Wednesday: the waiting list. The user's first message of it was edited afterwards. */
import type { Message } from '@daybook/core';
import { hitsText, migrationText, planText, rowsText } from './output-text.ts';
import { say, stepsOf, type Turn, turn } from './shape.ts';
import { edit, metrics, query, read, reads, run, search, write } from './tools.ts';

const step = stepsOf('waiting');

/** What the user had said first in place of the first turn here, and what was answered to it. */
export const firstWording: { readonly say: Message; readonly answer: Message } = {
  say: say(
    'user',
    'Next is the waiting list. Move waiting_list to PostgreSQL, and drop the old table when the counts agree.',
  ),
  answer: say(
    'assistant',
    'I will move waiting_list to PostgreSQL and drop the old table in MySQL as soon as the counts agree. First I read the migration.',
  ),
};

export const chapter4: readonly Turn[] = [
  turn(
    'Next is the waiting list. Move waiting_list to PostgreSQL, but keep the old table until I say so.',
    step(
      'I will move waiting_list and leave the old table where it is until you say so.',
      read('db/migrations/0045_waiting_list.sql'),
      ...reads('src/waiting-list', 'repository.ts', 'offers.ts'),
    ),
    step(
      '',
      run(
        'bin/dump waiting_list --from mysql-replica',
        'dumping waiting_list\n97,512 rows, 14 MB\nwritten: dumps/waiting_list-2026-03-11.sql.gz\nchecksum 09be7c21',
      ),
    ),
    step(
      '',
      run(
        'bin/migrate up 0045_waiting_list --target staging',
        migrationText('0045_waiting_list', '97,511', '12.3'),
      ),
    ),
    step(
      '0045_waiting_list is applied on staging with 97,511 rows. MySQL has 97,512, so one row is missing; the old table is untouched.',
    ),
  ),
  turn(
    'Which row is it?',
    step(
      '',
      query(
        'SELECT sailing_id, seat, count(*) FROM waiting_list GROUP BY 1, 2 HAVING count(*) > 1',
        'sailing_id | seat | count\n318077     | 14   | 2\n(1 row)',
        'mysql-replica',
      ),
      query(
        'SELECT * FROM waiting_list WHERE sailing_id = 318077',
        rowsText('sailing 318077', 45),
        'mysql-replica',
      ),
    ),
    step(
      '',
      read('src/waiting-list/seats.ts'),
      search('waiting_list_sailing_id_seat_key', ...hitsText('seatKey', 9)),
      read('docs/waiting-list.md'),
    ),
    step(
      'It is row 90417: two entries hold seat 14 of sailing 318077, and the new table allows a seat only once. I do not know which of the two the desk means to keep.',
    ),
  ),
  turn(
    'I will ask the desk about seat 14. Leave that row alone until I have an answer. What about offers that are open while we switch over?',
    step('', read('src/offers/timer.ts'), read('test/waiting-list/timer.test.ts')),
    step(
      '',
      query('SELECT * FROM waiting_list WHERE offered_at IS NOT NULL LIMIT 70', rowsText('open offers', 70)),
      metrics('offers.open', 'production', 'last 7 days', {
        component: 'offers',
        metric: 'open offers',
        unit: 'offers',
        aggregation: 'maximum',
        population: 'production, all sailings',
        window: '2026-03-04 to 2026-03-10',
        value: 37,
      }),
    ),
    step(
      'An offer stands for six hours, and at most 37 were open at once last week. I suggest that no new offers go out for six hours before the switch. The alternative, copying the timers, would need a second copy of the offer code, so I would not do it.',
    ),
  ),
  turn(
    'Agreed, no new offers for six hours before the switch. Put that into the plan and build the pause.',
    step('', read('src/offers/pause.ts'), read('test/offers/pause.test.ts')),
    step(
      '',
      edit(
        'src/offers/pause.ts',
        'return false;',
        'return clockOf().isBefore(switchover) && clockOf().plusHours(6).isAfter(switchover);',
      ),
      write(
        'docs/plan-offers.md',
        '# Offers\n\nNo new offer goes out in the six hours before the switch. Open ones run out by themselves.\n',
      ),
      run('npx tsc --noEmit', 'no messages'),
    ),
    step('The pause is built and compiles. It has no test yet beyond the one that was there.'),
  ),
  turn(
    'How do cabins and freight look?',
    step(
      '',
      ...reads('db/migrations', '0048_cabins.sql', '0049_freight_units.sql'),
      read('src/cabins/repository.ts'),
    ),
    step('', read('src/freight-units/weights.ts')),
    step(
      '',
      run('bin/explain freight/weights --target staging', planText('weights')),
      query('SELECT * FROM freight_units ORDER BY id DESC LIMIT 60', rowsText('freight', 60)),
    ),
    step(
      'Both read well on staging. The plan of the weights query uses a full scan, which is what it did in MySQL too; I have changed nothing.',
    ),
  ),
  turn(
    'Then go on with the notices; texts with odd bytes worry me.',
    step('', read('db/migrations/0051_notices.sql'), ...reads('src/notices', 'repository.ts', 'import.ts')),
    step(
      '',
      query(
        'SELECT * FROM notices_with_sailings WHERE body <> convert(body USING ascii) LIMIT 40',
        rowsText('odd bytes', 40),
        'mysql-replica',
      ),
      read('test/notices/bytes.test.ts'),
    ),
    step(
      'Every odd byte I looked at is windows-1252, not latin1. I looked at 40 rows out of 52,871, so this is a sample and not a proof.',
    ),
  ),
];
