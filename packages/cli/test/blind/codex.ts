/**
 * Blind counter for Codex rollout logs.
 *
 * `response_item` lines are what the model saw and what counts; `event_msg` lines repeat part of them for
 * display and count only where no item holds the same words. A `compacted` line is a summary: its
 * `replacement_history` repeats what was said before.
 */
import {
  type Expected,
  type ExpectedKind,
  type ExpectedRole,
  type Fields,
  fieldsOf,
  inputOf,
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
  const lines = logLines(fileText).map(bareItem);
  const items = lines.filter(({ value }) => value.type === 'response_item').flatMap(itemStrings);
  const said = [...baseInstructions(lines), ...items, ...summaries(lines), ...onlyInEvents(lines)];
  return said
    .filter(({ kind, text }) => kind === 'reasoning' || !isBlank(text))
    .sort((a, b) => a.line - b.line);
}

/** Logs of early versions hold the items themselves, without the envelope. */
function bareItem({ line, value }: LogLine): LogLine {
  const isBare = value.payload === undefined && itemTypes.has(textOr(value.type));
  return isBare ? { line, value: { type: 'response_item', payload: value } } : { line, value };
}

/** The system prompt of the session, once; a resumed or forked log repeats its first line. */
function baseInstructions(lines: readonly LogLine[]): Expected[] {
  let last = '';
  return lines.flatMap(({ line, value }): Expected[] => {
    if (value.type !== 'session_meta') return [];
    const text = textOr(fieldsOf(fieldsOf(value.payload).base_instructions).text);
    if (text === last) return [];
    last = text;
    return [{ line, text, kind: 'message', role: 'system', authoritative: true }];
  });
}

function summaries(lines: readonly LogLine[]): Expected[] {
  return lines.flatMap(({ line, value }): Expected[] => {
    if (value.type !== 'compacted') return [];
    const text = textOr(fieldsOf(value.payload).message);
    return [{ line, text, kind: 'derived', role: 'user', authoritative: false }];
  });
}

function itemStrings({ line, value }: LogLine): Expected[] {
  const item = fieldsOf(value.payload);
  const base = { line, ...withId(item.id), authoritative: false };
  const call = (name: string, input: unknown): Expected[] => {
    return [{ ...base, text: name, kind: 'tool-call', role: 'assistant', input }];
  };
  switch (item.type) {
    case 'message':
      return messageStrings(item, line);
    case 'reasoning':
      return [{ ...base, text: '', kind: 'reasoning', role: 'assistant' }];
    case 'function_call':
      return call(textOr(item.name), inputOf(item.arguments));
    case 'custom_tool_call':
      return call(textOr(item.name), item.input);
    case 'local_shell_call':
      return call('local_shell', item.action);
    case 'web_search_call':
      return call('web_search', item.action);
    case 'tool_search_call':
      return call('tool_search', inputOf(item.arguments));
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'local_shell_call_output':
    case 'tool_search_output':
      return stringLeaves(item.output ?? item.tools).map((text): Expected => {
        return { ...base, text, kind: 'tool-result', role: 'tool' };
      });
    default:
      return [];
  }
}

function messageStrings(item: Fields, line: number): Expected[] {
  const role = roles.find((one) => one === item.role) ?? 'user';
  return partTexts(item).map((text): Expected => {
    const isOwnWords = role === 'user' ? !isInjected(text) : role !== 'assistant';
    return { line, ...withId(item.id), text, kind: 'message', role, authoritative: isOwnWords };
  });
}

/** Files and notices that the tool puts in the user role around the person's words. */
function isInjected(text: string): boolean {
  const lead = text.trimStart();
  return lead.startsWith(agentsFileLead) || imageLabel.test(text) || isTagged(text, injectedTags);
}

