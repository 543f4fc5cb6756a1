/**
 * A small chat application on the SDK: it holds `ModelMessage[]`, and the SDK's own loop runs its tools.
 *
 * Invariant: what it hands over are the very messages it holds, and what the SDK gave it is kept as it came.
 */
import type { TextPart } from '@daybook/core';
import type {
  AdapterApp,
  AdapterSetup,
  SignedReasoning,
  TurnOptions,
  TurnResult,
} from '@daybook/testkit';
import type { ModelMessage, ToolApprovalRequest } from 'ai';
import type { Result, Sdk, Settings } from '../middleware/sdks.ts';
import { reasoningMetadata } from './scripted.ts';
import { toolSettings } from './tools.ts';

/** One adapter object, as an application makes it at its start. */
export interface Adapter {
  readonly sdk: Sdk;
  /** The settings that bind a call to its session. */
  settingsOf(names: Names): Settings;
}

export type Names = Pick<AdapterSetup, 'tenant' | 'session' | 'lane'>;

/** Steps of one turn. */
const MOST_STEPS = 30;

export class Application {
  readonly #adapter: Adapter;
  readonly #settings: Settings;
  readonly #setup: AdapterSetup;
  #history: ModelMessage[];
  #decisions: Decision[] = [];

  constructor(adapter: Adapter, setup: AdapterSetup, history: readonly ModelMessage[] = []) {
    this.#adapter = adapter;
    this.#setup = setup;
    this.#history = [...history];
    const { tenant, session, lane, system } = setup;
    this.#settings = {
      ...adapter.settingsOf({
        ...(tenant !== undefined && { tenant }),
        ...(session !== undefined && { session }),
        ...(lane !== undefined && { lane }),
      }),
      ...(system !== undefined && { system }),
      ...toolSettings(adapter.sdk, setup.tools),
      maxRetries: 0,
      stopWhen: adapter.sdk.steps(MOST_STEPS),
    };
  }
}
