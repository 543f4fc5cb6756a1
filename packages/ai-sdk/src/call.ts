/**
 * One call of the application: its list is journaled, a view of it is sent, the answer is journaled. What of daybook
 * fails on the way costs nobody the call, as far as the list fits; the report says what failed.
 */
import type { Answer, Reported, Session, SyncCall, View, ViewOptions } from '@daybook/core';
import { DaybookError, isDaybookError, type Message } from '@daybook/core/adapter';
import { modelName, viewOptions } from './call-options.ts';
import { reportOf } from './call-report.ts';
import type { CallParams, HookOptions, Model } from './model-types.ts';
import type { CallReport, DaybookModelOptions } from './options.ts';
import { placeBreakpoints } from './prompt/breakpoints.ts';
import type { KnownPrompts } from './prompt/known-prompt.ts';
import { fileFormOf } from './prompt/native-message.ts';
import { promptOf } from './prompt/view-prompt.ts';
import { type Overflow, overflowOf } from './provider/overflow.ts';
import { serverHistoryOf } from './provider/server-history.ts';
import { conversationName, historyOf, type SessionOf, withoutScope } from './session-of.ts';
import { untilAborted } from './until-aborted.ts';

/** What all calls of one middleware share. */
export interface Door {
  readonly sessionOf: SessionOf;
  readonly options: DaybookModelOptions;
  readonly prompts: KnownPrompts;
  /** Windows that providers named when they refused, by model. */
  readonly windows: Map<string, number>;
}

/** A request as it is sent, and the view that it holds; null when the messages were sent as they came. */
export interface Attempt {
  readonly params: CallParams;
  readonly view: Omit<View, 'report'> | View | null;
}

type Failure = NonNullable<CallReport['failure']>;

export class Call {
  readonly #door: Door;
  readonly #model: Model;
  readonly #params: CallParams;
  readonly #name: string;
  readonly #history: 'full' | 'delta';
  readonly session: Session;
  readonly server: ReturnType<typeof serverHistoryOf>;
  /** The list in daybook's form; null when it cannot be read. */
  #messages: readonly Message[] | null = null;
  #sync: SyncCall | null = null;
  #failure: Failure | null = null;
  #retried = false;
  #ended: Promise<CallReport> | null = null;

  private constructor(door: Door, { model, params }: HookOptions) {
    this.#door = door;
    this.#model = model;
    this.session = door.sessionOf(params);
    this.#name = conversationName(this.session, params);
    this.#history = historyOf(params);
    this.#params = withoutScope(params);
    this.server = serverHistoryOf(params.providerOptions, model.provider);
  }

  /** @throws DaybookError `invalid-input` for a call without a session; what happened, with `recover: 'fail'` */
  static async open(door: Door, hook: HookOptions): Promise<Call> {
    const call = new Call(door, hook);
    await call.#journal();
    return call;
  }

  async #journal(): Promise<void> {
    const history = this.server?.history ?? this.#history;
    try {
      this.#messages = this.#door.prompts.translate(this.#name, this.#params.prompt);
      this.#sync = await untilAborted(this.session.sync(this.#messages, { history }), this.#signal);
    } catch (error) {
      if (this.#signal?.aborted || this.#door.options.recover === 'fail') return this.#fail('sync', error);
      // What cannot be represented exactly cannot be shortened either.
      if (isDaybookError(error, 'invalid-input')) this.#messages = null;
      this.#failure = { code: this.#codeOf(error), at: 'sync' };
    }
  }

  /** The request to send. @throws DaybookError `view-unreachable`, `invalid-input` */
  async prepare(): Promise<Attempt> {
    try {
      return await this.#attempt(false);
    } catch (error) {
      return this.#fail('view', error);
    }
  }

