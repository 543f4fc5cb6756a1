/** What one call does about folds: makes one, adopts the one that waits, or neither (model §3, Plan and Adoption). */
import { isDaybookError } from '../../base/errors.ts';
import { isJsonObject, type Json } from '../../base/json.ts';
import type { BranchState } from '../../fold/branch-state.ts';
import { packetTexts, voiceFor } from '../../packet/arrange.ts';
import type { Packet } from '../../packet/pack.ts';
import { adoptsNow } from '../../policy/adoption.ts';
import { type Plan, plan } from '../../policy/plan.ts';
import type { Known } from '../opened.ts';
import type { ViewAccount, ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { type ReadyAdoption, samePlace } from './adopt.ts';
import type { ReadyCover } from './cover-branch.ts';
import { droppedUncovered } from './dropped.ts';
import { fitCover, packWaiting, sizeOf } from './fit-cover.ts';
import { blocksOf, type Frame, shownTokens, tokensSince } from './frame.ts';
import { packetTokens } from './packing.ts';
import type { Prepared, ViewSource } from './prepared.ts';
import { loadTexts } from './states.ts';

const NOTHING = { cut: 0, left: [] };

/** What shall be written before a view is laid out, and what is told of it. */
export interface Decided extends Pick<Prepared, 'plan' | 'notices' | 'failure'> {
  readonly folds: ReadyCover['folds'];
  readonly adoption: ReadyAdoption | undefined;
}

/** Whether to fold, and what is adopted now. Reads, and writes nothing. */
export async function decide(
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
  if (source.asOf !== undefined) return { ...nothing, plan: planned, notices: ['behind'] };
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
