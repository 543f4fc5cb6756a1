/**
 * What the adapter kit is given: how to open a small chat application of a framework, with its adapter, on a scripted model.
 *
 * Invariant: nothing here knows a framework. The harness translates between the framework's own messages and neutral
 * ones where the model stands; the kit says what the model answers and looks at what it was sent.
 */
import type {
  Daybook,
  Json,
  Message,
  MessagePart,
  OpaquePart,
  ReasoningPart,
  TextPart,
  ToolCallPart,
  Usage,
} from '@daybook/core';

/** The suites of the kit. */
export type ScenarioName =
  | 'valid at every cut'
  | 'current question'
  | 'pins'
  | 'prefix stability'
  | 'journal'
  | 'stream equals generate'
  | 'abort'
  | 'parallel calls'
  | 'reasoning'
  | 'edit'
  | 'regenerate'
  | 'trimmed front'
  | 'retry'
  | 'two sessions'
  | 'opaque items'
  | 'growing messages'
  | 'approvals'
  | 'overflow'
  | 'store away'
  | 'side calls'
  | 'input untouched'
  | 'cold process'
  | 'missing session';

export interface AdapterHarness {
  readonly name: string;
  /**
   * Suites that the framework has nothing for, each with the reason, which is printed; `streaming` for the half of
   * every suite that streams. What is not named here is tested: a method of {@link AdapterApp} that a suite needs and
   * does not find fails it.
   */
  readonly skips?: Readonly<Partial<Record<ScenarioName | 'streaming', string>>>;
  /**
   * A provider's compaction item as a model of this framework answers it, in the neutral form that the adapter gives
   * it. The suite "opaque items" has the model answer exactly this part.
   */
  readonly opaque?: OpaquePart;
  /**
   * Opens an application with an empty history. Rejects with a DaybookError `invalid-input`, or its turns do, when
   * the setup names no session.
   */
  open(setup: AdapterSetup): Promise<AdapterApp>;
}

/** How the harness wires its application. Retries of the framework itself are off; at least 24 steps a turn are allowed. */
export interface AdapterSetup {
  readonly daybook: Daybook;
  readonly tenant?: string;
  /** Absent only in the suite "missing session". */
  readonly session?: string;
  readonly lane?: string;
  /** Context window of the model, in tokens. No maximum of output is to be set: it would be the reserve. */
  readonly window: number;
  /** System text, sent with every call. */
  readonly system?: string;
  readonly tools: readonly KitTool[];
  readonly model: KitModel;
}

export interface KitTool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the input, an object. */
  readonly schema: { readonly [name: string]: Json };
  /** A person decides before it runs: the turn ends, and {@link AdapterApp.decide} goes on with it. */
  readonly needsApproval?: true;
  /** Resolves with the output, a text. A throw is the tool's failure: the model is told its message, as an error. */
  run(input: Json): Promise<string>;
}

/** Stands where the provider stands: behind the adapter. */
export interface KitModel {
  /** One call of the model. A rejection is thrown as it is, as a provider's failure that is not to be retried. */
  answer(request: KitRequest): Promise<KitAnswer>;
}

export interface KitRequest {
  /** Exactly what the framework's model was sent, header included, in its order: nothing joined, mended or left out. */
  readonly messages: readonly KitMessage[];
  readonly stream: boolean;
  readonly signal?: AbortSignal;
}

/** A neutral message whose reasoning carries its seal along. */
export interface KitMessage extends Omit<Message, 'parts'> {
  readonly parts: readonly (Exclude<MessagePart, ReasoningPart> | SignedReasoning)[];
}

/** Reasoning with what the provider signed it with, carried by the framework's own means (provider metadata). */
export interface SignedReasoning extends ReasoningPart {
  readonly signature?: string;
}

export type KitPart = TextPart | SignedReasoning | ToolCallPart | OpaquePart;

export type KitAnswer = KitSpoken | KitRefusal;

export interface KitSpoken {
  readonly overflow?: never;
  /** In this order. The model asks for tools when one of them is a tool-call, and is done otherwise. */
  readonly parts: readonly KitPart[];
  readonly usage: Usage;
  /**
   * Streams only: the first so many parts reach the caller, and nothing after. `hang`: the model then waits until the
   * caller stops it. `break`: the stream then fails with {@link BROKEN_STREAM}.
   */
  readonly cut?: { readonly after: number; readonly how: 'hang' | 'break' };
}

/** The provider takes the request for too large: the framework's own error for it, with this wording and status 400. */
export interface KitRefusal {
  readonly overflow: string;
}

/** Message of the error with which a stream breaks. */
export const BROKEN_STREAM = 'the connection was closed in the middle of an answer';

/**
 * The application: it keeps its own history, calls the model with the whole of it, runs the tools, and asks again until
 * the model asks for none.
 *
 * Whatever fails or is stopped: the user's words and every finished step stay in its history, what was cut short does
 * not. Where a method is absent the suite is named in `skips`.
 */
export interface AdapterApp {
  /** The user says something. Rejects with what the application's user would get to see as an error. */
  turn(words: string, how?: TurnOptions): Promise<TurnResult>;
  /** Calls the model with the history as it stands, after a turn that failed. */
  retry?(how?: TurnOptions): Promise<TurnResult>;
  /** Other words for the user's turn of this number, from 1: everything from there on is dropped, and the turn runs. */
  edit?(turn: number, words: string, how?: TurnOptions): Promise<TurnResult>;
  /** Drops everything behind the user's last words, and runs the turn again. */
  regenerate?(how?: TurnOptions): Promise<TurnResult>;
  /** The first so many turns are gone from the history for good. The model is not called. */
  trimFront?(turns: number): Promise<void>;
  /** Answers the oldest open question for approval. The turn goes on when none is open any more. */
  decide?(approved: boolean, reason?: string, how?: TurnOptions): Promise<TurnResult>;
  /**
   * An application that stores what streams in: the last message of the history becomes the assistant's of these parts
   * (another one is added when the last is not the assistant's), and the model is called with the history as it stands.
   * What it answers is stored behind it.
   */
  grow?(parts: readonly (TextPart | SignedReasoning)[], how?: TurnOptions): Promise<TurnResult>;
  /** A call of the same model, same session, that is not the conversation: these words alone, nothing stored. */
  side?(words: string, how?: TurnOptions): Promise<TurnResult>;
  /** Another application with an empty history on the same adapter object and the same model. */
  another?(names: Pick<AdapterSetup, 'tenant' | 'session' | 'lane'>): Promise<AdapterApp>;
  /**
   * A new process: this application's stored history, in an application and an adapter of their own on another daybook
   * of the same store. This one is not used again.
   */
  reopen?(daybook: Daybook): Promise<AdapterApp>;
  /** The history itself, as the application holds it: the live native messages that it hands over. */
  held?(): unknown;
  close(): Promise<void>;
}

export interface TurnOptions {
  readonly stream?: boolean;
  /** The user's stop button. A stopped call resolves with `aborted`. */
  readonly signal?: AbortSignal;
  /** Streams only: each piece of visible text as it reaches the user. */
  onText?(text: string): void;
}

/** What the application's user got to see. */
export interface TurnResult {
  /** Text of the last step; of a stream its pieces joined. */
  readonly text: string;
  readonly aborted?: true;
  /** Ids of the calls that wait for somebody's approval. */
  readonly pending?: readonly string[];
  /** The adapter's account of each call of the model, where it gives one. */
  readonly reports?: readonly CallReport[];
}

export interface CallReport {
  /** Code of what daybook could not do while the call went on; null or absent when it did all. */
  readonly failure?: string | null;
  readonly notices?: readonly string[];
}
