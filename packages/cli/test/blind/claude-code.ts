/**
 * Blind counter for Claude Code logs: one JSON object a line, the blocks of a message spread over lines.
 *
 * What the person said stands in `user` lines, in the reason behind a refused call, and in `queue-operation`
 * lines: a queued text that was taken up in the running turn has no `user` line, one that waited has, and
 * both must be counted once. `toolUseResult`, `progress`, `last-prompt` and the like only repeat.
 */
import {
  type Copy,
  type Expected,
  type ExpectedRole,
  type Fields,
  fieldsOf,
  isBlank,
  isTagged,
  type LogLine,
  listOf,
  logLines,
  stringLeaves,
  textOr,
  withId,
} from './expected.ts';

export function expectedStrings(fileText: string): Expected[] {
  const lines = withoutRepeats(logLines(fileText));
  const queue = followQueue(lines);
  return lines.flatMap((line) => stringsOf(line, queue)).filter((said) => isKept(said));
}

interface Queue {
  /** Queued texts by the line that also holds them. */
  readonly copies: ReadonlyMap<number, readonly Copy[]>;
  /** Enqueue lines whose words stand nowhere else, and whether the person took them back. */
  readonly alone: ReadonlyMap<number, 'said' | 'taken-back'>;
}

function stringsOf({ line, value }: LogLine, queue: Queue): Expected[] {
  const base = { line, ...withId(value.uuid) };
  const copies = queue.copies.get(line);
  const also = copies === undefined ? {} : { copies };
  if (value.type === 'user')
    return userStrings(value, base).map((said) => ({ ...said, ...carried(said, also) }));
  if (value.type === 'assistant') return assistantStrings(value, base);
  if (value.type === 'attachment') {
    return queuedTexts(value).map((text) => ({
      ...words(text, base, isPersonsQueued(value, text)),
      ...also,
    }));
  }
  if (value.type === 'queue-operation') {
    const state = queue.alone.get(line);
    const text = textOr(value.content);
    if (state === undefined) return [];
    return [
      { ...words(text, base, !isSynthetic(text)), ...(state === 'taken-back' ? { optional: true } : {}) },
    ];
  }
  if (value.type === 'summary') {
    return [{ ...words(textOr(value.summary), base, false), kind: 'derived', optional: true }];
  }
  if (value.subtype === 'local_command') {
    return [{ ...words(textOr(value.content), base, false), optional: true }];
  }
  return [];
}

function userStrings(value: Fields, base: Copy): Expected[] {
  return blocksOf(fieldsOf(value.message).content).flatMap((block): Expected[] => {
    if (block.type === 'tool_result') return resultStrings(block, value, base);
    if (block.type !== 'text') return [];
    const text = textOr(block.text);
    if (isSummary(value, text)) return [{ ...words(text, base, false), kind: 'derived' }];
    const isPersons = isPersonsLine(value) && !isSynthetic(text);
    if (value.isSidechain !== true) return [words(text, base, isPersons)];
    return [{ ...words(text, base, false), ...(isPersons ? { delegated: true } : {}) }];
  });
}

function resultStrings(block: Fields, value: Fields, base: Copy): Expected[] {
  const said = stringLeavesOfResult(block.content).map((text): Expected => {
    return { ...base, text, kind: 'tool-result', role: 'tool', authoritative: false };
  });
  const reason = block.is_error === true ? said.map((one) => reasonIn(one.text)).find(isThere) : undefined;
  const answers = Object.values(fieldsOf(fieldsOf(value.toolUseResult).answers));
  return [
    ...said,
    ...(reason === undefined ? [] : [words(reason, base, value.isSidechain !== true)]),
    ...answers.map((text): Expected => ({ ...words(textOr(text), base, true), optional: true })),
  ];
}

function assistantStrings(value: Fields, base: Copy): Expected[] {
  const optional = value.isApiErrorMessage === true ? { optional: true as const } : {};
  return blocksOf(fieldsOf(value.message).content).flatMap((block): Expected[] => {
    const type = textOr(block.type);
    if (type === 'text') {
      return [{ ...words(textOr(block.text), base, false, 'assistant'), ...optional }];
    }
    if (type === 'thinking' || type === 'redacted_thinking') {
      return [{ ...base, text: '', kind: 'reasoning', role: 'assistant', authoritative: false }];
    }
    if (type.endsWith('tool_use')) {
      const call = { text: textOr(block.name), input: block.input, authoritative: false };
      return [{ ...base, ...call, kind: 'tool-call', role: 'assistant' }];
    }
    if (!type.endsWith('tool_result')) return [];
    return stringLeavesOfResult(block.content).map((text): Expected => {
      return { ...base, text, kind: 'tool-result', role: 'tool', authoritative: false };
    });
  });
}

/** A log that was resumed may hold a line again; the same id with the same message is one line. */
function withoutRepeats(lines: readonly LogLine[]): readonly LogLine[] {
  const seen = new Set<string>();
  return lines.filter(({ value }) => {
    if (typeof value.uuid !== 'string') return true;
    const key = `${value.uuid} ${JSON.stringify(value.message ?? value.attachment ?? null)}`;
    return !seen.has(key) && seen.add(key);
  });
}

interface Queued {
  readonly line: number;
  readonly text: string;
  state: 'waiting' | 'next' | 'taken-up' | 'taken-back';
  carrier?: number;
}

