/** A daybook with a wrapped model, and what lies in its journal. */
import { type Daybook, openDaybook } from '@daybook/core';
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import { type CallReport, type DaybookModelOptions, daybookMiddleware } from '../../src/index.ts';
import { type MockModel, provider, type Reply, type Sdk, type Settings } from './sdks.ts';

export interface Stand {
  readonly daybook: Daybook;
  readonly mock: MockModel;
  /** The wrapped model. */
  readonly model: unknown;
  /** Settings of a call in a session. */
  readonly of: (session: string, settings?: Settings) => Settings;
  readonly reports: CallReport[];
}

export async function stand(
  sdk: Sdk,
  replies: readonly Reply[],
  { store = memoryStore(), ...options }: DaybookModelOptions & { readonly store?: Store } = {},
): Promise<Stand> {
  const daybook = await openDaybook({ store });
  const mock = provider(sdk, ...replies);
  const reports: CallReport[] = [];
  const onCall = (report: CallReport): void => {
    reports.push(report);
    options.onCall?.(report);
  };
  const middleware = daybookMiddleware({ daybook, window: 8000, ...options, onCall });
  const model = sdk.wrapLanguageModel({ model: mock, middleware });
  const of = (session: string, settings: Settings = {}): Settings => ({
    model,
    maxRetries: 0,
    providerOptions: { daybook: { session } },
    ...settings,
  });
  return { daybook, mock, model, of, reports };
}

/** What a session's branches hold, part by part: kind and words. */
export async function journaled(daybook: Daybook, session: string): Promise<string[]> {
  const lines: string[] = [];
  for await (const line of daybook.session({ session }).export()) lines.push(line);
  return lines;
}

/** The conversation as the journal holds it. */
export async function onRecord(daybook: Daybook, session: string, tenant?: string): Promise<string[]> {
  const { messages } = await daybook
    .session({ session, ...(tenant && { tenant }) })
    .view({ window: 1_000_000 });
  return messages.flatMap(({ role, parts }) =>
    parts.map((part) => {
      if (part.type === 'text') return `${role}: ${part.text}`;
      if (part.type === 'tool-call') return `${role} calls ${part.name} ${JSON.stringify(part.input)}`;
      if (part.type === 'tool-result') return `${role} ${part.status} ${JSON.stringify(part.output)}`;
      return `${role}: ${part.type}`;
    }),
  );
}

export function words(count: number, word = 'harbour'): string {
  return Array.from({ length: count }, (_, at) => `${word} ${at}`).join(' ');
}

/** A conversation of so many turns, a user's words last. */
export function turns(
  count: number,
  length = 40,
  answered: number = length,
): { role: string; content: string }[] {
  return Array.from({ length: 2 * count - 1 }, (_, at) =>
    at % 2 === 0
      ? { role: 'user', content: `Question ${at}: ${words(length)}` }
      : { role: 'assistant', content: `Answer ${at}: ${words(answered, 'quay')}` },
  );
}
