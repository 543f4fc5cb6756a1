/**
 * Counts what was said while a script is made.
 *
 * Invariant: a part is counted when it is first handed over or reported, and never for coming back.
 */
import type { Message, MessagePart, Role } from '@daybook/core';
import { wordingOf } from './parts.ts';
import type { HeaderIntent, Said } from './script.ts';

export class Tally {
  readonly #said = new Map<string, Said>();
  readonly #headers = new Set<string>();

  /** Whether anything countable was among the parts. */
  count(role: Role, parts: readonly MessagePart[]): boolean {
    const said = parts.flatMap((part) => saidBy(role, part));
    for (const part of said) {
      const key = JSON.stringify([part.kind, part.role, part.text]);
      this.#said.set(key, { ...part, times: (this.#said.get(key)?.times ?? 0) + 1 });
    }
    return said.length > 0;
  }

  countHeader(header: readonly Message[]): void {
    for (const { parts } of header) for (const words of wordingOf(parts)) this.#headers.add(words);
  }

  said(): Said[] {
    return [...this.#said.values()];
  }

  /** Whether any message wording was said more than once. */
  repeats(): boolean {
    return this.said().some(({ kind, times }) => kind === 'message' && times > 1);
  }

  userMessages(): number {
    return this.said().reduce(
      (sum, said) => (said.kind === 'message' && said.role === 'user' ? sum + said.times : sum),
      0,
    );
  }

  headers(atLeast: number, atMost: number): HeaderIntent {
    return { texts: [...this.#headers], atLeast, atMost };
  }
}

function saidBy(role: Role, part: MessagePart): Omit<Said, 'times'>[] {
  if (part.type === 'text' && part.text !== '') return [{ kind: 'message', role, text: part.text }];
  if (part.type === 'tool-call') return [{ kind: 'tool-call', role: 'assistant', text: part.callId }];
  if (part.type !== 'tool-result') return [];
  return wordingOf(part.output).map((text) => ({ kind: 'tool-result', role: 'tool', text }));
}
