/**
 * Everything that views and folds need, behind one door: it is loaded when a view or a fold is first asked for, so that
 * whoever only keeps a journal loads neither rules nor language data.
 */
import { isDaybookError } from '../../base/errors.ts';
import type { PathStep } from '../../journal/branch.ts';
import type { SessionKey } from '../../journal/scope.ts';
import { report } from '../answer.ts';
import type { HandedList, Place } from '../synced.ts';
import type { View, ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { type Conversation, handedConversation, joined, journalConversation } from './conversation.ts';
import { degradedView } from './degraded.ts';
import { prepareView } from './prepare.ts';
import { redactorIn } from './redactor-in.ts';
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

/**
 * The view of a list that was handed over; what a delta did not hand over, the journal gives. A list that ends in front
 * of what folds cover is seen as it was when it ended.
 */
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
  const asOf = isDelta ? undefined : await endBehindFolds(ports, list, conversation, call.place);
  const source = { path, salt, conversation, ...(asOf !== undefined && { asOf }) };
  try {
    return viewOf(ports, key, await prepareView(ports, source, options), call.place);
  } catch (error) {
    // What it would take to make it fit may not be written: it would stand behind what the list does not know.
    if (asOf === undefined || !isDaybookError(error, 'view-unreachable')) throw error;
    const view = degradedView(list.messages, options, 'behind', redactorIn(ports));
    const from = view.from.map((at) => (at === null ? null : (list.from[at] ?? null)));
    return { ...view, from, report: (answer) => report(ports, key, call.place, answer, null) };
  }
}

/** Where the list ends, when the branch goes on behind it and folds reach there. */
async function endBehindFolds(
  { folding, store }: Ports,
  { path, salt }: HandedList,
  { items }: Conversation,
  { ordinal }: Place,
): Promise<number | undefined> {
  const [here] = path;
  const last = items.findLast(({ own }) => own);
  if (!here || !last || ordinal >= here.branch.aligned) return undefined;
  const { state } = await stateOf(folding, store, path, salt);
  const end = last.entries[1] + 1;
  return state.reach >= end ? end : undefined;
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
