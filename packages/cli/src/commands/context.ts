/** What every command works with: the options before it, an open daybook, an output. */
import { existsSync } from 'node:fs';
import { type Clock, type Daybook, DaybookError, openDaybook, type Session } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { createOutput, type Output } from '../output/output.ts';

export interface GlobalOptions {
  readonly db: string;
  readonly json: boolean;
  readonly tenant: string;
  readonly session?: string;
  readonly lane?: string;
  readonly branch?: string;
}

export interface Context {
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly daybook: Daybook;
}

export interface Opening {
  /** Commands that only read refuse a file that is not there instead of making one. */
  readonly create: boolean;
  readonly clock?: Clock;
  readonly salt?: Uint8Array | undefined;
}

/** Opens the daybook, runs the command, closes. @returns what the command returned: its exit code */
export async function withDaybook(
  options: GlobalOptions,
  { create, clock, salt }: Opening,
  run: (context: Context) => Promise<number>,
): Promise<number> {
  if (!create && !existsSync(options.db))
    throw new DaybookError(
      'not-found',
      `there is no daybook at ${options.db}; import something first, or name one with --db`,
      {
        details: { db: options.db },
      },
    );
  const daybook = await openDaybook({
    store: sqlite(options.db),
    ...(clock ? { clock } : {}),
    ...(salt ? { salt } : {}),
  });
  try {
    return await run({ options, output: createOutput(options.json), daybook });
  } finally {
    await daybook.close();
  }
}

/** The session named, or the only one there is. @throws DaybookError `not-found`, `invalid-input` when several could be meant */
export async function theSession({ daybook, options }: Context): Promise<Session> {
  const { tenant, lane, branch } = options;
  const known = (await daybook.sessions()).filter((session) => session.tenant === tenant);
  const session = options.session ?? (known.length === 1 ? known[0]?.session : undefined);
  if (session === undefined && known.length === 0)
    throw new DaybookError('not-found', `nothing is journaled for tenant ${tenant}`, { details: { tenant } });
  if (session === undefined)
    throw new DaybookError(
      'invalid-input',
      `name one of ${known.length} sessions with --session: ${listed(known)}`,
      {
        details: { sessions: known.length },
      },
    );
  return daybook.session({ tenant, session, ...(lane ? { lane } : {}), ...(branch ? { branch } : {}) });
}

const LISTED = 8;

function listed(sessions: readonly { readonly session: string }[]): string {
  const names = sessions.slice(0, LISTED).map(({ session }) => session);
  return names.join(', ') + (sessions.length > LISTED ? ', …' : '');
}
