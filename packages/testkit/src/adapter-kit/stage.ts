/**
 * One test: an application of the framework on a store in memory and a scripted model, and eyes on all three.
 *
 * Invariant: whatever the adapter does, the record is read on a handle of the store that is never away.
 */
import { type Daybook, type Json, noClock, openDaybook } from '@daybook/core';
import { type MemoryState, memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import type { AdapterApp, AdapterHarness, AdapterSetup, TurnOptions, TurnResult } from './harness.ts';
import { fail, rejection } from './reading.ts';
import { readRecord, type SessionRecord, standingIn } from './record.ts';
import { type Reply, ScriptedModel, type Seen } from './scripted-model.ts';
import { type SwitchableStore, switchableStore } from './switchable-store.ts';
import { kitTools, SYSTEM, type Turn } from './talk.ts';
import { toldIn } from './told.ts';

export interface StageOptions {
  readonly window: number;
  /** No session is named. */
  readonly anonymous?: true;
}

export const SESSION = 'library';
/** Everything fits: nothing is ever folded for its size. */
export const LARGE = 100_000;
/** Small enough for a fold every three or four turns of the talk. */
export const SMALL = 2200;

type Optional =
  | 'retry'
  | 'edit'
  | 'regenerate'
  | 'trimFront'
  | 'decide'
  | 'grow'
  | 'side'
  | 'another'
  | 'reopen'
  | 'held';

export class Stage {
  readonly stream: boolean;
  readonly model: ScriptedModel;
  readonly store: SwitchableStore;
  /** Names of the tools that ran, with their input. */
  readonly ran: (readonly [name: string, input: Json])[] = [];
  /** On the same store as the application's, and never away. */
  readonly witness: Daybook;
  app: AdapterApp;
  readonly #harness: AdapterHarness;
  readonly #reader: Store;
  readonly #setup: AdapterSetup;
  readonly #apps: AdapterApp[] = [];

  static async open(
    harness: AdapterHarness,
    options: StageOptions & { readonly stream: boolean },
  ): Promise<Stage> {
    const state: MemoryState = new Map();
    const store = switchableStore(memoryStore(state));
    const [daybook, witness] = await Promise.all([daybookOn(store), daybookOn(memoryStore(state))]);
    const stage = new Stage(harness, options, { store, reader: memoryStore(state), daybook, witness });
    if (!options.anonymous) await stage.start();
    return stage;
  }

  private constructor(
    harness: AdapterHarness,
    { window, stream, anonymous }: StageOptions & { readonly stream: boolean },
    given: { store: SwitchableStore; reader: Store; daybook: Daybook; witness: Daybook },
  ) {
    const { store, reader, daybook, witness } = given;
    this.#harness = harness;
    this.#reader = reader;
    this.stream = stream;
    this.store = store;
    this.witness = witness;
    this.model = new ScriptedModel(() => standingIn(reader, { tenant: 'default', session: SESSION }));
    this.#setup = {
      daybook,
      ...(anonymous ? {} : { session: SESSION }),
      window,
      system: SYSTEM,
      tools: kitTools((name, input) => this.ran.push([name, input])),
      model: this.model,
    };
    this.app = NOT_OPEN;
  }

  /** Opens the application. */
  async start(): Promise<AdapterApp> {
    return this.use(await this.#harness.open(this.#setup));
  }

  /** Another application takes the place of this one. */
  use(app: AdapterApp): AdapterApp {
    this.#apps.push(app);
    this.app = app;
    return app;
  }

  /** A method that the framework may lack. @throws AssertionError when it does, and the suite is not skipped */
  has<Name extends Optional>(name: Name): NonNullable<AdapterApp[Name]> {
    const { app } = this;
    const method = app[name] ?? fail(`the application has no "${name}", and the suite is not in skips`);
    return method.bind(app) as NonNullable<AdapterApp[Name]>;
  }

  /** The whole turn as it is scripted. */
  async play(turn: Turn, how: TurnOptions = {}): Promise<TurnResult> {
    this.expect(turn);
    return this.app.turn(turn.words, this.how(how));
  }

  async playAll(turns: readonly Turn[]): Promise<void> {
    for (const turn of turns) await this.play(turn);
  }

  /** The model answers the turn's words with its steps. */
  expect({ words, steps }: Turn): void {
    this.model.expect(
      words,
      steps.map((parts) => ({ parts })),
    );
  }

  /** The turn's user gets to see an error. @returns it */
  async failing(words: string, replies: readonly Reply[]): Promise<unknown> {
    this.model.expect(words, replies);
    return rejection(this.app.turn(words, this.how()), 'the user was not told of the failure');
  }

  how(more: TurnOptions = {}): TurnOptions {
    return { ...(this.stream ? { stream: true } : {}), ...more };
  }

  /** A new process: application, adapter and daybook are others, the store is the same. */
  async reopen(): Promise<void> {
    const reopen = this.has('reopen');
    this.use(await reopen(await daybookOn(this.store)));
  }

  /** Waits for what an adapter does behind the user's back, such as journaling an answer that was stopped. */
  async until(isSo: (record: SessionRecord) => boolean, what: string): Promise<SessionRecord> {
    for (let tries = 0; tries < 200; tries++) {
      const record = await this.record();
      if (isSo(record)) return record;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return fail(what, toldIn(await this.record()));
  }

  get seen(): readonly Seen[] {
    return this.model.seen;
  }

  get last(): Seen {
    return this.seen.at(-1) ?? fail('the model was never called');
  }

  /** How often a fold has been adopted by now. */
  async adoptions(): Promise<number> {
    return (await standingIn(this.#reader, { tenant: 'default', session: SESSION })).adoptions;
  }

  record(names: { readonly tenant?: string; readonly session?: string } = {}): Promise<SessionRecord> {
    return readRecord(this.witness, { session: SESSION, ...names });
  }

  async close(): Promise<void> {
    this.store.away = false;
    for (const app of this.#apps) await app.close();
  }
}

/** No clock and one salt, so that two stages of one script come to the same bytes. */
function daybookOn(store: Store): Promise<Daybook> {
  return openDaybook({ store, clock: noClock, salt: new Uint8Array(32).fill(7) });
}

const NOT_OPEN: AdapterApp = {
  turn: () => fail('the application was not opened'),
  close: async () => {},
};
