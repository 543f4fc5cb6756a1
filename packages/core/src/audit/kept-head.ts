/** Looking for a head that somebody kept among the heads that the record passes through. */
import { type Head, headId, parseHeadId } from '../journal/head.ts';
import type { Finding } from './findings.ts';

export interface KeptHead {
  readonly revision: number;
  /** Told every head at that revision; undefined where entries are lost, so that none can be derived. */
  see(head: Head | undefined): void;
  /** The finding, if the head was not seen. */
  verdict(): readonly Finding[];
}

/** @throws DaybookError `invalid-input` unless the text is a head id */
export function keptHead(text: string): KeptHead {
  const { revision, id } = parseHeadId(text);
  let reached = 0;
  let seen = false;
  return {
    revision,
    see(head) {
      reached++;
      seen ||= head !== undefined && headId(head) === id;
    },
    verdict() {
      if (seen) return [];
      const detail =
        reached === 0
          ? `no branch reaches revision ${revision}: entries were cut off, or the id belongs to another record`
          : `no branch has this head at revision ${revision}: what stands before it was changed, or the id belongs to another record`;
      return [{ code: reached === 0 ? 'head-not-reached' : 'head-mismatch', scope: {}, detail }];
    },
  };
}
