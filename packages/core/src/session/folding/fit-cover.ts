import type { Packet } from '../../packet/pack.ts';
import { cutOf, type Plan, tailBudgetOf } from '../../policy/plan.ts';
import { type Redactor, redactText } from '../../redact/redactor.ts';
import type { Known } from '../opened.ts';
import type { ViewOptions } from '../view.ts';
import type { Ports } from '../writer.ts';
import { coverBranch, type ReadyCover } from './cover-branch.ts';
import type { Block, Frame } from './frame.ts';
import { packable, packFor, type RecordStyle } from './packing.ts';
import type { ViewSource } from './prepared.ts';
import { redactorIn } from './redactor-in.ts';

/** Rounds in which cut and packet come to fit each other. */
const MAX_ROUNDS = 6;

/** Covers so much that tail and packet fit each other; at the last, all but the newest unit. */
export async function fitCover(
  ports: Ports,
  source: ViewSource,
  frame: Frame,
  known: Known,
  blocks: readonly Block[],
  planned: Plan,
  options: ViewOptions,
): Promise<{ readonly cover: ReadyCover; readonly packet: Packet }> {
  const { store } = ports;
  const sources = { store, path: source.path, salt: source.salt, redactor: redactorIn(ports) };
  let cut = options.replace === 'fresh' ? cutOf(blocks, 0) : planned.cut;
  for (let round = 0; ; round++) {
    const cover = await coverBranch(sources, frame, known, blocks, { ...planned, cut });
    const { state } = known;
    const packet = packFor(
      frame,
      {
        ...cover,
        folds: state.folds + cover.folds.length,
        covered: state.covered + cover.covered,
        altered: [...state.altered, ...cover.altered],
        revision: source.path[0]?.branch.revision ?? 0,
      },
      styleOf(options, redactorIn(ports)),
      tailTokens(blocks, cut),
    );
    const total = frame.floor + sizeOf(packet) + tailTokens(blocks, cut);
    const least = cutOf(blocks, 0);
    const next =
      round >= MAX_ROUNDS || total > frame.budget.room
        ? least
        : cutOf(blocks, tailBudgetOf(frame.budget, frame.floor, sizeOf(packet)));
    if (next.at <= cut.at) return { cover, packet };
    cut = next;
  }
}

function tailTokens(blocks: readonly Block[], { at, live }: Plan['cut']): number {
  return blocks.reduce(
    (sum, { tokens }, index) => (index >= at || live.includes(index) ? sum + tokens : sum),
    0,
  );
}

export function packWaiting(
  ports: Ports,
  frame: Frame,
  known: Known,
  blocks: readonly Block[],
  { path }: ViewSource,
  options: ViewOptions,
): Packet {
  const tail = blocks.reduce((sum, { tokens }) => sum + tokens, 0);
  const revision = path[0]?.branch.revision ?? 0;
  return packFor(frame, packable(known.state, known, revision), styleOf(options, redactorIn(ports)), tail);
}

export function sizeOf({ tokens }: Packet): number {
  return tokens.pins + tokens.record;
}

function styleOf({ tools = [], replace, redact }: ViewOptions, redactor: Redactor): RecordStyle {
  const style = { tools, plain: replace === 'text' };
  return redact?.view === true ? { ...style, hide: (text) => redactText(redactor, text).text } : style;
}
