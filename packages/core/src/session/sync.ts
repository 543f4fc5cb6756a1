import { choose } from '../journal/align/choose-branch.ts';
import { handedOf, ownTextKeys, withoutOwnText } from '../journal/align/handed.ts';
import { takenOver } from '../journal/known.ts';
import type { Message } from '../journal/message.ts';
import type { Found } from '../store/port.ts';
import { continued } from './continued.ts';
import { cutShortIn, goOn, open, queryOf, settled } from './place-list.ts';
import type { Synced, SyncTarget } from './synced.ts';
import { type Attempt, type Ports, write } from './writer.ts';

/** @throws DaybookError `invalid-input`, `conflict`, `store-unavailable` */
export async function sync(ports: Ports, target: SyncTarget, messages: readonly Message[]): Promise<Synced> {
  // The application may go on with its list while we wait for the store.
  const handedOver = takenOver(messages);
  const synced = await write(
    ports,
    target.key,
    async (salt) =>
      (await continued(ports, salt, target, handedOver)) ?? whole(ports, salt, target, handedOver),
  );
  ports.lists.remember(target, synced);
  return synced;
}

/** Aligns the whole list with everything on record that is like it. */
async function whole(
  ports: Ports,
  salt: Uint8Array,
  target: SyncTarget,
  messages: readonly Message[],
): Promise<Attempt<Synced>> {
  const all = handedOf(messages, salt);
  const query = queryOf(all);
  const keys = [...new Set([...query.keys, ...ownTextKeys(messages)])];
  const found = await ports.store.find(target.key, { ...query, keys });
  const own = withoutOwnText(messages, recordedTexts(found, target.lane));
  const handed = own.removed > 0 ? handedOf(own.messages, salt) : all;
  const choice = choose(handed.groups, target, found.branches, found.groups);
  const attempt =
    'open' in choice
      ? open(ports, salt, target, choice.open, handed)
      : await goOn(ports, salt, target, choice, handed, { branches: found.branches, rows: found.groups });
  const rows = handed.byMessage.map((group) => attempt.result.placed.get(group));
  const { messages: kept, from } = own;
  const cutShort = cutShortIn(handed.byMessage, found, attempt.result.place.lane);
  const list = { messages: kept, from, groups: handed.byMessage, rows, cutShort, salt };
  return settled(attempt, found.branches, list, own.removed);
}

/** Keys of the derived texts on record in the lane. */
function recordedTexts(found: Found, lane: string): Set<string> {
  const rows = found.groups.filter((row) => row.lane === lane && row.state === 'aside' && !row.wording);
  return new Set(rows.map(({ key }) => key));
}
