/** Auditing the bodies that a fold names: they stand in no entry of their own, so no seal says more than their ids. */
import type { SessionKey } from '../journal/scope.ts';
import type { StoreReader } from '../store/port.ts';
import { AUDIT_PAGE, type Fault, textFault } from './entry.ts';

export async function auditTexts(
  contentIds: readonly string[],
  store: StoreReader,
  session: SessionKey & { readonly salt: Uint8Array },
): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (let from = 0; from < contentIds.length; from += AUDIT_PAGE) {
    const page = contentIds.slice(from, from + AUDIT_PAGE);
    const rows = await store.bodies(session, page);
    const bodies = new Map(rows.map(({ contentId, bytes }) => [contentId, bytes]));
    for (const [at, contentId] of page.entries()) {
      const code = textFault(contentId, bodies.get(contentId), session.salt);
      const what = `text ${from + at + 1} of the ${contentIds.length} that it names`;
      if (code === 'text-missing') faults.push({ code, detail: `${what} is missing` });
      if (code === 'text-mismatch')
        faults.push({ code, detail: `${what} is not the derived text that it names` });
    }
  }
  return faults;
}
