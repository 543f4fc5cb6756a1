/**
 * Whether a call leaves the history to its provider: what the provider shortens or continues by itself must reach it as
 * it came.
 */
import { fieldOf, itemsOf, namesOf } from './field-of.ts';

export interface ServerHistory {
  /** The option that says so, as `namespace.name`. */
  readonly option: string;
  /** `delta`: the messages are only what is new. */
  readonly history: 'full' | 'delta';
}

/**
 * @param providerOptions of the call
 * @param provider of the model, as the SDK names it (`openai.responses`); options that it does not read do not count.
 *   Without it, and for one that is not known, every option counts.
 */
export function serverHistoryOf(providerOptions: unknown, provider?: string): ServerHistory | null {
  const read = familiesOf(provider);
  const namespaces = namesOf(providerOptions, MOST_NAMESPACES);
  for (const { name, history, families, asked } of OPTIONS)
    for (const namespace of namespaces) {
      const applies = families.some((family) => read[family]?.has(namespace));
      if (applies && asked(fieldOf(fieldOf(providerOptions, namespace), name)))
        return { option: `${namespace}.${name}`, history };
    }
  return null;
}

type Family = 'responses' | 'messages' | 'interactions';

interface Option {
  readonly name: string;
  readonly history: ServerHistory['history'];
  /** The interfaces that know the option. */
  readonly families: readonly Family[];
  asked(value: unknown): boolean;
}

/** Those by which the messages are a delta come first: how the list is read matters more than who shortens it. */
const OPTIONS: readonly Option[] = [
  { name: 'previousResponseId', history: 'delta', families: ['responses'], asked: isId },
  { name: 'conversation', history: 'delta', families: ['responses'], asked: isId },
  { name: 'previousInteractionId', history: 'delta', families: ['interactions'], asked: isId },
  // A thread's first request is sent whole.
  {
    name: 'thread',
    history: 'delta',
    families: ['messages'],
    asked: (value) => fieldOf(value, 'type') === 'continue',
  },
  {
    name: 'contextManagement',
    history: 'full',
    families: ['responses'],
    asked: (value) => holds(value, isCompaction),
  },
  { name: 'compactionTrigger', history: 'full', families: ['responses'], asked: (value) => value === true },
  {
    name: 'contextManagement',
    history: 'full',
    families: ['messages'],
    asked: (value) => holds(fieldOf(value, 'edits'), editsHistory),
  },
  {
    name: 'compaction',
    history: 'full',
    families: ['messages'],
    asked: (value) => typeof fieldOf(value, 'type') === 'string',
  },
];

const MOST_NAMESPACES = 100;
const MOST_EDITS = 100;

type Read = Partial<Record<Family, ReadonlySet<string>>>;

/** Which namespaces a provider reads for which interface: that of the interface's maker, and its own. */
function familiesOf(provider: unknown): Read {
  const id = typeof provider === 'string' ? provider : '';
  const [own = ''] = id.split('.', 1);
  const kind = id.slice(id.lastIndexOf('.') + 1);
  if (kind === 'responses')
    return {
      responses: new Set([
        own,
        ...(own === 'xai' ? [] : ['openai']),
        ...(id.includes('azure') ? ['azure'] : []),
      ]),
    };
  if (kind === 'messages' || id.includes('anthropic'))
    return { messages: new Set(['anthropic', own, ...(own === 'googleVertex' ? ['vertex'] : [])]) };
  if (kind === 'interactions') return { interactions: new Set(['google', own]) };
  if (STATELESS.has(kind)) return {};
  return {
    responses: new Set(['openai', 'azure', 'xai', own]),
    messages: new Set(['anthropic', 'googleVertex', 'vertex', 'bedrock', own]),
    interactions: new Set(['google', own]),
  };
}

/** Interfaces without memory: they take the whole conversation each time. */
const STATELESS: ReadonlySet<string> = new Set(['chat', 'completion', 'generative-ai', 'amazon-bedrock']);

function isId(value: unknown): boolean {
  return typeof value === 'string' && value.trim() !== '';
}

function holds(list: unknown, wanted: (edit: unknown) => boolean): boolean {
  return itemsOf(list, MOST_EDITS).some(wanted);
}

function isCompaction(edit: unknown): boolean {
  return fieldOf(edit, 'type') === 'compaction';
}

/** Leaving out old reasoning changes nothing that daybook folds. */
function editsHistory(edit: unknown): boolean {
  const type = fieldOf(edit, 'type');
  return typeof type === 'string' && !type.startsWith('clear_thinking');
}