  /** Nothing is sent. The application is told before it gets the error. */
  async #fail(at: Failure['at'], error: unknown): Promise<never> {
    this.#failure ??= { code: this.#codeOf(error), at };
    await this.end({ params: this.#params, view: null }, {});
    throw error;
  }

  /** A view was sent, and the provider has not refused another one before. */
  mayAskAgain({ view }: Attempt): boolean {
    return view !== null && !this.#retried;
  }

  /**
   * A smaller request, once, when the provider refused the first one as too large. Else the call has ended.
   *
   * @param refusal what the error says of the window; read from the error when absent
   * @throws the error itself when it is no such refusal; DaybookError `provider-overflow` when nothing can be made
   *   smaller or this was the second refusal, `view-unreachable`
   */
  async again(
    refused: Attempt,
    error: unknown,
    refusal: Overflow | null = this.refusalIn(error),
  ): Promise<Attempt> {
    try {
      if (!refusal || !refused.view) throw error;
      if (this.#retried) throw tooLarge(refused, error);
      // Where no limit is named, what was sent is above it.
      const most = refusal.window ?? refused.view.account.tokens.view;
      this.#door.windows.set(modelName(this.#model), most);
      this.#retried = true;
      const smaller = await this.#attempt(true);
      if (smaller.view?.viewId === refused.view.viewId) throw tooLarge(refused, error);
      return smaller;
    } catch (thrown) {
      await this.end(refused, this.#signal?.aborted ? { aborted: true } : {});
      throw thrown;
    }
  }

  refusalIn(error: unknown): Overflow | null {
    return overflowOf(error, this.#door.options.overflow);
  }

  async #attempt(overflow: boolean): Promise<Attempt> {
    if (!this.#messages || this.server) return { params: this.#params, view: null };
    const most = this.#door.windows.get(modelName(this.#model));
    const asked = viewOptions(this.#door.options, this.#model, this.#params, most);
    const view = await this.#view(this.#messages, { ...asked, overflow });
    const handed = {
      native: this.#params.prompt,
      messages: this.#messages,
      cutShort: this.#sync?.cutShort ?? [],
    };
    const made = promptOf(view, handed, fileFormOf(this.#model.specificationVersion));
    const { tools, providerOptions } = this.#params;
    const prompt = placeBreakpoints({ ...made, tools, providerOptions });
    return { params: { ...this.#params, prompt }, view };
  }

  async #view(messages: readonly Message[], options: ViewOptions): Promise<NonNullable<Attempt['view']>> {
    if (!this.#sync) return this.session.degraded(messages, options);
    try {
      return await untilAborted(this.#sync.prepare(options), this.#signal);
    } catch (error) {
      const isTold = isDaybookError(error) || this.#signal?.aborted || options.recover === 'fail';
      if (isTold) throw error;
      this.#failure ??= { code: this.#codeOf(error), at: 'view' };
      return this.session.degraded(messages, options);
    }
  }

  #codeOf(error: unknown): string {
    if (isDaybookError(error)) return error.code;
    return this.#signal?.aborted ? 'aborted' : 'unexpected';
  }

  get #signal(): AbortSignal | undefined {
    return this.#params.abortSignal;
  }

  /** Ends the call: journals the answer, and tells the application. Only the first end of a call counts. */
  end(attempt: Attempt, answer: Answer): Promise<CallReport> {
    this.#ended ??= this.#end(attempt, answer);
    return this.#ended;
  }

  async #end(attempt: Attempt, answer: Answer): Promise<CallReport> {
    const { usage } = answer;
    const model = modelName(this.#model);
    const reported = await this.#record(attempt, usage ? { ...answer, usage: { ...usage, model } } : answer);
    const report = reportOf({
      session: this.session,
      sync: this.#sync,
      reported,
      view: attempt.view,
      server: this.server?.option ?? null,
      readable: this.#messages !== null,
      retried: this.#retried,
      answered: answer.answer !== undefined,
      aborted: answer.aborted === true,
      failure: this.#failure,
    });
    tell(this.#door.options.onCall, report);
    return report;
  }

  async #record({ view }: Attempt, answer: Answer): Promise<Reported | null> {
    if (!this.#sync || (!answer.answer && !answer.usage)) return null;
    try {
      const recorded = view && 'report' in view ? view.report(answer) : this.#sync.report(answer);
      return await (answer.aborted ? recorded : untilAborted(recorded, this.#signal));
    } catch (error) {
      // The answer is the application's whether or not it could be journaled; it comes back with the next list.
      this.#failure ??= { code: this.#codeOf(error), at: 'report' };
      return null;
    }
  }
}

/** What the application's function throws is its own, like the error of an event listener: no call fails by it. */
function tell(onCall: DaybookModelOptions['onCall'], report: CallReport): void {
  void (async () => onCall?.(report))();
}

function tooLarge({ view }: Attempt, cause: unknown): DaybookError {
  return new DaybookError(
    'provider-overflow',
    'the provider refused the request as too large, and daybook cannot make it smaller: set `window` to what the model takes, shorten the system text or the message, or lower `maxOutputTokens`',
    { cause, details: { tokens: view?.account.tokens } },
  );
}
