/** `daybook read HANDLE[:range]`: one entry, re-hashed as it is read. */
import { DaybookError } from '@daybook/core';
import { paint, visible } from '../output/output.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export function runRead(handle: string, options: GlobalOptions): Promise<number> {
  const { seq, start, end } = parseHandle(handle);
  return withDaybook(options, { create: false }, async (context) => {
    const entry = await (await theSession(context)).read(seq);
    if (start !== undefined && start > entry.text.length)
      throw new DaybookError('invalid-input', `e${seq} has ${entry.text.length} characters`, {
        details: { seq },
      });
    const { kind, role, authority, at, links } = entry.seal;
    const text = entry.text.slice(start, end);
    const json = {
      entry: entry.entry,
      seq,
      kind,
      role,
      authority,
      ...(links.nativeId === undefined ? {} : { nativeId: links.nativeId }),
      ...(at === null ? {} : { at }),
      text,
      // What does not verify is an error, so what is shown always does.
      verified: true,
    };
    context.output.result(json, () => {
      const said = [role ?? 'event', kind, authority === 'none' ? 'no authority' : `authority ${authority}`];
      const when = at === null ? [] : [new Date(at).toISOString()];
      return `${paint('bold', `e${seq}`)}  ${paint('dim', [...said, ...when, 'verified'].join(' · '))}\n${visible(text)}`;
    });
    return 0;
  });
}

/** `e12`, or `e12:10-20` for the UTF-16 code units from 10 up to, not including, 20 of its text. */
function parseHandle(handle: string): { seq: number; start?: number; end?: number } {
  const match = /^e(\d{1,15})(?::(\d{1,15})-(\d{1,15}))?$/.exec(handle);
  if (!match)
    throw new DaybookError('invalid-input', 'a handle looks like e12, or e12:10-20 for a part of its text');
  const [, seq, start, end] = match;
  if (start === undefined) return { seq: Number(seq) };
  if (Number(start) >= Number(end)) throw new DaybookError('invalid-input', 'a range begins before it ends');
  return { seq: Number(seq), start: Number(start), end: Number(end) };
}
