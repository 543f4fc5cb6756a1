/**
 * Codex rollouts: one JSON value a line, a flat line of response items with events for display between them.
 *
 * Response items are what the model saw and become messages; an event becomes one only where it is the only
 * copy of what was said (`codex.talk.ts`).
 */
import type { Message, Usage } from '@daybook/core';
import {
  quietEvents,
  quietItems,
  quietLines,
  sealedItems,
  thoughtEvents,
  turnBegins,
  turnEnds,
} from './codex.data.ts';
import { codexWords, imageAt, messageOf, sealedParts, textOfMessage } from './codex.items.ts';
import { isCodexLine, type Line, laneIn, lineOf, placementIn, sessionIn, typedText } from './codex.lines.ts';
import { CodexTalk } from './codex.talk.ts';
import { usageReports } from './codex.usage.ts';
import type { LineFormat, LogItem, LogReader } from './format.ts';
import { listOf, numberOf, objectOf, software, stringOf, timeOf, unknownLines, words } from './text.ts';

export const codex: LineFormat = {
  name: 'codex',
  shape: 'lines',
  sessionOf: (head) => head.map((value) => sessionIn(lineOf(value))).find((id) => id !== undefined),
  detect: (head) => head.some(isCodexLine),
  reader: () => {
    const rollout = new Rollout();
    return Object.assign(rollout.read.bind(rollout), { waiting: () => rollout.talk.waiting() }) as LogReader;
  },
};

class Rollout {
  readonly talk: CodexTalk = new CodexTalk();
  readonly #unknown = unknownLines();
  readonly #usage = usageReports();
  #isFirst = true;
  #base: string | undefined;
  #sealed: string | undefined;

  read(value: unknown, number: number): readonly LogItem[] {
    const line = lineOf(value);
    if (line === undefined) return this.#unknown('a value that is no line', number);
    const { type, payload, timestamp } = line;
    switch (type) {
      case 'session_meta':
        return this.#meta(line, number);
      case 'response_item':
        return this.#item(line, number);
      case 'event_msg':
        return this.#event(line, number);
      case 'compacted':
        return this.#compacted(line, number);
      case 'turn_context':
        this.#usage.context({ model: payload.model });
        return [];
      case 'token_usage_record':
        return this.#reported(this.#usage.record(payload), number);
      case 'inter_agent_communication': {
        const message: Message = { role: 'user', parts: [], ...timeOf(timestamp) };
        return this.talk.deliver(stringOf(payload.content) ?? '', number, message);
      }
    }
    return quietLines.has(type) ? [] : this.#unknown(type, number);
  }

  #meta({ payload, timestamp }: Line, number: number): readonly LogItem[] {
    // Further ones were copied from the thread that this one left.
    if (this.#isFirst) {
      this.talk.at = placementIn(payload);
      const text = stringOf(payload.instructions) ?? '';
      const message: Message = { role: 'user', parts: [software(text)], ...timeOf(timestamp) };
      this.talk.holdInstructions({ text, line: number, message });
      this.#isFirst = false;
    }
    const text = stringOf(objectOf(payload.base_instructions)?.text) ?? '';
    if (text === '' || text === this.#base) return [];
    this.#base = text;
    return this.talk.speak(number, { role: 'system', parts: [words(text)], ...timeOf(timestamp) });
  }

  #item({ payload, timestamp }: Line, number: number): readonly LogItem[] {
    const type = stringOf(payload.type) ?? '';
    if (quietItems.has(type)) return [];
    const native = messageOf(payload, number);
    if (native === undefined) return this.#unknown(`response_item ${type}`, number);
    const id = stringOf(payload.id);
    const message = { ...native, ...(id === undefined ? {} : { id }), ...timeOf(timestamp) };
    if (type === 'agent_message') return this.talk.deliver(textOfMessage(message), number, message);
    // A message may say nothing: an answer stopped before its first word. Anything else without parts is nothing.
    if (message.parts.length === 0 && type !== 'message') return [];
    if (message.role === 'user') return this.talk.userItem(number, message);
    if (message.role !== 'assistant') return this.talk.speak(number, message);
    if (sealedItems.has(type) && this.#isSealedAgain(payload.encrypted_content)) return [];
    return this.talk.modelItem(number, message, type === 'message');
  }

  #event({ payload, timestamp }: Line, number: number): readonly LogItem[] {
    const type = stringOf(payload.type) ?? '';
    const typed = typedText(payload);
    if (typed !== undefined) {
      const images = listOf(payload.images).flatMap((url) => (typeof url === 'string' ? [imageAt(url)] : []));
      const message: Message = {
        role: 'user',
        parts: [...codexWords(typed), ...images],
        ...timeOf(timestamp),
      };
      return this.talk.userEvent({ text: typed, line: number, message });
    }
    if (type === 'agent_message') {
      const text = stringOf(payload.message) ?? '';
      const message: Message = { role: 'assistant', parts: [words(text)], ...timeOf(timestamp) };
      return this.talk.modelEvent({ text, line: number, message });
    }
    if (thoughtEvents.has(type)) {
      const text = stringOf(payload.text) ?? '';
      const parts = [{ type: 'reasoning', text } as const];
      this.talk.thought({ text, line: number, message: { role: 'assistant', parts, ...timeOf(timestamp) } });
      return [];
    }
    if (type === 'token_count') return this.#reported(this.#usage.tokenCount(payload), number);
    if (type === 'thread_rolled_back') return this.talk.takeBack(numberOf(payload.num_turns), number);
    if (turnEnds.has(type)) {
      const text = stringOf(payload.last_agent_message) ?? '';
      const message: Message = { role: 'assistant', parts: [words(text)], ...timeOf(timestamp) };
      return this.talk.turnEnds({ text, line: number, message });
    }
    if (turnBegins.has(type)) {
      this.#usage.context({ window: payload.model_context_window });
      return this.talk.turnBegins();
    }
    const isQuiet = quietEvents.has(type) || type === 'entered_review_mode';
    return isQuiet ? [] : this.#unknown(`event_msg ${type}`, number);
  }

  /** The summary is derived, and comes back to the model in the user role; of the history that replaces the old only a sealed window is new. */
  #compacted({ payload, timestamp }: Line, number: number): readonly LogItem[] {
    const summary = stringOf(payload.message) ?? '';
    const sealed = listOf(payload.replacement_history)
      .map((entry) => objectOf(entry) ?? {})
      .filter((entry) => sealedItems.has(stringOf(entry.type) ?? ''))
      .filter((entry) => !this.#isSealedAgain(entry.encrypted_content))
      .flatMap(sealedParts);
    const derived = { role: 'user', parts: [software(summary)], derived: true } as const;
    return [
      ...(summary === '' ? [] : this.talk.speak(number, { ...derived, ...timeOf(timestamp) })),
      ...(sealed.length === 0
        ? []
        : this.talk.speak(number, { role: 'assistant', parts: sealed, ...timeOf(timestamp) })),
    ];
  }

  #isSealedAgain(content: unknown): boolean {
    const isAgain = content === this.#sealed;
    this.#sealed = stringOf(content);
    return isAgain;
  }

  #reported(usage: Usage | undefined, line: number): readonly LogItem[] {
    return usage === undefined ? [] : [{ type: 'usage', line, usage, ...laneIn(this.talk.at) }];
  }
}
