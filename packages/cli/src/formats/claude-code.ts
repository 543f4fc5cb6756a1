/**
 * Claude Code session logs: one JSON value a line, a tree by `uuid` and `parentUuid`.
 *
 * Each line of a conversation is one message with the line's own id; the lines of one answer share `step`.
 * Lines without a message stay as nodes, because later lines may name them as parent.
 */
import type { Json, Message, MessagePart } from '@daybook/core';
import { quietAttachments, quietLines, summaryBeginning, syntheticModel } from './claude-code.data.ts';
import { answerParts, holdsOnlyResults, typedForm, userParts } from './claude-code.parts.ts';
import { type TypedWords, typedWords } from './claude-code.queue.ts';
import { usageOnce } from './claude-code.usage.ts';
import type { LineFormat, LogItem, LogReader, Placement } from './format.ts';
import {
  isOwn,
  type JsonObject,
  listOf,
  objectOf,
  software,
  stringOf,
  timeOf,
  unknownLines,
} from './text.ts';

export const claudeCode: LineFormat = {
  name: 'claude-code',
  shape: 'lines',
  sessionOf: (head) =>
    head.map((value) => stringOf(objectOf(value)?.sessionId)).find((id) => id !== undefined),
  detect: (head) => head.some(isClaudeCodeLine),
  reader: () => {
    const session = new Session();
    return Object.assign(session.read.bind(session), { waiting: session.typed.waiting }) as LogReader;
  },
};

const TALK = ['user', 'assistant', 'system', 'attachment'];

function isClaudeCodeLine(value: unknown): boolean {
  const line = objectOf(value);
  const type = stringOf(line?.type) ?? '';
  if (line === undefined) return false;
  if (TALK.includes(type)) return 'uuid' in line || 'parentUuid' in line || 'sessionId' in line;
  if (type === 'summary') return 'leafUuid' in line;
  if (type === 'queue-operation') return 'operation' in line;
  return quietLines.has(type) && ('sessionId' in line || 'messageId' in line);
}

class Session {
  readonly typed: TypedWords = typedWords();
  readonly #usage = usageOnce();
  readonly #laneOf = sideLanes();
  readonly #unknown = unknownLines();
  readonly #steps = new Map<string, string>();