/** Plays the queue: `dequeue` becomes a user line, `remove` goes into the turn, `popAll` back to the editor. */
function followQueue(lines: readonly LogLine[]): Queue {
  const queued: Queued[] = [];
  const waiting = (): Queued[] => queued.filter((one) => one.state === 'waiting');
  const carry = (line: number, texts: readonly string[], states: readonly Queued['state'][]): void => {
    const open = queued.filter((one) => one.carrier === undefined && states.includes(one.state));
    const one = open.find((candidate) => texts.some((text) => text.trim() === candidate.text.trim()));
    const joined = open.map((candidate) => candidate.text.trim()).join('\n');
    const carried = one !== undefined ? [one] : texts.some((text) => text.trim() === joined) ? open : [];
    for (const candidate of carried) candidate.carrier = line;
  };
  for (const { line, value } of lines) {
    const text = textOr(value.content);
    if (value.type === 'user') {
      carry(line, textsOf(fieldsOf(value.message).content), ['waiting', 'next', 'taken-back']);
    } else if (value.type === 'attachment') {
      carry(line, queuedTexts(value), ['waiting', 'next', 'taken-up']);
    } else if (value.operation === 'enqueue') {
      if (!isBlank(text)) queued.push({ line, text, state: 'waiting' });
    } else if (value.operation === 'popAll') {
      for (const one of waiting()) one.state = 'taken-back';
    } else if (value.operation === 'dequeue' || value.operation === 'remove') {
      const one = waiting().find((candidate) => isBlank(text) || candidate.text === text);
      if (one !== undefined) one.state = value.operation === 'dequeue' ? 'next' : 'taken-up';
    }
  }
  const copies = new Map<number, Copy[]>();
  for (const { carrier, line } of queued) {
    if (carrier !== undefined) copies.set(carrier, [...(copies.get(carrier) ?? []), { line }]);
  }
  const alone = queued.filter((one) => one.carrier === undefined);
  const state = (one: Queued): 'said' | 'taken-back' => (one.state === 'taken-back' ? 'taken-back' : 'said');
  return { copies, alone: new Map(alone.map((one) => [one.line, state(one)])) };
}

function isPersonsLine(value: Fields): boolean {
  const origin = textOr(fieldsOf(value.origin).kind, 'human');
  return value.isMeta !== true && value.isCompactSummary !== true && origin === 'human';
}

function isPersonsQueued(value: Fields, text: string): boolean {
  const attachment = fieldsOf(value.attachment);
  const origin = textOr(fieldsOf(attachment.origin ?? value.origin).kind, 'human');
  const mode = textOr(attachment.commandMode, 'prompt');
  return origin === 'human' && mode === 'prompt' && attachment.isMeta !== true && !isSynthetic(text);
}

function isSummary(value: Fields, text: string): boolean {
  return value.isCompactSummary === true || text.startsWith(continuationOpener);
}

/** Echoes, reminders and notices are whole blocks; an interrupt marker is the whole text, never a quotation. */
function isSynthetic(text: string): boolean {
  return interruptMarkers.has(text.trim()) || isTagged(text, softwareTags);
}

/** The person's words behind the fixed sentence of a refusal, without the note newer versions put after them. */
function reasonIn(text: string): string | undefined {
  if (!refusalOpeners.some((opener) => text.startsWith(opener))) return undefined;
  const lead = reasonLeads.find((candidate) => text.includes(candidate));
  if (lead === undefined) return undefined;
  const reason = (text.slice(text.indexOf(lead) + lead.length).split(noteLead)[0] ?? '').trim();
  return isBlank(reason) || reason.startsWith(clarifyOpener) ? undefined : reason;
}

function queuedTexts(value: Fields): readonly string[] {
  const attachment = fieldsOf(value.attachment);
  return attachment.type === 'queued_command' ? textsOf(attachment.prompt) : [];
}

function words(text: string, base: Copy, authoritative: boolean, role: ExpectedRole = 'user'): Expected {
  return { ...base, text, kind: 'message', role, authoritative };
}

function carried(said: Expected, also: { copies?: readonly Copy[] }): { copies?: readonly Copy[] } {
  return said.kind === 'message' ? also : {};
}

function blocksOf(content: unknown): readonly Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

function textsOf(content: unknown): readonly string[] {
  return blocksOf(content).flatMap((block) => (block.type === 'text' ? [textOr(block.text)] : []));
}

function stringLeavesOfResult(content: unknown): readonly string[] {
  return stringLeaves(content).filter((text) => !isBlank(text));
}

function isKept(said: Expected): boolean {
  return said.kind === 'reasoning' || !isBlank(said.text);
}

function isThere(text: string | undefined): text is string {
  return text !== undefined;
}

const interruptMarkers = new Set([
  '[Request interrupted by user]',
  '[Request interrupted by user for tool use]',
]);
const softwareTags = [
  'command-name',
  'command-message',
  'command-args',
  'local-command-caveat',
  'local-command-stdout',
  'local-command-stderr',
  'bash-input',
  'bash-stdout',
  'bash-stderr',
  'system-reminder',
  'task-notification',
  'teammate-message',
  'user-prompt-submit-hook',
  'ide_opened_file',
  'ide_selection',
  'ide_diagnostics',
];
const continuationOpener =
  'This session is being continued from a previous conversation that ran out of context';
const refusalOpeners = [
  "The user doesn't want to proceed with this tool use",
  'Permission for this tool use was denied',
];
const reasonLeads = [
  'To tell you how to proceed, the user said:',
  'The user provided the following reason for the rejection:',
];
const noteLead = "\n\nNote: The user's next message may contain a correction";
const clarifyOpener = 'The user wants to clarify these questions';
