/**
 * The conversation that a view is about: the application's list with its places on record, or the journal's own.
 *
 * Invariant: places never fall along the list, so what is covered is a beginning of it, apart from what was left out.
 */
import { PAGE_ROWS } from '../../base/defaults.ts';
import { inRanges, type Range } from '../../fold/manifest.ts';
import { readRegion } from '../../fold/read-region.ts';
import { rebuild, rebuildHeader } from '../../fold/rebuild.ts';
import { headerLength } from '../../journal/align/handed.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { Message } from '../../journal/message.ts';
import type { Store } from '../../store/port.ts';
import type { HandedList } from '../synced.ts';

/** One message of the conversation behind the header. */
export interface Item {
  readonly message: Message;
  /** Sequence that decides whether it is covered. */
  readonly place: number;
  /** It has a place of its own; not so what stands inserted between others. */
  readonly own: boolean;
  /** Sequences of its entries, as far as they stand together. */
  readonly entries: Range;
  /** Index in the handed-over list; null when it comes from the journal. */
  readonly index: number | null;
  /** What tells this content from other content. */
  readonly ids: readonly string[];
  readonly ordinal: number | null;
}

export interface Conversation {
  readonly header: readonly Message[];
  readonly headerIds: readonly string[];
  readonly items: readonly Item[];
}

export function isCovered(
  { cut, left }: { readonly cut: number; readonly left: readonly Range[] },
  item: Item,
): boolean {
  return item.place < cut && !inRanges(left, item.place);
}

/** @param list as it was aligned, and the list that was handed over */
export function handedConversation(list: HandedList): Conversation {
  const begin = headerLength(list.messages);
  let place = 0;
  const items = list.messages.slice(begin).map((message, at): Item => {
    const group = list.groups[begin + at];
    const row = list.rows[begin + at];
    const own = row !== undefined && row.state !== 'inserted' && row.seq >= place;
    if (own) place = row.seq;
    return {
      message,
      place,
      own,
      entries: [place, own ? place + row.parts.length - 1 : place],
      index: list.from[begin + at] ?? null,
      ids: group?.ids ?? [],
      ordinal: row?.ordinal ?? null,
    };
  });
  const headerIds = list.groups.slice(0, begin).flatMap(({ ids }) => ids);
  return { header: list.messages.slice(0, begin), headerIds, items };
}

/** What the journal holds in front of a handed-over end of the conversation, and that end as it was handed over. */
export function joined(journal: Conversation, handed: Conversation): Conversation {
  const first = handed.items.find(({ own }) => own)?.place;
  const before = first === undefined ? journal.items : journal.items.filter(({ place }) => place < first);
  const { header, headerIds } = handed.header.length > 0 ? handed : journal;
  return { header, headerIds, items: [...before, ...(first === undefined ? [] : handed.items)] };
}

/** The branch as the journal holds it, from the first entry that is not covered. */
export async function journalConversation(
  store: Store,
  path: readonly PathStep[],
  salt: Uint8Array,
  state: { readonly cut: number; readonly left: readonly Range[] },
): Promise<Conversation> {
  const { branch } = path[0] as PathStep;
  const ranges: Range[] = [...state.left];
  if (state.cut < branch.revision) ranges.push([state.cut, branch.revision - 1]);
  const header = await headerOf(store, path, salt);
  let place = 0;
  const items = rebuild(await readRegion(store, path, salt, ranges)).map(
    ({ message, entries, inPlace }): Item => {
      const [first] = entries;
      const seq = first?.seq ?? place;
      const own = inPlace && seq >= place;
      if (own) place = seq;
      const last = entries.findLast((entry, at) => entry.seq === seq + at)?.seq ?? seq;
      return {
        message,
        place,
        own,
        entries: [place, own ? last : place],
        index: null,
        ids: entries.map(({ seal }) => seal.contentId),
        ordinal: null,
      };
    },
  );
  return { header: rebuildHeader(header), headerIds: header.map(({ seal }) => seal.contentId), items };
}

/** Entries of the header journaled last: the run of header entries that ends where the branch's mark says. */
async function headerOf(store: Store, path: readonly PathStep[], salt: Uint8Array) {
  const { branch } = path[0] as PathStep;
  const last = Number.parseInt(branch.headerKey ?? '', 10);
  if (!Number.isSafeInteger(last)) return [];
  const read = await readRegion(store, path, salt, [[Math.max(0, last - PAGE_ROWS + 1), last]]);
  const before = read.findLastIndex(({ seal }) => seal.links.header !== true);
  return read.slice(before + 1);
}
