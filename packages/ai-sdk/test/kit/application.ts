/**
 * A small chat application on the SDK.
 *
 * Invariant: it holds `ModelMessage[]` as the SDK gave them, and hands over the very messages that it holds.
 */
import type { Daybook, TextPart } from '@daybook/core';
import type { AdapterApp, AdapterSetup, SignedReasoning, TurnOptions, TurnResult } from '@daybook/testkit';
import { jsonSchema, type ModelMessage } from 'ai';
import type { Sdk, Settings } from '../middleware/sdks.ts';
import { ask } from './asking.ts';
import { reasoningMetadata } from './scripted.ts';

/** A version of the SDK with a way to put daybook in front of a model. */
export interface Framework {
  readonly sdk: Sdk;
  /** Whether calls say which tools ask a person first; else the tools do. */
  readonly callsNameApprovals: boolean;
  /** One adapter object, on the model of the setup. */
  adapterOf(setup: AdapterSetup): Adapter;
}

/** The settings that bind a call to a session. */
export type Adapter = (names: Names) => Settings;
export type Names = Pick<AdapterSetup, 'tenant' | 'session' | 'lane'>;

const MOST_STEPS = 30;

export class Application implements AdapterApp {
  readonly #framework: Framework;
  readonly #setup: AdapterSetup;
  readonly #adapter: Adapter;
  readonly #settings: Settings;
  #history: ModelMessage[];
  /** Answers to some of the questions of the last step. */
  #decisions: { readonly type: 'tool-approval-response'; approvalId: string; approved: boolean }[] = [];

  constructor(
    framework: Framework,
    setup: AdapterSetup,
    { adapter = framework.adapterOf(setup), history = [] as ModelMessage[] } = {},
  ) {
    this.#framework = framework;
    this.#setup = setup;
    this.#adapter = adapter;
    this.#history = history;
    const { tenant, session, lane, system } = setup;
    const names = { tenant, session, lane };
    this.#settings = {
      ...adapter(defined(names)),
      ...defined({ system }),
      ...toolSettings(framework, setup),
      stopWhen: framework.sdk.steps(MOST_STEPS),
      maxRetries: 0,
    };
  }

  turn(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    this.#history.push({ role: 'user', content: words });
    return this.retry(how);
  }

  async retry(how: TurnOptions = {}): Promise<TurnResult> {
    const { messages, ...said } = await this.#ask(this.#history, how);
    this.#history.push(...messages);
    return this.#told(said, how);
  }

  edit(turn: number, words: string, how: TurnOptions = {}): Promise<TurnResult> {
    this.#history = this.#history.slice(0, this.#turnsAt()[turn - 1]);
    return this.turn(words, how);
  }

  regenerate(how: TurnOptions = {}): Promise<TurnResult> {
    this.#history = this.#history.slice(0, (this.#turnsAt().at(-1) ?? 0) + 1);
    return this.retry(how);
  }

  async trimFront(turns: number): Promise<void> {
    this.#history = this.#history.slice(this.#turnsAt()[turns]);
  }

  async decide(approved: boolean, reason?: string, how: TurnOptions = {}): Promise<TurnResult> {
    const [asked] = this.#open();
    if (!asked) throw new Error('nothing waits for a decision');
    const { approvalId } = asked;
    this.#decisions.push({ type: 'tool-approval-response', approvalId, approved, ...defined({ reason }) });
    if (this.#open().length > 0) return { text: '', pending: this.#pending() };
    this.#history.push({ role: 'tool', content: this.#decisions });
    this.#decisions = [];
    return this.retry(how);
  }

  grow(parts: readonly (TextPart | SignedReasoning)[], how: TurnOptions = {}): Promise<TurnResult> {
    if (this.#history.at(-1)?.role === 'assistant') this.#history.pop();
    const content = parts.map((part) =>
      part.type === 'text' ? { type: part.type, text: part.text } : storedReasoning(part),
    );
    this.#history.push({ role: 'assistant', content });
    return this.retry(how);
  }

  async side(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    const { text, reports, failure } = await this.#ask([{ role: 'user', content: words }], how);
    if (failure) throw failure.error;
    return { text, reports };
  }

  async another(names: Names): Promise<AdapterApp> {
    const { tenant: _, session: __, lane: ___, ...setup } = this.#setup;
    return new Application(this.#framework, { ...setup, ...names }, { adapter: this.#adapter });
  }

  async reopen(daybook: Daybook): Promise<AdapterApp> {
    const history = JSON.parse(JSON.stringify(this.#history)) as ModelMessage[];
    return new Application(this.#framework, { ...this.#setup, daybook }, { history });
  }

  held(): unknown {
    return this.#history;
  }

  async close(): Promise<void> {}

  #ask(messages: readonly ModelMessage[], how: TurnOptions) {
    return ask(this.#framework.sdk, { ...this.#settings, messages: [...messages] }, how);
  }
}
