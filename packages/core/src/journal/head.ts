/**
 * A head: the commitment to a scope at a revision. Somebody who kept a head's id can tell later whether the
 * record still begins with what it held then.
 *
 * Written as `<revision>:<hash>`, hash = hash(head, canonical {scope, revision, root, parent, forkRevision}).
 */
import { toHex } from '../base/bytes.ts';
import { canonicalBytes } from '../base/canonical.ts';
import { DaybookError } from '../base/errors.ts';
import { taggedHash } from '../base/hash.ts';
import { type Frontier, rootOf } from './merkle.ts';
import type { Scope } from './scope.ts';

export interface Head {
  readonly scope: Scope;
  readonly revision: number;
  readonly root: string;
  readonly parent: string | null;
  readonly forkRevision: number;
}

export function headOf(
  branch: { readonly scope: Scope; readonly parent: string | null; readonly forkRevision: number },
  revision: number,
  frontier: Frontier,
): Head {
  const { tenant, session, lane, branch: name } = branch.scope;
  return {
    scope: { tenant, session, lane, branch: name },
    revision,
    root: toHex(rootOf(frontier)),
    parent: branch.parent,
    forkRevision: branch.forkRevision,
  };
}

export function headId(head: Head): string {
  return `${head.revision}:${taggedHash('head', canonicalBytes({ ...head, scope: { ...head.scope } }))}`;
}

/** @throws DaybookError `invalid-input` unless the text is a head id */
export function parseHeadId(text: string): { readonly revision: number; readonly id: string } {
  const match = /^(0|[1-9]\d{0,14}):[0-9a-f]{64}$/.exec(text);
  if (!match) throw new DaybookError('invalid-input', 'a head id looks like 120:<64 hexadecimal digits>');
  return { revision: Number(match[1]), id: text };
}
