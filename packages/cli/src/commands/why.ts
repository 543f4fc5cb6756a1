/** `daybook why HANDLE`: where a fact comes from; of an entry, which facts cite it. Reads only. */
import { DaybookError, type Session } from '@daybook/core';
import { paint, visible } from '../output/output.ts';
import { type Context, type GlobalOptions, theSession, withDaybook } from './context.ts';
import { citationText, factJson, factLine } from './ledger.ts';

/** @returns 3 when a cited entry cannot be read as it was cited, as for `daybook read` */
export function runWhy(handle: string, options: GlobalOptions): Promise<number> {
  const entry = /^e(0|[1-9]\d{0,14})$/.exec(handle)?.[1];
  if (entry === undefined && !/^f[1-9]\d{0,14}$/.test(handle))
    throw new DaybookError('invalid-input', 'a handle looks like f12 for a fact, or e12 for an entry');
  return withDaybook(options, { create: false }, async (context) => {
    const session = await theSession(context);
    return entry === undefined ? ofFact(context, session, handle) : ofEntry(context, session, Number(entry));
  });
}

async function ofFact({ output }: Context, session: Session, handle: string): Promise<number> {
  const { fact, citations, folds } = await session.why(handle);
  const json = {
    fact: factJson(fact),
    citations: citations.map(({ fault, ...cited }) => (fault === null ? cited : { ...cited, fault })),
    folds,
  };
  output.result(json, () => {
    const cited = citations.map(({ text, verified, fault, ...citation }) => {
      const how = verified ? paint('green', 'verified') : paint('red', `not verified (${fault})`);
      const title = `${paint('bold', citationText(citation))}  ${paint('dim', citation.role)}  ${how}`;
      return verified ? `${title}\n${visible(text)}` : title;
    });
    const spoken = folds.map(({ id, kind, operations }) => `${kind} ${id} (${operations.join(', ')})`);
    return [factLine(fact), ...cited, `told by ${spoken.join(', ')}`].join('\n\n');
  });
  return citations.every(({ verified }) => verified) ? 0 : 3;
}

async function ofEntry({ output }: Context, session: Session, seq: number): Promise<number> {
  const { entry, seal, text } = await session.read(seq);
  const { kind, role, authority } = seal;
  const facts = (await session.ledger()).facts.filter(({ citations }) =>
    citations.some((cited) => cited.seq === seq),
  );
  const json = { entry: { entry, seq, kind, role, authority, text, verified: true } };
  output.result({ ...json, facts: facts.map(factJson) }, () => {
    const said = [role ?? 'event', kind, 'verified'].join(' · ');
    const cited = facts.length > 0 ? facts.map(factLine) : ['no fact of the ledger cites it'];
    return `${paint('bold', `e${seq}`)}  ${paint('dim', said)}\n${visible(text)}\n\n${cited.join('\n')}`;
  });
  return 0;
}
