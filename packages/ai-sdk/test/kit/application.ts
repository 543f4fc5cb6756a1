/**
 * A small chat application on the SDK.
 *
 * Invariant: it holds `ModelMessage[]` as the SDK gave them, and hands over the very messages that it holds.
 */
import type { Daybook, TextPart } from '@daybook/core';
import type { AdapterApp, AdapterSetup, SignedReasoning, TurnOptions, TurnResult } from '@daybook/testkit';
import type { ModelMessage, ToolApprovalRequest, ToolApprovalResponse } from 'ai';
import type { Sdk, Settings } from '../middleware/sdks.ts';
import { type Asked, ask } from './asking.ts';
import { metadataOf } from './scripted.ts';
import { toolSettings } from './tools.ts';

/** A version of the SDK with one way to put daybook in front of a model. */
export interface Framework {
  readonly sdk: Sdk;
  /** Whether a call says which of its tools ask a person first; else the tools do. */
  readonly approvals: 'by-call' | 'by-tool';
  /** One adapter object on the setup's model. */
  adapterOf(setup: AdapterSetup): Adapter;
}

/** @returns settings of the calls of a session */
export type Adapter = (names: Names) => Settings;
export type Names = Pick<AdapterSetup, 'tenant' | 'session' | 'lane'>;

const MOST_STEPS = 30;

export class Application implements AdapterApp {
  readonly #framework: Framework;
  readonly #setup: AdapterSetup;
  readonly #adapter: Adapter;
  readonly #settings: Settings;
  #history: ModelMessage[];
  /** Of a step with several questions the answers so far. */
  #decisions: ToolApprovalResponse[] = [];

  constructor(framework: Framework, setup: AdapterSetup, history: ModelMessage[], adapter: Adapter) {
    this.#framework = framework;
    this.#setup = setup;
    this.#adapter = adapter;
    this.#history = history;
    const { tenant, session, lane, system } = setup;
    this.#settings = {
      ...adapter({
        ...(tenant !== undefined && { tenant }),
        ...(session !== undefined && { session }),
        ...(lane !== undefined && { lane }),
      }),
      ...(system !== undefined && { system }),
      ...toolSettings(framework, setup.tools),
      stopWhen: framework.sdk.steps(MOST_STEPS),
      maxRetries: 0,
    };
  }

  turn(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    this.#history.push({ role: 'user', content: words });
    return this.retry(how);
  }

  async retry(how: TurnOptions = {}): Promise<TurnResult> {
    const asked = await this.#ask(this.#history, how);
    this.#history.push(...asked.messages);
    const pending = this.#open().map(({ toolCallId }) => toolCallId);
    return { ...seen(asked, how), ...(pending.length > 0 && { pending }) };
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
    const decision = { type: 'tool-approval-response' as const, approvalId, approved };
    this.#decisions.push(reason === undefined ? decision : { ...decision, reason });
    const pending = this.#open().map(({ toolCallId }) => toolCallId);
    if (pending.length > 0) return { text: '', pending };
    this.#history.push({ role: 'tool', content: this.#decisions });
    this.#decisions = [];
    return this.retry(how);
  }

  grow(parts: readonly (TextPart | SignedReasoning)[], how: TurnOptions = {}): Promise<TurnResult> {
    if (this.#history.at(-1)?.role === 'assistant') this.#history.pop();
    const content = parts.map((part) =>
      part.type === 'text'
        ? { type: part.type, text: part.text }
        : { type: part.type, text: part.text, providerOptions: metadataOf(part) },
    );
    this.#history.push({ role: 'assistant', content });
    return this.retry(how);
  }

  async side(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    return seen(await this.#ask([{ role: 'user', content: words }], how), how);
  }

  async another(names: Names): Promise<AdapterApp> {
    const { tenant: _, session: __, lane: ___, ...setup } = this.#setup;
    return new Application(this.#framework, { ...setup, ...names }, [], this.#adapter);
  }

  /** What is stored is JSON. */
  async reopen(daybook: Daybook): Promise<AdapterApp> {
    const setup = { ...this.#setup, daybook };
    const stored = JSON.parse(JSON.stringify(this.#history)) as ModelMessage[];
    return new Application(this.#framework, setup, stored, this.#framework.adapterOf(setup));
  }

  held(): unknown {
    return this.#history;
  }

  async close(): Promise<void> {}

  #ask(messages: readonly ModelMessage[], how: TurnOptions): Promise<Asked> {
    return ask(this.#framework.sdk, { ...this.#settings, messages: [...messages] }, how);
  }

  /** Questions that nobody has answered yet. */
  #open(): ToolApprovalRequest[] {
    const responses = this.#history.flatMap(({ role, content }) => (role === 'tool' ? content : []));
    const decided = [...responses, ...this.#decisions].flatMap((part) =>
      part.type === 'tool-approval-response' ? [part.approvalId] : [],
    );
    return this.#history
      .flatMap(({ role, content }) => (role === 'assistant' && typeof content !== 'string' ? content : []))
      .filter((part) => part.type === 'tool-approval-request')
      .filter(({ approvalId }) => !decided.includes(approvalId));
  }

  /** Where turns begin. */
  #turnsAt(): number[] {
    return this.#history.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  }
}

/** @throws what the application's user gets to see as an error */
function seen({ text, reports, failure }: Asked, { signal }: TurnOptions): TurnResult {
  if (!failure) return { text, reports };
  if (signal?.aborted) return { text, reports, aborted: true };
  throw failure.error;
}
