/**
 * `daybook view`: what a model would be sent that goes on from here, in the shape of its provider. As any call does,
 * it folds and adopts when it must; below the threshold it writes nothing.
 */
import { isDaybookError, type Message, pinsLine, type Session, type View } from '@daybook/core';
import { beginning, messageText } from '../output/message-text.ts';
import { paint, table, visible } from '../output/output.ts';
import { unreachableView, viewLines } from '../output/view-account.ts';
import { toWire, type WireProvider } from '../wire/index.ts';
import { type GlobalOptions, theSession, withDaybook } from './context.ts';

export interface ViewFlags {
  readonly window?: number;
  readonly provider: Provider;
}

/** As people call them. */
export type Provider = 'openai' | 'anthropic' | 'gemini';

const PROVIDERS: Readonly<Record<Provider, WireProvider>> = {
  openai: 'openai-chat',
  anthropic: 'anthropic',
  gemini: 'gemini',
};

export const providers: readonly string[] = Object.keys(PROVIDERS);

export function runView({ window, provider }: ViewFlags, options: GlobalOptions): Promise<number> {
  return withDaybook(options, { create: false }, async (context) => {
    const session = await theSession(context);
    const view = await made(session, window);
    const { folds } = await session.ledger();
    const { messages, account, viewId } = view;
    context.output.result({ ...toWire(PROVIDERS[provider], messages), report: account, viewId }, () =>
      textOf(view, folds),
    );
    return 0;
  });
}

/** Tells the figures of a view that does not fit: they say what to shorten. */
async function made(session: Session, window: number | undefined): Promise<View> {
  try {
    return await session.view(window === undefined ? {} : { window });
  } catch (error) {
    throw isDaybookError(error, 'view-unreachable') ? unreachableView(error) : error;
  }
}

function textOf({ messages, account, viewId }: View, folds: number): string {
  return [
    ...viewLines(account, folds),
    pinsLine(account.pins),
    table(['', 'role', 'characters', 'begins'], messages.map(row)),
    paint('dim', `view ${viewId}`),
  ].join('\n');
}

function row(message: Message, index: number): readonly (string | number)[] {
  const text = messageText(message);
  return [index + 1, message.role, text.length, visible(beginning(text, BEGINNING))];
}

const BEGINNING = 72;
