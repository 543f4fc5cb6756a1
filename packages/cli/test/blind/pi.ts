/**
 * Blind counter for pi session logs: flat (no ids) and trees (`id`, `parentId`).
 *
 * Compaction and branch summaries are derived; messages of extensions and commands run by hand stand in the
 * user role without being the person's words. `details`, labels and `custom` state are not conversation.
 */
import {
  type Copy,
  type Expected,
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
  const said = logLines(fileText).flatMap(stringsOf);
  return said.filter(({ kind, text }) => kind === 'reasoning' || !isBlank(text));
}

function stringsOf({ line, value }: LogLine): Expected[] {
  const base = { line, ...withId(value.id) };
  if (value.type === 'message') return messageStrings(fieldsOf(value.message), base);
  if (value.type === 'custom_message') return texts(value.content).map((text) => unowned(text, base));
  if (value.type === 'compaction' || value.type === 'branch_summary') return [derived(value.summary, base)];
  return [];
}

function messageStrings(message: Fields, base: Copy): Expected[] {
  switch (message.role) {
    case 'user':
      return texts(message.content).map((text) => ({
        ...unowned(text, base),
        authoritative: !isTagged(text, ['skill', 'file']),
      }));
    case 'assistant':
      return blocksOf(message.content).flatMap((block) => assistantBlock(block, base));
    case 'toolResult':
      return stringLeaves(message.content).map((text) => result(text, base));
    case 'bashExecution':
      return byHand(message, base);
    case 'custom':
    case 'hookMessage':
      return texts(message.content).map((text) => unowned(text, base));
    case 'branchSummary':
    case 'compactionSummary':
      return [derived(message.summary, base)];
    default:
      return [];
  }
}

function assistantBlock(block: Fields, base: Copy): Expected[] {
  const own = { ...base, role: 'assistant' as const, authoritative: false };
  if (block.type === 'text') return [{ ...own, text: textOr(block.text), kind: 'message' }];
  if (block.type === 'thinking') return [{ ...own, text: '', kind: 'reasoning' }];
  if (block.type !== 'toolCall') return [];
  return [{ ...own, text: textOr(block.name), kind: 'tool-call', input: block.arguments }];
}

/** A command the person ran: an echo and an output, kept as a user message or as a call and its result. */
function byHand(message: Fields, base: Copy): Expected[] {
  return [
    {
      ...unowned(textOr(message.command), base),
      alternatives: [
        { kind: 'tool-call', role: 'assistant' },
        { kind: 'tool-call', role: 'user' },
      ],
    },
    { ...unowned(textOr(message.output), base), alternatives: [{ kind: 'tool-result', role: 'tool' }] },
  ];
}

function unowned(text: string, base: Copy): Expected {
  return { ...base, text, kind: 'message', role: 'user', authoritative: false };
}

function result(text: string, base: Copy): Expected {
  return { ...base, text, kind: 'tool-result', role: 'tool', authoritative: false };
}

function derived(summary: unknown, base: Copy): Expected {
  return { ...base, text: textOr(summary), kind: 'derived', role: 'user', authoritative: false };
}

function blocksOf(content: unknown): readonly Fields[] {
  return typeof content === 'string' ? [{ type: 'text', text: content }] : listOf(content);
}

function texts(content: unknown): readonly string[] {
  return blocksOf(content).flatMap((block) => (block.type === 'text' ? [textOr(block.text)] : []));
}
