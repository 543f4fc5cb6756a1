/**
 * The packet alone, within a number of tokens (source 4): facts and pins first, then as many recent turns as fit. Reads
 * only: nothing is folded or adopted.
 */
import type { PathStep } from '../../journal/branch.ts';
import type { Message } from '../../journal/message.ts';
import { arrange, packetTexts, voiceFor } from '../../packet/arrange.ts';
import type { PinCount } from '../../packet/pin-count.ts';
import { budgetOf } from '../../policy/budget.ts';
import { cutOf } from '../../policy/plan.ts';
import type { Ports } from '../writer.ts';
import { journalConversation } from './conversation.ts';
import { blocksOf, frameOf } from './frame.ts';
import { packable, packetTokens, packFor } from './packing.ts';
import { unreachable } from './prepared.ts';
import { loadTexts, stateOf } from './states.ts';

export interface PacketOptions {
  /** Most tokens of packet and recent turns together. */
  readonly maxTokens: number;
  readonly tools?: readonly string[];
}

export interface PacketOnly {
  /** Opener with pins, record, recent turns. The header is the application's. */
  readonly messages: readonly Message[];
  readonly budget: readonly { readonly name: string; readonly tokens: number }[];
  readonly pins: PinCount;
  readonly facts: {
    readonly shown: number;
    readonly leftOut: number;
    readonly omitted: number;
    readonly repeated: number;
  };
  /** Units of the conversation behind the folds: included, and left out for want of room. */
  readonly recent: { readonly included: number; readonly leftOut: number };
}

/** @throws DaybookError `view-unreachable`, `invalid-input`, `tampered`, `store-unavailable` */
export async function packetOnly(
  ports: Ports,
  { path, salt }: { readonly path: readonly PathStep[]; readonly salt: Uint8Array },
  { maxTokens, tools = [] }: PacketOptions,
): Promise<PacketOnly> {
  const budget = budgetOf({ window: maxTokens, reserve: 0 });
  const known = await stateOf(ports.folding, ports.store, path, salt);
  const { state } = known;
  await loadTexts(ports.store, path, salt, state.ledger, known);
  const conversation = await journalConversation(ports.store, path, salt, state);
  const frame = { ...frameOf({ ...conversation, header: [] }, budget, state.calibration, false), floor: 0 };
  const blocks = blocksOf(frame, state);
  const revision = path[0]?.branch.revision ?? 0;
  const packet = packFor(frame, packable(state, known, revision), { tools, plain: false }, 0);
  const room = Math.max(0, budget.room - packet.tokens.pins - packet.tokens.record);
  const cut = cutOf(blocks, room);
  const fits = blocks.slice(cut.at).reduce((sum, { tokens }) => sum + tokens, 0) <= room;
  const recent = fits ? blocks.slice(cut.at) : [];
  const tail = recent.flatMap(({ from, to }) =>
    frame.fitted.slice(from, to).flatMap((message) => message ?? []),
  );
  const voice = voiceFor('split', tail[0] ?? { role: 'user', parts: [] });
  // Before the first fold nothing is missing, and nothing needs to be said.
  const texts = state.folds > 0 ? packetTexts(packet.texts, voice) : [];
  const recentTokens = recent.reduce((sum, { tokens }) => sum + tokens, 0);
  const spent = packetTokens(frame, texts);
  if (spent > budget.room)
    unreachable({ size: spent, room: budget.room, window: maxTokens, packet: spent, reason: 'packet' });
  const inSections = packet.sections.reduce((sum, { tokens }) => sum + tokens, 0);
  return {
    messages: state.folds > 0 ? arrange([], texts, tail, voice) : tail,
    budget: [
      { name: 'pins and frame', tokens: Math.max(0, spent - inSections) },
      ...packet.sections.map(({ name, tokens }) => ({ name, tokens })),
      { name: 'recent turns', tokens: recentTokens },
      { name: 'slack', tokens: budget.room - spent - recentTokens },
    ],
    pins: packet.pins,
    facts: { ...packet.facts, ...state.ledger.tombstones },
    recent: { included: recent.length, leftOut: blocks.length - recent.length },
  };
}
