/**
 * `daybook view`: what a model would be sent that goes on from here, in the shape of its provider. As any call does,
 * it folds and adopts when it must; below the threshold it writes nothing.
 */
import { DaybookError, isDaybookError, type Message, pinsLine, type Session, type View } from '@daybook/core';
import { beginning, messageText } from '../output/message-text.ts';
import { count, paint, table, visible } from '../output/output.ts';
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
    const view = await made(await theSession(context), window);
    const { messages, account, viewId } = view;
    context.output.result({ ...toWire(PROVIDERS[provider], messages), report: account, viewId }, () =>
      textOf(view),
    );
    return 0;
  });
}

/** Tells the figures of a view that does not fit: they say what to shorten. */
async function made(session: Session, window: number | undefined): Promise<View> {
  try {
    return await session.view(window === undefined ? {} : { window });
  } catch (error) {
    if (!isDaybookError(error, 'view-unreachable')) throw error;
    const { code, message, details, cause } = error;
    const figures = Object.entries(details).map(([name, value]) => `${name} ${value}`);
    throw new DaybookError(code, `${message}; ${figures.join(', ')}`, { details, cause });
  }
}

function textOf({ messages, account, viewId }: View): string {
  const { tokens, notices, folds, adopted, pins } = account;
  const done = [...folds.map((id) => `folded ${id}`), ...(adopted ? ['adopted a fold'] : [])];
  return [
    `${count(tokens.view)} of ${count(tokens.room)} tokens · before ${count(tokens.before)} · floor ${count(tokens.floor)} · window ${count(tokens.window)}`,
    ...done.map((what) => paint('green', what)),
    ...notices.map((notice) => paint('yellow', notice)),
    pinsLine(pins),
    table(['', 'role', 'characters', 'begins'], messages.map(row)),
    paint('dim', `view ${viewId}`),
  ].join('\n');
}

function row(message: Message, index: number): readonly (string | number)[] {
  const text = messageText(message);
  return [index + 1, message.role, text.length, visible(beginning(text, BEGINNING))];
}

const BEGINNING = 72;
