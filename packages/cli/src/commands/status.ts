/** `daybook status`: what a session holds; without a session, which there are. */
import { paint, plural, table, visible } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export function runStatus(options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const known = (await context.daybook.sessions()).filter(({ tenant }) => tenant === options.tenant);
    if (options.session === undefined && known.length !== 1) {
      const rows = known.map(({ session }) => [visible(session)]);
      context.output.result({ tenant: options.tenant, sessions: known.map(({ session }) => session) }, () =>
        rows.length > 0 ? table(['session'], rows) : `nothing is journaled for tenant ${options.tenant}`,
      );
      return 0;
    }
    const status = await (await theSession(context)).status();
    context.output.result(status, () => {
      const branches = status.branches.map(({ scope, parent, forkRevision, revision, head }) => [
        visible(scope.lane),
        visible(scope.branch) +
          (scope.branch === status.current.scope.branch && scope.lane === status.current.scope.lane
            ? ' *'
            : ''),
        revision,
        parent === null ? '' : `${visible(parent)} at ${forkRevision}`,
        head,
      ]);
      const kinds = Object.entries(status.byKind).map(([kind, entries]) => [kind, entries] as const);
      const { waiting, abandoned, withoutCall } = status.calls;
      const gaps = [
        [waiting.length, 'call waiting for a result', 'calls waiting for a result'],
        [abandoned.length, 'call abandoned', 'calls abandoned'],
        [withoutCall.length, 'result without a call', 'results without a call'],
      ] as const;
      return [
        paint('bold', `session ${visible(status.current.scope.session)}`),
        table(['lane', 'branch', 'revision', 'forked from', 'head'], branches),
        table(['kind', 'entries'], [...kinds, ['from people or system', status.authoritative]]),
        ...gaps
          .filter(([number]) => number > 0)
          .map(([number, one, many]) => paint('yellow', plural(number, one, many))),
      ].join('\n\n');
    });
    return 0;
  });
}
