/** `daybook verify`: runs the audit. Exit code 1 when it finds anything. */
import { DaybookError, type Finding } from '@daybook/core';
import { count, paint, plural, visible } from '../output/output.ts';
import { type GlobalOptions, withDaybook } from './context.ts';

export interface VerifyFlags {
  readonly head?: string;
}

export function runVerify({ head }: VerifyFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async ({ daybook, output }) => {
    const { tenant, session, lane, branch } = options;
    if (lane !== undefined || branch !== undefined)
      throw new DaybookError('invalid-input', 'verify checks whole sessions; leave --lane and --branch out');
    const report = await daybook.audit({
      ...(session === undefined ? {} : { session: { tenant, session } }),
      ...(head === undefined ? {} : { head }),
    });
    const { ok, entries, folds, findings, sessions, branches, found } = report;
    output.result({ ok, entries, folds, findings, sessions, branches, found }, () => {
      const checked = `${plural(entries, 'entry', 'entries')} of ${plural(sessions, 'session')} (${plural(branches, 'branch', 'branches')}) re-derived from their bytes, ${plural(folds, 'fold')} checked`;
      if (ok && sessions === 0) return 'nothing to verify: the daybook holds no session';
      if (ok) return `${paint('green', 'sound')}  ${checked}`;
      const more = found > findings.length ? [`… and ${count(found - findings.length)} more`] : [];
      return [`${paint('red', plural(found, 'finding'))}  ${checked}`, ...findings.map(line), ...more].join(
        '\n',
      );
    });
    return ok ? 0 : 1;
  });
}

function line({ code, scope, entry, detail }: Finding): string {
  const where = [scope.tenant, scope.session, scope.lane, scope.branch].filter((name) => name !== undefined);
  return `${paint('red', code)}  ${visible(where.join('/'))}${entry ? ` ${entry}` : ''}  ${visible(detail)}`;
}
