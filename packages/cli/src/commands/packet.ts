/**
 * `daybook packet`: opener with pins, record and recent turns within a number of tokens. Reads only.
 *
 * The text alone stands on stdout, what was spent on what on stderr, so that the text can go straight into a prompt.
 */
import {
  DaybookError,
  isDaybookError,
  type Message,
  type PacketOnly,
  pinsLine,
  type Session,
} from '@daybook/core';
import { messageText } from '../output/message-text.ts';
import { count, plural, visible } from '../output/output.ts';
import { toWire } from '../wire/index.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';
import { pinsInForce } from './fold.ts';

export interface PacketFlags {
  readonly maxTokens: number;
}

export function runPacket({ maxTokens }: PacketFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async ({ output, ...context }) => {
    const packet = await made(await theSession({ output, ...context }), maxTokens);
    const { messages, ...account } = packet;
    if (!context.options.json) for (const line of budgetLines(packet)) output.note(line);
    output.result({ ...toWire('openai-chat', messages), account: { maxTokens, ...account } }, () =>
      messages.map(spoken).join('\n\n'),
    );
    return 0;
  });
}

/** What must be shown is shown whole or not at all, so a budget may be too small for it. */
async function made(session: Session, maxTokens: number): Promise<PacketOnly> {
  try {
    return await session.packet({ maxTokens });
  } catch (error) {
    if (!isDaybookError(error)) throw error;
    const { code, message, details, cause } = error;
    // Core measures in the window that the tokens stand for.
    if (code === 'invalid-input' && details.field === 'window')
      throw new DaybookError(code, `--max-tokens ${maxTokens}: ${message}`, {
        details: { field: 'max-tokens' },
        cause,
      });
    if (code !== 'view-unreachable') throw error;
    const size = Number(details.size);
    const pins = pinsInForce(await session.ledger());
    throw new DaybookError(
      code,
      `pins and record alone take ${count(size)} tokens, more than ${count(maxTokens)}: allow more${pins > 0 ? ', or retire pins' : ''}`,
      { details: { size, maxTokens, pins }, cause },
    );
  }
}

/** `[budget] pins_and_frame=767 … slack=1608`, `[packet] included …`, `[packet] dropped …`. */
function budgetLines({ budget, pins, facts, recent }: PacketOnly): string[] {
  const spent = budget.map(({ name, tokens }) => `${name.replaceAll(' ', '_')}=${tokens}`);
  const dropped = [
    [facts.leftOut, plural(facts.leftOut, 'fact'), 'for want of room'],
    [facts.omitted, plural(facts.omitted, 'fact'), 'by consolidation'],
    [facts.repeated, plural(facts.repeated, 'fact'), 'said again'],
    [recent.leftOut, plural(recent.leftOut, 'recent unit'), 'for want of room'],
  ] as const;
  return [
    `[budget] ${spent.join(' ')}`,
    `[packet] included ${pinsLine(pins)}`,
    `[packet] included ${plural(facts.shown, 'fact')}`,
    `[packet] included ${plural(recent.included, 'recent unit')}`,
    ...dropped.flatMap(([number, what, why]) => (number > 0 ? [`[packet] dropped ${what} (${why})`] : [])),
  ];
}

function spoken(message: Message): string {
  return `${message.role}:\n${visible(messageText(message))}`;
}
