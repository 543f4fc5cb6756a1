/**
 * The conversation as an application would hold it: before each model call the whole list is handed over, the view is
 * sent, and the answer is reported. No model is called; the answers are those of the conversation.
 */
import type { Daybook, Message, Session, View, ViewAccount } from '@daybook/core';
import { edited, secrets, system, turns } from './conversation/index.ts';

export const WINDOW = 128_000;
const SESSION = 'skerrow-ferries';

export interface Run {
  readonly session: Session;
  readonly calls: number;
  /** Milliseconds from the list to the view, the mean of all calls. */
  readonly milliseconds: number;
  readonly folds: readonly FoldSeen[];
  /** What is sent for the last question. */
  readonly last: View;
  /** Lines in which secrets are hidden, from a view that was asked to hide them. */
  readonly hidden: readonly string[];
}

/** One fold as the model meets it: what was sent before its adoption and from then on, in tokens. */
export interface FoldSeen {
  readonly entries: readonly string[];
  readonly list: number;
  readonly before: number;
  readonly after: number;
  readonly covered: number;
  readonly pins: ViewAccount['pins'];
}

export async function runConversation(
  daybook: Daybook,
  progress: (done: number, of: number) => void,
): Promise<Run> {
  const session = daybook.session({ session: SESSION });
  const list: Message[] = [system];
  const folds: FoldSeen[] = [];
  const times: number[] = [];
  const of = turns.reduce((sum, { steps }) => sum + steps.length, 2);
  let waiting: string[] = [];
  let before = 0;
  let hidden: readonly string[] = [];

  for (const [at, { say, steps }] of turns.entries()) {
    if (at === edited.turn) {
      // The user first says something else. It is answered, then edited away: the journal goes on as a branch.
      list.push(edited.say);
      await answered(edited.answer);
      list.pop();
    }
    list.push(say);
    for (const { answer, results } of steps) {
      await answered(answer);
      list.push(answer, ...results);
      if (hidden.length === 0 && holdsSecret(results)) hidden = await hiddenLines(list);
    }
  }
  const last = await asked();
  const milliseconds = times.reduce((sum, time) => sum + time, 0) / times.length;
  return { session, calls: times.length, milliseconds, folds, last, hidden };

  async function asked(): Promise<View> {
    const start = performance.now();
    const call = await session.sync(list);
    const view = await call.prepare({ window: WINDOW });
    times.push(performance.now() - start);
    watch(view.account);
    progress(times.length, of);
    return view;
  }

  async function answered(answer: Message): Promise<void> {
    const view = await asked();
    await view.report({ answer });
  }

  function watch({ folds: made, adopted, tokens, covered, pins }: ViewAccount): void {
    waiting.push(...made);
    if (adopted) {
      folds.push({ entries: waiting, list: tokens.before, before, after: tokens.view, covered, pins });
      waiting = [];
    }
    before = tokens.view;
  }

  /** What a provider would be sent that must not see secrets, either. */
  async function hiddenLines(messages: readonly Message[]): Promise<readonly string[]> {
    const call = await session.sync(messages);
    const view = await call.prepare({ window: WINDOW, redact: { view: true } });
    return view.messages.flatMap((message) => textOf(message).split('\n')).filter(isHidden);
  }
}

/** Everything in a message that can be read. */
export function textOf({ parts }: Message): string {
  return parts
    .map((part) => {
      if (part.type === 'text') return part.text;
      if (part.type !== 'tool-result') return JSON.stringify(part);
      return part.output.map((item) => (item.type === 'text' ? item.text : JSON.stringify(item))).join('\n');
    })
    .join('\n');
}

function holdsSecret(messages: readonly Message[]): boolean {
  return messages.some((message) => secrets.some((secret) => textOf(message).includes(secret)));
}

function isHidden(line: string): boolean {
  return line.includes('[secret:');
}