  read(value: unknown, number: number): readonly LogItem[] {
    const line = objectOf(value);
    if (line === undefined) return this.#unknown('a value that is no object', number);
    const at = placementOf(line, this.#laneOf);
    switch (line.type) {
      case 'assistant':
        return this.#answer(line, number, at);
      case 'user':
        return this.#prompt(line, number, at, objectOf(line.message)?.content, isByProgram(line));
      case 'attachment':
        return this.#attachment(line, number, at);
      case 'system':
        return this.#system(line, number, at);
      case 'summary':
        return titleOf(line, number);
      case 'queue-operation':
        this.typed.operate(stringOf(line.operation) ?? '', stringOf(line.content), number, line.timestamp);
        return [];
    }
    const type = stringOf(line.type) ?? 'a line without type';
    return [...(quietLines.has(type) ? [] : this.#unknown(type, number)), ...nodeOf(number, at)];
  }

  #answer(line: JsonObject, number: number, at: Placement): readonly LogItem[] {
    const native = objectOf(line.message) ?? {};
    const lane = at.lane ?? 'main';
    const step = stringOf(native.id);
    const begins = step === undefined || this.#steps.get(lane) !== step;
    if (step !== undefined) this.#steps.set(lane, step);
    const synthetic = native.model === syntheticModel;
    const { before, usage } = synthetic
      ? { before: this.#usage.settle(lane) }
      : this.#usage.report(lane, step, native, number);
    const message: Message = {
      role: 'assistant',
      parts: answerParts(native.content, synthetic),
      ...(usage === undefined ? {} : { usage }),
      // What stands there is the program's report that the call failed.
      ...(line.isApiErrorMessage === true ? { aborted: true } : {}),
    };
    return [
      ...(begins && lane === 'main' ? this.typed.beforeAnswer() : []),
      ...before,
      ...messageItem(line, number, step === undefined ? at : { ...at, step }, message),
    ];
  }

  #prompt(
    line: JsonObject,
    number: number,
    at: Placement,
    content: Json | undefined,
    byProgram: boolean,
  ): readonly LogItem[] {
    const isSummary = line.isCompactSummary === true || (!byProgram && beginsSummary(content));
    const parts = userParts(content, byProgram || isSummary);
    const role = holdsOnlyResults(parts) ? 'tool' : 'user';
    const message: Message = { role, parts, ...(isSummary ? { derived: true } : {}) };
    const isMain = at.lane === undefined && !isSummary;
    const repeats = isMain && spoken(content, parts).some((text) => this.typed.said(text));
    const isPrompt = line.type === 'user' && !isSummary && role === 'user' && parts.some(isOwn);
    return [
      ...(isMain && isPrompt && !repeats ? this.typed.beforePrompt() : []),
      ...(isPrompt ? this.#usage.settle(at.lane ?? 'main') : []),
      ...messageItem(
        line,
        number,
        isSummary && at.parent === null ? { ...at, continues: true } : at,
        message,
      ),
    ];
  }

  #attachment(line: JsonObject, number: number, at: Placement): readonly LogItem[] {
    const value = objectOf(line.attachment);
    const type = stringOf(value?.type) ?? '';
    if (value === undefined || value.content === '' || quietAttachments.has(type)) return nodeOf(number, at);
    if (type !== 'queued_command')
      return messageItem(line, number, at, { role: 'user', parts: [{ type: 'data', value }] });
    const byProgram = isByProgram(value) || value.commandMode === 'task-notification';
    return this.#prompt(line, number, at, value.prompt, byProgram);
  }

  #system(line: JsonObject, number: number, at: Placement): readonly LogItem[] {
    if (line.subtype === 'local_command') {
      const text = stringOf(line.content) ?? '';
      if (at.lane === undefined) this.typed.said(typedForm(text));
      return messageItem(line, number, at, { role: 'user', parts: [software(text)] });
    }
    const isBoundary = line.subtype === 'compact_boundary';
    const parent = at.parent ?? stringOf(line.logicalParentUuid);
    const place = isBoundary ? { ...at, ...(parent === undefined ? {} : { parent }), continues: true } : at;
    return [...this.#usage.settle(at.lane ?? 'main'), ...nodeOf(number, place)];
  }
}

function messageItem(line: JsonObject, number: number, at: Placement, said: Message): readonly LogItem[] {
  // Without parts: an answer stopped before its first word. A line without a message said nothing.
  if (said.parts.length === 0 && objectOf(line.message) === undefined) return nodeOf(number, at);
  return [{ type: 'message', line: number, message: { ...said, ...identityOf(line) }, at }];
}

function identityOf(line: JsonObject): { readonly id?: string; readonly at?: number } {
  const id = stringOf(line.uuid);
  return { ...(id === undefined ? {} : { id }), ...timeOf(line.timestamp) };
}

function nodeOf(line: number, at: Placement): readonly LogItem[] {
  return at.id === undefined ? [] : [{ type: 'node', line, at }];
}

function placementOf(line: JsonObject, laneOf: (line: JsonObject) => string): Placement {
  const id = stringOf(line.uuid);
  const parent = line.parentUuid === null ? null : stringOf(line.parentUuid);
  return {
    ...(line.isSidechain === true ? { lane: laneOf(line), openedByAgent: true } : {}),
    ...(id === undefined ? {} : { id }),
    ...(id === undefined || parent === undefined ? {} : { parent }),
  };
}

/** Lanes of workers: named by the log, else by the first line of the worker's own tree. */
function sideLanes(): (line: JsonObject) => string {
  const lanes = new Map<string, string>();
  return (line) => {
    const named = stringOf(line.agentId);
    if (named !== undefined) return named;
    const id = stringOf(line.uuid) ?? '';
    const lane = lanes.get(stringOf(line.parentUuid) ?? '') ?? `side-${id.slice(0, 8)}`;
    if (id !== '') lanes.set(id, lane);
    return lane;
  };
}

function isByProgram(line: JsonObject): boolean {
  const kind = objectOf(line.origin)?.kind;
  return line.isMeta === true || (typeof kind === 'string' && kind !== 'human');
}

function beginsSummary(content: Json | undefined): boolean {
  const first = typeof content === 'string' ? content : stringOf(objectOf(listOf(content)[0])?.text);
  return first?.startsWith(summaryBeginning) ?? false;
}

/** A prompt as it may stand in the queue: whole, or without what software added to it. */
function spoken(content: Json | undefined, parts: readonly MessagePart[]): readonly string[] {
  const blocks =
    typeof content === 'string' ? [content] : listOf(content).map((block) => objectOf(block)?.text);
  const whole = blocks.filter((text) => typeof text === 'string').join('\n');
  const own = parts.flatMap((part) => (part.type === 'text' && isOwn(part) ? [part.text] : []));
  return [typedForm(whole), own.join('\n')];
}

/** The title that the program gave to a conversation: a summary, in nobody's voice. */
function titleOf(line: JsonObject, number: number): readonly LogItem[] {
  const text = stringOf(line.summary);
  if (text === undefined) return [];
  const message: Message = {
    role: 'user',
    parts: [software(text)],
    derived: true,
    ...timeOf(line.timestamp),
  };
  return [{ type: 'message', line: number, message, at: {} }];
}
