/**
 * What a plain rolling summary might say of this conversation, for comparison.
 *
 * SCRIPTED BY US, NOT MEASURED: no model wrote these texts. They show by hand how wording tends to soften when each
 * summary is made from the one before and the new turns. Whoever shows them must say so.
 */

/** The first summary stands for so many turns from the beginning, the second for so many, the third for so many. */
export const summarisedTurns: readonly [number, number, number] = [16, 27, 39];

const FIRST = `## Goal
Move the booking service of Skerrow Ferries from MySQL 5.7 to PostgreSQL 16 within two weeks.

## User preferences
- The payment tables should not be touched without checking with the user first. Six exist; the user approved adding their structure to the inventory.
- Deploys happen in the quiet window between 06:00 and 08:00, now on Tuesdays instead of Thursdays. The pipeline setting was updated.
- Take dumps before migrating tables.

## What was done
- Read the code, the schema and the documents. Problem areas: zero dates in vehicles.registered_on, latin1 text, datetimes without a zone, eleven triggers.
- Chose our own copier over the alternatives; the plan is in docs/plan.md (five stages).
- Took the dumps and migrated sailings on staging with 0042_sailings (318,204 rows in 41.7 s).
- Desk queries measured at 83 ms (p95), about the same as before (79 ms).
- Fixed the desk screen on staging (wrong host).
- Prepared passengers and vehicles; 211,406 vehicles have zero dates and get NULL.
- The copier (job cp-118) ran overnight and copied all ten tables.
- Compared the tables: passengers are equal on both sides (1,284,611 rows).

## Next
- Look at the speed of the copier, then the remaining tables.`;

const SECOND = `## Goal
Move the booking service of Skerrow Ferries to PostgreSQL 16.

## User preferences
- Be careful with the payment tables; the user approved including them in the inventory.
- Deploys go out in the quiet morning window, 06:00 to 08:00 (was Thursdays, moved to Tuesdays).
- Dumps are taken before migrations.

## What was done
- Chose the copier. All ten tables were copied to staging and compared; passengers agree.
- Migrated sailings. Desk queries are as fast as before.
- Raised the copier's batch size to 2,000, which saves about an hour a night.
- Departures are in harbour time and agree with the winter timetable.
- Migrated waiting_list (97,511 rows). One duplicate, seat 14 of sailing 318077, is being settled with the desk. The old table is kept for now.
- Built the pause of offers for six hours before the switch.
- Cabins, freight and notices read well on staging; odd bytes in notices are windows-1252.
- Fares are now rounded in whole pence (src/fares/rounding.ts). All tests pass.

## Next
- Vouchers in lower case, then the release.`;

const THIRD = `## Goal
Finish the move of the booking service of Skerrow Ferries to PostgreSQL 16.

## User preferences
- Be careful with payments.
- Deploys go out in the quiet window in the morning (06:00 to 08:00).

## State
- All tables, including sailings, passengers, waiting_list, fares and vouchers, are migrated and compared.
- Fares are rounded in whole pence, vouchers are found in lower case, offers are paused before the switch.
- All tests pass.
- The empty fare table in the web shop was caused by the cache when fare_bands is rebuilt.
- Release 2.31.0 was built and deployed to production on Tuesday. The missing migration 0052_fare_bands was added to the list.
- The new service uses up to 612 MB for each instance. The old service keeps running beside it until Friday, as the user agreed.

## Next
- Reports of the finance office.`;

/** The summaries after the first, the second and the third compaction. */
export function rollingSummaries(): readonly string[] {
  return [FIRST, SECOND, THIRD];
}
