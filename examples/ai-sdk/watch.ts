/** What went to the model and what came back, call by call, beside daybook's own report of the call. */
import type { CallReport } from '@daybook/ai-sdk';
import { wrapLanguageModel } from 'ai';
import type { Model } from './before/model.ts';

/** One call as the provider met it. */
export interface WatchedCall {
  readonly report: CallReport;
  readonly sent: readonly SentMessage[];
}

export interface SentMessage {
  readonly role: string;
  /** What can be read of it. */
  readonly text: string;
}

export class Watch {
  readonly calls: WatchedCall[] = [];
  /** Paths that the model wrote to. */
  readonly written: Set<string> = new Set();
  /** Calls that had been made when each turn began. */
  readonly turns: number[] = [0];
  #sent: readonly SentMessage[] = [];

  /** The model behind daybook, watched. */
  model(model: Model): Model {
    return wrapLanguageModel({
      model,
      middleware: {
        wrapGenerate: async ({ doGenerate, params }) => {
          this.#sent = params.prompt.map(({ role, content }) => ({ role, text: textOf(content) }));
          const result = await doGenerate();
          for (const part of result.content)
            if (part.type === 'tool-call' && part.toolName === 'write_file') this.#note(part.input);
          return result;
        },
      },
    });
  }

  ended(report: CallReport): void {
    this.calls.push({ report, sent: this.#sent });
  }

  turnEnded(): void {
    this.turns.push(this.calls.length);
  }

  #note(input: string): void {
    const path = /"path"\s*:\s*"([^"]*)"/.exec(input)?.[1];
    if (path !== undefined) this.written.add(path);
  }
}

function textOf(content: string | readonly object[]): string {
  if (typeof content === 'string') return content;
  return content.map((part) => ('text' in part ? String(part.text) : JSON.stringify(part))).join('\n');
}
