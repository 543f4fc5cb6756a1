/**
 * An adapter without a framework: neutral messages in, neutral messages out, on the session surface of core.
 *
 * Its steps stand apart so that a broken adapter is this one with some of them replaced.
 */
import {
  type Answer,
  type Daybook,
  DaybookError,
  isDaybookError,
  type Message,
  type Session,
  type SyncCall,
  type View,
  type ViewOptions,
} from '@daybook/core';
import type { KitMessage } from '../../src/index.ts';

export interface Names {
  readonly tenant?: string;
  readonly session?: string;
  readonly lane?: string;
}

/** How the provider of the reference application refuses a request. */
export class TooLarge extends Error {}

export interface Prepared {
  readonly view: Omit<View, 'report'>;
  /** Absent when the store is away. */
  readonly call?: SyncCall;
  readonly report?: (answer: Answer) => Promise<unknown>;
}

/** What an adapter does in one call of the model, in this order. */
export interface Steps {
  session(daybook: Daybook, names: Names): Session;
  /** The list that is handed over. */
  handedOver(messages: readonly KitMessage[]): readonly Message[];
  prepare(session: Session, messages: readonly Message[], options: ViewOptions): Promise<Prepared>;
  /** The list that is sent. */
  sent(view: Prepared['view'], handed: readonly KitMessage[]): readonly KitMessage[];
  /** Whether a failure says that the request was too large. */
  isTooLarge(error: unknown): boolean;
  /** What is sent after a refusal as too large, if anything; `refusals` counts them. */
  again(prepared: Prepared, options: ViewOptions, refusals: number): Promise<Prepared | undefined>;
  /** The application is told of a failure. */
  failed(error: unknown): KitMessage;
  /** @returns the code of what could not be journaled */
  answered(prepared: Prepared, answer: Answer, stream: boolean): Promise<string | null>;
  /** An answer as it goes on to the application. */
  given(answer: KitMessage): KitMessage;
}

export const honest: Steps = {
  session(daybook, { session, ...names }) {
    if (session === undefined) throw new DaybookError('invalid-input', 'the call names no session');
    return daybook.session({ ...names, session });
  },
  handedOver: (messages) => messages,
  async prepare(session, messages, options) {
    try {
      const call = await session.sync(messages);
      return prepared(call, await call.prepare(options));
    } catch (error) {
      if (!isDaybookError(error, 'store-unavailable')) throw error;
      return { view: await session.degraded(messages, options) };
    }
  },
  sent: ({ messages }) => messages,
  isTooLarge: (error) => error instanceof TooLarge,
  async again({ call }, options, refusals) {
    if (!call || refusals > 1) return undefined;
    return prepared(call, await call.prepare({ ...options, overflow: true }));
  },
  failed(error) {
    throw error;
  },
  async answered({ view, report }, answer) {
    if (!report) return view.account.failure;
    try {
      await report(answer);
      return view.account.failure;
    } catch (error) {
      return isDaybookError(error) ? error.code : 'unknown';
    }
  },
  given: (answer) => answer,
};

export function prepared(call: SyncCall, view: View): Prepared {
  return { call, view, report: (answer) => view.report(answer) };
}