/** Words that no item holds. Each item takes away the nearest event that repeats it. */
function onlyInEvents(lines: readonly LogLine[]): Expected[] {
  const events = lines.flatMap((line) => eventString(line));
  const items = lines.flatMap(({ line, value }) => {
    const item = fieldsOf(value.payload);
    return value.type === 'response_item' ? spoken(item).map((words) => ({ line, ...words })) : [];
  });
  const pairs = events.flatMap((event, e) =>
    items.flatMap((item, i) => {
      const isRepeat =
        item.kind === event.kind && item.role === event.role && item.texts.includes(event.text);
      return isRepeat ? [{ e, i, distance: Math.abs(item.line - event.line) }] : [];
    }),
  );
  const usedEvents = new Set<number>();
  const usedItems = new Set<number>();
  for (const { e, i } of pairs.sort((a, b) => a.distance - b.distance)) {
    // A reasoning item has one event for each section of its summary, so it is never used up.
    if (usedEvents.has(e) || (usedItems.has(i) && items[i]?.kind !== 'reasoning')) continue;
    usedEvents.add(e);
    usedItems.add(i);
  }
  const alone = events.filter((_, e) => !usedEvents.has(e));
  const closing = closingWords(lines).filter(({ text }) => {
    return ![...items.flatMap((item) => item.texts), ...events.map((event) => event.text)].includes(text);
  });
  return [...alone, ...closing].map(({ kind, ...event }): Expected => {
    const text = kind === 'reasoning' ? '' : event.text;
    const isOwnWords = event.role === 'user' && !isInjected(text);
    return { ...event, kind, text, authoritative: isOwnWords };
  });
}

interface EventWords {
  readonly line: number;
  readonly text: string;
  readonly kind: ExpectedKind;
  readonly role: ExpectedRole;
}

function eventString({ line, value }: LogLine): EventWords[] {
  const event = fieldsOf(value.payload);
  if (value.type !== 'event_msg') return [];
  const said = { line, text: textOr(event.message ?? event.text) };
  switch (event.type) {
    case 'user_message':
      return [{ ...said, kind: 'message', role: 'user' }];
    case 'agent_message':
      return [{ ...said, kind: 'message', role: 'assistant' }];
    case 'agent_reasoning':
    case 'agent_reasoning_raw_content':
      return [{ ...said, kind: 'reasoning', role: 'assistant' }];
    default:
      return [];
  }
}

/** The last answer once more at the end of a task. */
function closingWords(lines: readonly LogLine[]): EventWords[] {
  return lines.flatMap(({ line, value }): EventWords[] => {
    const event = fieldsOf(value.payload);
    if (value.type !== 'event_msg' || event.type !== 'task_complete') return [];
    return [{ line, text: textOr(event.last_agent_message), kind: 'message', role: 'assistant' }];
  });
}

interface Spoken {
  readonly kind: ExpectedKind;
  readonly role: string;
  readonly texts: readonly string[];
}

/** What an event may repeat of an item: one part, or all parts together. */
function spoken(item: Fields): Spoken[] {
  if (item.type === 'message') {
    const parts = partTexts(item);
    return [
      { kind: 'message', role: textOr(item.role), texts: [...parts, parts.join(''), parts.join('\n')] },
    ];
  }
  if (item.type !== 'reasoning') return [];
  const texts = [...listOf(item.summary), ...listOf(item.content)].map((part) => textOr(part.text));
  return [{ kind: 'reasoning', role: 'assistant', texts }];
}

function partTexts(item: Fields): readonly string[] {
  if (typeof item.content === 'string') return [item.content];
  return listOf(item.content).flatMap((part) => (typeof part.text === 'string' ? [part.text] : []));
}

const roles: readonly ExpectedRole[] = ['system', 'developer', 'user', 'assistant'];
const itemTypes = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'local_shell_call',
  'local_shell_call_output',
]);
const agentsFileLead = '# AGENTS.md instructions for ';
const imageLabel = /^\s*(?:<image(?:\s[^>]*)?>|<\/image>)\s*$/;
const injectedTags = [
  'user_instructions',
  'environment_context',
  'skill',
  'user_shell_command',
  'turn_aborted',
  'subagent_notification',
  'hook_prompt',
];
