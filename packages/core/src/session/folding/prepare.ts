/**
 * Prepare: one conversation becomes one view (model §3, Plan and Adoption; §5). Covers when it must, adopts when it may,
 * and never sends what is estimated above the room.
 *
 * Below the first trigger the view is the input. Its bytes change only at adoption; between adoptions the tail grows.
 */
import { DaybookError, isDaybookError } from '../../base/errors.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { BranchState } from '../../fold/branch-state.ts';
import { calibrationFor } from '../../fold/branch-state.ts';
import { perMessage } from '../../journal/known.ts';
import { packetTexts, voiceFor } from '../../packet/arrange.ts';
import type { Packet } from '../../packet/pack.ts';
import { adoptsNow } from '../../policy/adoption.ts';
import { budgetOf } from '../../policy/budget.ts';
import { type Plan, plan } from '../../policy/plan.ts';
import type { Known } from '../opened.ts';
import type { ViewAccount, ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { type ReadyAdoption, samePlace, type Written, writeFolds } from './adopt.ts';
import { type Composed, compose } from './compose.ts';
import type { ReadyCover } from './cover-branch.ts';
import { droppedUncovered } from './dropped.ts';
import { fitCover, packWaiting, sizeOf } from './fit-cover.ts';
import { adoptedFits, checkFits } from './fits.ts';
import { blocksOf, type Frame, frameOf, shownTokens, tokensSince } from './frame.ts';
import { hiddenSource } from './hidden-source.ts';
import { packetTokens } from './packing.ts';
import type { Prepared, ViewSource } from './prepared.ts';
import { redactorIn } from './redactor-in.ts';
import { loadTexts, stateOf } from './states.ts';

/** How often a lost fold is planned again with the winner's. */
const MAX_LOST = 8;
const NOTHING = { cut: 0, left: [] };

/**
 * @throws DaybookError `view-unreachable` when what must be shown does not fit the room, `invalid-input`,
 *   `store-unavailable`
 */
export async function prepareView(ports: Ports, given: ViewSource, options: ViewOptions): Promise<Composed> {
  const { source, hidden } = hiddenSource(given, options, redactorIn(ports));
  let { path } = source;
  const sealed = source.conversation.items.some(({ message }) => holdsOpaque(message));
  for (let lost = 0; ; lost++) {
    const known = await stateOf(ports.folding, ports.store, path, source.salt);
    const frame = frameOf(
      source.conversation,
      budgetOf(options),
      calibrationFor(known.state, options.model),
      sealed,
      options.definitions,
    );
    const decided = await decide(ports, { ...source, path }, frame, known, sealed, options);
    const { folds, adoption } = decided;
    // What cannot be sent is not written either.
    checkFits(frame, sealed ? null : (adoption ?? known.state.adopted), decided);
    let written: Written = { known, path, folds: [], lost: false };
    let told: Pick<Decided, 'notices' | 'failure'> = decided;
    try {
      if (folds.length > 0 || adoption) written = await writeFolds(ports, { path, known }, folds, adoption);
      if (written.lost && lost >= MAX_LOST)
        throw new DaybookError('conflict', 'others folded meanwhile; try again');
    } catch (error) {
      // Whoever cannot write sends what was adopted before (F6).
      if (!isDaybookError(error) || !adoptedFits(frame, written.known.state, options)) throw error;
      told = { notices: [...decided.notices, 'fold-failed'], failure: error.code };
    }
    path = written.path;
    const isWritten = told === decided;
    if (written.lost && isWritten) continue;
    return compose(
      {
        ...decided,
        ...told,
        hidden,
        frame,
        known: written.known,
        path,
        folds: written.folds,
        adopted: adoption !== undefined && isWritten,
      },
      options,
      redactorIn(ports),
    );
  }
}

const holdsOpaque = perMessage(({ parts }) => parts.some(({ type }) => type === 'opaque'));

interface Decided extends Pick<Prepared, 'plan' | 'notices' | 'failure'> {
  readonly folds: ReadyCover['folds'];
  readonly adoption: ReadyAdoption | undefined;
}

async function decide(
  ports: Ports,
  source: ViewSource,
  frame: Frame,
  known: Known,
  sealed: boolean,
  options: ViewOptions,
): Promise<Decided> {
  const { state } = known;
  const { budget, floor } = frame;
  const nothing = { folds: [], adoption: undefined, failure: null };
  const { adopted } = state;
  const sent = floor + packetTokens(frame, adopted?.texts ?? []) + shownTokens(frame, adopted ?? NOTHING);
  const waits = state.last !== null && !samePlace(adopted?.fold ?? null, state.last);
  const texts = (): Promise<void> => loadTexts(ports.store, source.path, source.salt, state.ledger, known);
  if (waits) await texts();
  const blocks = once(() => blocksOf(frame, state));
  const waiting = waits ? packWaiting(ports, frame, known, blocks(), source, options) : undefined;
  const packet = waiting ? sizeOf(waiting) : packetTokens(frame, adopted?.texts ?? []);
  const size = waits ? floor + packet + shownTokens(frame, state) : sent;
  const dropped = (at: Pick<BranchState, 'cut' | 'left'>): Promise<boolean> =>
    droppedUncovered(ports.store, source, at);
  const planned = plan({
    budget,
    trigger: options.overflow === true ? 'overflow' : 'size',
    units: blocks,
    floor,
    packet,
    size,
    droppedUncovered: await dropped(state),
  });
  if (sealed) return { ...nothing, plan: planned, notices: ['opaque'] };
  const notices = noticesOf(planned, sent, frame);
  const turnStart = startsTurn(source);
  // What the application dropped is in no view until the fold that covers it is.
  const unseen = planned.reason === 'dropped-uncovered' || (waits && (await dropped(adopted ?? NOTHING)));
  const now = adoptsNow({
    turnStart,
    sent,
    fresh: adopted && !isAmended(state) ? tokensSince(frame, adopted.packet) : Number.POSITIVE_INFINITY,
    budget,
    cold: options.cold === true || options.overflow === true || unseen,
  });
  if (planned.fold) {
    try {
      await texts();
      const { cover, packet: fitted } = await fitCover(
        ports,
        source,
        frame,
        known,
        blocks(),
        planned,
        options,
      );
      const smaller = floor + sizeOf(fitted) + shownTokens(frame, cover) < size;
      if (!smaller && planned.reason === 'threshold' && sent <= budget.room) {
        const unused = { ...planned, fold: false, reason: 'gain-too-small' } as const;
        return { ...nothing, plan: unused, notices: [...new Set([...notices, 'gain-too-small' as const])] };
      }
      const adoption = now ? adoptionOf(cover, fitted, frame, options) : undefined;
      const unreachable = cover.unreachable === null ? [] : (['target-unreachable'] as const);
      return {
        ...nothing,
        plan: planned,
        notices: [...notices, ...unreachable],
        folds: cover.folds,
        adoption,
      };
    } catch (error) {
      // Below the hard limit a fold that cannot be made costs nobody a turn (F6).
      if (!isDaybookError(error) || error.code === 'conflict' || sent > budget.room) throw error;
      return { ...nothing, plan: planned, notices: [...notices, 'fold-failed'], failure: error.code };
    }
  }
  // Without a new fold: the one that waits, or the same one packed tighter because the view does not fit.
  const tight = !waits && adopted !== null && sent > budget.room;
  const roomier = !waits && turnStart && isCramped(adopted?.arrangement ?? null, budget.window);
  if (!(waits && now) && !tight && !roomier) return { ...nothing, plan: planned, notices };
  await texts();
  const again = waiting ?? packWaiting(ports, frame, known, blocks(), source, options);
  return {
    ...nothing,
    plan: planned,
    notices,
    adoption: adoptionOf(state, again, frame, options),
  };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function adoptionOf(
  state: Pick<ReadyCover, 'cut' | 'left'>,
  packet: Packet,
  frame: Frame,
  options: ViewOptions,
): ReadyAdoption {
  const { items } = frame.conversation;
  const first = items.find(
    ({ place }, index) => frame.fitted[index] && (place >= state.cut || inLeft(state, place)),
  );
  const voice = voiceFor(options.voice ?? 'split', first?.message);
  const shown = Object.fromEntries([...packet.shown].map(([handle, how]) => [`f${handle}`, how]));
  const arrangement = {
    voice,
    window: frame.budget.window,
    pins: { ...packet.pins },
    facts: { ...packet.facts },
    sections: packet.sections,
    shown,
  };
  return {
    cut: state.cut,
    left: state.left,
    texts: packetTexts(packet.texts, voice),
    arrangement: arrangement as unknown as Json,
  };
}

function inLeft({ left }: Pick<ReadyCover, 'left'>, place: number): boolean {
  return left.some(([from, to]) => place >= from && place <= to);
}

/** What waits is the application's own change alone: it need not wait for new text. */
function isAmended({ adopted, last, lastCover }: BranchState): boolean {
  return last !== null && !samePlace(last, lastCover) && (adopted?.fold.seq ?? -1) >= (lastCover?.seq ?? 0);
}

/** The next words are the user's, or have just been said. */
function startsTurn({ conversation, fromJournal }: ViewSource): boolean {
  const last = conversation.items.at(-1)?.message;
  if (last?.role === 'user') return true;
  return (
    fromJournal === true && last?.role === 'assistant' && !last.parts.some(({ type }) => type === 'tool-call')
  );
}

/** Something was left out for want of room, in a smaller window than this one. */
function isCramped(arrangement: Json, window: number): boolean {
  if (!isJsonObject(arrangement) || typeof arrangement.window !== 'number') return false;
  const { pins, facts } = arrangement;
  const counts = [
    ...(isJsonObject(pins) ? [pins.indexed, pins.shortened] : []),
    ...(isJsonObject(facts) ? [facts.leftOut] : []),
  ];
  return arrangement.window < window && counts.some((count) => typeof count === 'number' && count > 0);
}

function noticesOf({ reason }: Plan, sent: number, { budget }: Frame): ViewAccount['notices'][number][] {
  const why = NOTICES.filter((notice) => notice === reason);
  return sent >= budget.hardAt && why.length > 0 ? [...why, 'over-hard-limit'] : [...why];
}

const NOTICES = ['floor-above-threshold', 'gain-too-small', 'blocked'] as const;
