/**
 * `daybook packet`: opener with pins, record and recent turns within a number of tokens. Reads only.
 *
 * The text alone stands on stdout, what was spent on what on stderr, so that the text can go straight into a prompt.
 */
import { DaybookError, type Message, type PacketOnly, pinsLine } from '@daybook/core';
import { messageText } from '../output/message-text.ts';
import { count, visible } from '../output/output.ts';
import { toWire } from '../wire/index.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';
import { plural } from './import.ts';

export interface PacketFlags {
  readonly maxTokens: number;
}

export function runPacket({ maxTokens }: PacketFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async ({ output, ...context }) => {
    const packet = await (await theSession({ output, ...context })).packet({ maxTokens });
    const { messages, ...account } = packet;
    demandFit(packet, maxTokens);
    if (!context.options.json) for (const line of budgetLines(packet)) output.note(line);
    output.result({ ...toWire('openai-chat', messages), account: { maxTokens, ...account } }, () =>
      messages.map(spoken).join('\n\n'),
    );
    return 0;
  });
}

/** What must be shown is shown whole or not at all, so a budget may be too small for it. */
function demandFit({ budget }: PacketOnly, maxTokens: number): void {
  const slack = budget.find(({ name }) => name === 'slack')?.tokens ?? 0;
  if (slack >= 0) return;
  const size = maxTokens - slack;
  throw new DaybookError(
    'view-unreachable',
    `pins and record alone take ${count(size)} tokens, more than ${count(maxTokens)}: allow more, or retire pins`,
    { details: { size, maxTokens } },
  );
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
