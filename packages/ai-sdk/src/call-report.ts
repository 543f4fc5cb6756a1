/** The report of one call. Plain data: it travels as provider metadata. */
import { pinsLine, type Reported, type Session, type SyncCall, type View } from '@daybook/core';
import type { CallReport } from './options.ts';

export interface Ended {
  readonly session: Session;
  readonly sync: SyncCall | null;
  readonly reported: Reported | null;
  readonly view: Omit<View, 'report'> | null;
  readonly server: string | null;
  readonly readable: boolean;
  readonly retried: boolean;
  readonly answered: boolean;
  readonly aborted: boolean;
  readonly failure: CallReport['failure'];
}

export function reportOf(ended: Ended): CallReport {
  const { session, sync, reported, view, server, retried, answered, aborted } = ended;
  const place = reported?.place ?? sync?.place ?? null;
  const account = view?.account;
  return {
    tenant: session.tenant,
    session: session.session,
    lane: place?.lane ?? null,
    branch: place?.branch ?? null,
    revision: reported?.branch.revision ?? sync?.revision ?? null,
    mode: modeOf(ended),
    server,
    view: view?.viewId ?? null,
    tokens: account
      ? {
          before: account.tokens.before,
          sent: account.tokens.view,
          window: account.tokens.window,
          room: account.tokens.room,
        }
      : null,
    folds: account?.folds ?? [],
    adopted: account?.adopted ?? false,
    covered: account?.covered ?? 0,
    pins: account && account.pins.total > 0 ? pinsLine(account.pins) : null,
    notices: account?.notices ?? [],
    retried,
    answered,
    aborted,
    failure: ended.failure ?? (account?.failure ? { code: account.failure, at: 'view' } : null),
  };
}

function modeOf({ readable, server, view, sync }: Ended): CallReport['mode'] {
  if (!readable) return 'untouched';
  if (server !== null) return 'journal';
  return !sync || view?.account.notices.includes('degraded') ? 'degraded' : 'view';
}
