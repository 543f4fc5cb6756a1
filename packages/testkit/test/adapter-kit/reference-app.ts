/**
 * A chat application without a framework, with the reference adapter between it and its model.
 *
 * Invariant: its history is its own: what is handed over are the very objects it holds.
 */
import type { Daybook, TextPart, ToolCallPart, ToolResultPart, Usage } from '@daybook/core';
import {
  type AdapterApp,
  type AdapterSetup,
  BROKEN_STREAM,
  type CallReport,
  type KitMessage,
  type KitPart,
  type KitTool,
  type SignedReasoning,
  type TurnOptions,
  type TurnResult,
} from '../../src/index.ts';
import { type Names, type Prepared, type Steps, TooLarge } from './reference-adapter.ts';

export class ReferenceApp implements AdapterApp {
  readonly #makeSteps: () => Steps;
  readonly #steps: Steps;
  readonly #setup: AdapterSetup;
  readonly #names: Names;
  #history: KitMessage[];
  #pending: ToolCallPart[] = [];

  /** @param makeSteps the adapter of one process */
  constructor(
    makeSteps: () => Steps,
    setup: AdapterSetup,
    { history = [], steps = makeSteps() }: { history?: readonly KitMessage[]; steps?: Steps } = {},
  ) {
    const { tenant, session, lane } = setup;
    this.#makeSteps = makeSteps;
    this.#steps = steps;
    this.#setup = setup;
    this.#names = {
      ...(tenant === undefined ? {} : { tenant }),
      ...(session === undefined ? {} : { session }),
      ...(lane === undefined ? {} : { lane }),
    };
    this.#history = [...history];
  }

  async turn(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    this.#history.push(said('user', words));
    return this.#loop(how);
  }

  retry(how: TurnOptions = {}): Promise<TurnResult> {
    return this.#loop(how);
  }

  edit(turn: number, words: string, how: TurnOptions = {}): Promise<TurnResult> {
    this.#history = this.#history.slice(0, this.#turnsAt()[turn - 1]);
    return this.turn(words, how);
  }

  regenerate(how: TurnOptions = {}): Promise<TurnResult> {
    this.#history = this.#history.slice(0, (this.#turnsAt().at(-1) ?? 0) + 1);
    return this.#loop(how);
  }

  async trimFront(turns: number): Promise<void> {
    this.#history = this.#history.slice(this.#turnsAt()[turns]);
  }

  async decide(approved: boolean, reason?: string, how: TurnOptions = {}): Promise<TurnResult> {
    const call = this.#pending.shift();
    if (!call) throw new Error('nothing waits for a decision');
    const parts = approved ? [await run(this.#setup.tools, call)] : deniedOf(call, reason);
    this.#history.push({ role: 'tool', parts });
    return this.#pending.length > 0 ? { text: '', pending: this.#waiting() } : this.#loop(how);
  }

  grow(parts: readonly (TextPart | SignedReasoning)[], how: TurnOptions = {}): Promise<TurnResult> {
    if (this.#history.at(-1)?.role === 'assistant') this.#history.pop();
    this.#history.push({ role: 'assistant', parts });
    return this.#loop(how);
  }

  async side(words: string, how: TurnOptions = {}): Promise<TurnResult> {
    const { answer, reports } = await this.#call([...this.#header(), said('user', words)], how);
    return { text: textOf(answer), reports };
  }

  async another(names: Names): Promise<AdapterApp> {
    const { session: _, tenant: __, lane: ___, ...setup } = this.#setup;
    return new ReferenceApp(this.#makeSteps, { ...setup, ...names }, { steps: this.#steps });
  }

  async reopen(daybook: Daybook): Promise<AdapterApp> {
    const history = structuredClone(this.#history);
    return new ReferenceApp(this.#makeSteps, { ...this.#setup, daybook }, { history });
  }

  held(): unknown {
    return this.#history;
  }

  async close(): Promise<void> {}

  async #loop(how: TurnOptions): Promise<TurnResult> {
    const reports: CallReport[] = [];
    for (;;) {
      const called = await this.#call([...this.#header(), ...this.#history], how);
      reports.push(...called.reports);
      if (called.aborted) return { text: textOf(called.answer), aborted: true, reports };
      this.#history.push(called.answer);
      const calls = called.answer.parts.filter((part) => part.type === 'tool-call');
      if (calls.length === 0) return { text: textOf(called.answer), reports };
      const asks = (call: ToolCallPart): boolean => toolOf(this.#setup.tools, call).needsApproval === true;
      const free = calls.filter((call) => !asks(call));
      if (free.length > 0) {
        const parts = await Promise.all(free.map((call) => run(this.#setup.tools, call)));
        this.#history.push({ role: 'tool', parts });
      }
      this.#pending = calls.filter(asks);
      if (this.#pending.length > 0) return { text: textOf(called.answer), pending: this.#waiting(), reports };
    }
  }

  /** One call of the model, through the adapter. */
  async #call(messages: readonly KitMessage[], how: TurnOptions): Promise<Called> {
    const steps = this.#steps;
    const { daybook, window } = this.#setup;
    const options = { window, model: 'scripted' };
    const session = steps.session(daybook, this.#names);
    let prepared = await steps.prepare(session, steps.handedOver(messages), options);
    for (let refusals = 0; ; ) {
      const spoken = await this.#ask(steps.sent(prepared.view, messages), how);
      if (spoken.error !== undefined && steps.isTooLarge(spoken.error)) {
        const again = await steps.again(prepared, options, ++refusals);
        if (!again) return { answer: steps.failed(spoken.error), reports: [] };
        prepared = again;
        continue;
      }
      return this.#given(prepared, spoken, how);
    }
  }

  async #given(
    prepared: Prepared,
    { answer, usage, error }: Spoken,
    { stream = false }: TurnOptions,
  ): Promise<Called> {
    const steps = this.#steps;
    const { notices } = prepared.view.account;
    const heard = answer.parts.length > 0;
    const happened = {
      ...(heard ? { answer } : {}),
      ...(usage ? { usage } : {}),
      ...(error === undefined ? {} : { aborted: true }),
    };
    const failure = await steps.answered(prepared, happened, stream);
    const reports = [{ failure, notices }];
    if (error === undefined) return { answer: steps.given(answer), reports };
    if (error instanceof DOMException) return { answer, reports, aborted: true };
    return { answer: steps.failed(error), reports };
  }

  /** What came of one request: whole, or as far as it came. */
  async #ask(
    messages: readonly KitMessage[],
    { stream = false, signal, onText }: TurnOptions,
  ): Promise<Spoken> {
    const parts: KitPart[] = [];
    const answer: KitMessage = { role: 'assistant', parts };
    try {
      const reply = await this.#setup.model.answer({ messages, stream, ...(signal ? { signal } : {}) });
      if (reply.overflow !== undefined) return { answer, error: new TooLarge(reply.overflow) };
      const { cut, usage } = reply;
      for (const part of stream && cut ? reply.parts.slice(0, cut.after) : reply.parts) {
        parts.push(part);
        if (stream && part.type === 'text') for (const piece of piecesOf(part.text)) onText?.(piece);
      }
      if (!stream || !cut) return { answer, usage };
      return { answer, error: cut.how === 'break' ? new Error(BROKEN_STREAM) : await stop(signal) };
    } catch (error) {
      return { answer, error };
    }
  }

  #header(): KitMessage[] {
    const { system } = this.#setup;
    return system === undefined ? [] : [said('system', system)];
  }

  #waiting(): string[] {
    return this.#pending.map(({ callId }) => callId);
  }

  /** Where turns begin. */
  #turnsAt(): number[] {
    return this.#history.flatMap(({ role }, at) => (role === 'user' ? [at] : []));
  }
}

interface Spoken {
  readonly answer: KitMessage;
  readonly usage?: Usage;
  readonly error?: unknown;
}

interface Called {
  readonly answer: KitMessage;
  readonly reports: readonly CallReport[];
  readonly aborted?: true;
}

function said(role: KitMessage['role'], text: string): KitMessage {
  return { role, parts: [{ type: 'text', text }] };
}

function textOf({ parts }: KitMessage): string {
  return parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
}

function piecesOf(text: string): string[] {
  const half = Math.ceil(text.length / 2);
  return [text.slice(0, half), text.slice(half)].filter((piece) => piece !== '');
}

function toolOf(tools: readonly KitTool[], { name }: ToolCallPart): KitTool {
  const tool = tools.find((one) => one.name === name);
  if (!tool) throw new Error(`there is no tool ${name}`);
  return tool;
}

async function run(tools: readonly KitTool[], call: ToolCallPart): Promise<ToolResultPart> {
  const { callId, name } = call;
  const result = (status: 'returned' | 'error', text: string): ToolResultPart => ({
    type: 'tool-result',
    callId,
    name,
    output: [{ type: 'text', text }],
    status,
  });
  try {
    return result('returned', await toolOf(tools, call).run(call.input));
  } catch (error) {
    return result('error', error instanceof Error ? error.message : String(error));
  }
}

function deniedOf({ callId, name }: ToolCallPart, reason: string | undefined): (ToolResultPart | TextPart)[] {
  const result: ToolResultPart = { type: 'tool-result', callId, name, output: [], status: 'denied' };
  return reason === undefined ? [result] : [result, { type: 'text', text: reason, speaker: 'user' }];
}

/** The model says nothing more until the caller stops it. */
function stop(signal: AbortSignal | undefined): Promise<DOMException> {
  const reason = new DOMException('stopped', 'AbortError');
  return new Promise((resolve) => {
    if (signal?.aborted) resolve(reason);
    signal?.addEventListener('abort', () => resolve(reason), { once: true });
  });
}
