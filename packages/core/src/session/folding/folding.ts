/**
 * Everything that views and folds need, behind one door: it is loaded when a view or a fold is first asked for, so that
 * whoever only keeps a journal loads neither rules nor language data.
 */
import type { PathStep } from '../../journal/branch.ts';
import type { SessionKey } from '../../journal/scope.ts';
import type { HandedList, Place } from '../synced.ts';
import type { View, ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { type Conversation, handedConversation, joined, journalConversation } from './conversation.ts';
import { prepareView } from './prepare.ts';
import { stateOf } from './states.ts';
import { viewOf } from './view-of.ts';

export { degradedView } from './degraded.ts';
export { toldLedger, whyFact } from './facts.ts';
export { foldNow } from './fold-now.ts';
export { replayFolds } from './history.ts';
export { packetOnly } from './packet-only.ts';
export { hideSecrets, redactorIn } from './redactor-in.ts';
export { retirePin } from './retire.ts';

interface Source {
  readonly path: readonly PathStep[];
  readonly salt: Uint8Array;
}

/** The view of a list that was handed over; what a delta did not hand over, the journal gives. */
export async function viewOfList(
  ports: Ports,
  key: SessionKey,
  list: HandedList,
  call: { readonly place: Place; readonly history: 'full' | 'delta' },
  options: ViewOptions,
): Promise<View> {
  const { path, salt } = list;
  const handed = handedConversation(list);
  const isDelta = call.history === 'delta' && path.length > 0;
  const conversation = isDelta ? joined(await journalOf(ports, { path, salt }), handed) : handed;
  return viewOf(ports, key, await prepareView(ports, { path, salt, conversation }, options), call.place);
}

/** The view of a branch as the journal holds it. */
export async function viewOfJournal(
  ports: Ports,
  key: SessionKey,
  { path, salt }: Source,
  options: ViewOptions,
): Promise<View> {
  const { branch } = path[0] as PathStep;
  const conversation = await journalOf(ports, { path, salt });
  const source = { path, salt, conversation, fromJournal: true };
  const composed = await prepareView(ports, source, options);
  const place = { lane: branch.scope.lane, branch: branch.scope.branch, ordinal: branch.aligned };
  return viewOf(ports, key, composed, place);
}

async function journalOf({ folding, store }: Ports, { path, salt }: Source): Promise<Conversation> {
  const { state } = await stateOf(folding, store, path, salt);
  // Until it is adopted, a fold hides nothing: what it covers is still shown.
  return journalConversation(store, path, salt, state.adopted ?? { cut: 0, left: [] });
}
