/**
 * The record: facts with pointers to their entries, what is missing, and how to read the originals (C3, C5, C6).
 *
 * Deterministic: the same facts and the same room give the same bytes. One line for each fact, whole or not at all;
 * what does not fit is counted. No first person, no chat tone, nothing that could be taken for an instruction.
 */
import type { Category, Fact } from '../ledger/fact.ts';
import { isLive } from '../ledger/fact.ts';
import { lineOf, type RecordFact, writer } from './fact-line.ts';
import { grouped } from './one-line.ts';

export interface RecordInput {
  /** In handle order, pins apart. */
  readonly facts: readonly RecordFact[];
  readonly revision: number;
  readonly folds: number;
  /** Entries that are covered. */
  readonly covered: number;
  readonly omitted: number;
  readonly repeated: number;
  /** Entries that hold a later form of a message, or one inserted afterwards. */
  readonly altered: readonly number[];
  /** First entry of the turn that the tail goes on with, when the cut falls inside a turn. */
  readonly goesOn: number | undefined;
  /** Names of registered history tools. */
  readonly tools: readonly string[];
  /** As text to read: claims and their entries alone, without handles and priorities. */
  readonly plain: boolean;
  /** Most tokens it may take; and for what is in force as P1, which the next action depends on. */
  readonly room: number;
  readonly most: number;
  readonly tokens: (text: string) => number;
}

export interface PacketRecord {
  readonly text: string;
  /** Handles of the facts shown, and how many were left out for want of room. */
  readonly shown: readonly number[];
  readonly leftOut: number;
  /** Tokens by section, as printed. */
  readonly sections: readonly { readonly name: string; readonly tokens: number; readonly facts: number }[];
}

const TITLE = 'Record of the conversation so far';
const END = 'End of the record.';
const MAX_ALTERED = 10;

interface Section {
  readonly name: string;
  readonly title: string;
  readonly holds: (fact: Fact) => boolean;
}

const among =
  (...categories: readonly Category[]) =>
  ({ category }: Fact): boolean =>
    categories.includes(category);

/** From stable to volatile; a fact stands in the first section that holds it. */
const SECTIONS: readonly Section[] = [
  { name: 'goals', title: 'Goals and constraints:', holds: among('objective', 'constraint', 'grant') },
  { name: 'decisions', title: 'Decisions:', holds: among('decision') },
  {
    name: 'open',
    title: 'Failed, unsure or open, as far as results show:',
    holds: among('obligation', 'blocker', 'question', 'risk', 'hypothesis', 'contradiction', 'attempt'),
  },
  {
    name: 'gaps',
    title: 'Known gaps (denied, stopped, not looked at or not readable):',
    holds: among('gap'),
  },
  {
    name: 'reported',
    title: 'Said in the conversation (first sentences, not checked against results):',
    holds: ({ confidence }) => confidence === 'reported' || confidence === 'inferred',
  },
  {
    name: 'shown',
    title: 'What tools returned (it shows what it says and nothing more):',
    holds: () => true,
  },
];

export function recordText(input: RecordInput): PacketRecord {
  const chosen = chooseFacts(input);
  const earlier = chosen.filter(({ fact }) => !isOfTurn(fact, input.goesOn));
  const current = chosen.filter(({ fact }) => isOfTurn(fact, input.goesOn));
  const parts = SECTIONS.map((section, at) => sectionOf(section, at, earlier, writer(input))).filter(
    ({ lines }) => lines.length > 0,
  );
  const blocks = parts.map(({ title, lines }) => [title, ...lines].join('\n'));
  const now = current.map(writer(input));
  const onwards = [`Work already done on the request that follows (e${input.goesOn}):`, ...now].join('\n');
  const leftOut = input.facts.length - chosen.length;
  const text = [
    headline(input),
    ...blocks,
    missing(input, leftOut),
    ...(now.length > 0 ? [onwards] : []),
    END,
  ].join('\n\n');
  const sections = [
    ...parts.map(({ name, lines }) => ({
      name,
      tokens: input.tokens(lines.join('\n')),
      facts: lines.length,
    })),
    ...(now.length > 0 ? [{ name: 'current turn', tokens: input.tokens(onwards), facts: now.length }] : []),
  ];
  return { text, shown: chosen.map(({ fact }) => fact.handle), leftOut, sections };
}

/** The order in which facts leave when there is no room: what consolidation omits first leaves first. */
export function leavesBefore(a: Fact, b: Fact): number {
  return rankOf(a) - rankOf(b) || newestOf(a) - newestOf(b) || a.handle - b.handle;
}

const STATE_RANK: Readonly<Partial<Record<Fact['state'], number>>> = { retired: 0, closed: 1, superseded: 2 };

/** 0 to 2: retired, closed, superseded; then stale P3, P3, stale P2, P2; last what is live and P1. */
export function rankOf(fact: Fact): number {
  const ended = STATE_RANK[fact.state];
  if (ended !== undefined) return ended;
  const priority = { P3: 3, P2: 5, P1: 7, P0: 9 }[fact.priority];
  return isLive(fact) ? priority + 1 : priority;
}

function newestOf({ citations }: Fact): number {
  return citations.reduce((newest, { entry }) => Math.max(newest, entry), -1);
}

/** Whole facts, the last to leave first, until the room is full; shown in handle order. */
function chooseFacts(input: RecordInput): RecordFact[] {
  const { facts, room, most, tokens } = input;
  const visible = facts.filter(({ fact }) => isShown(fact));
  const fixed = headline(input) + missing(input, facts.length);
  const titles = SECTIONS.map(({ title }) => title).join('\n\n') + END;
  let taken = tokens(fixed + titles) + tokens(' '.repeat(80));
  const kept = new Set<RecordFact>();
  for (const one of visible.toSorted((a, b) => leavesBefore(b.fact, a.fact))) {
    taken += tokens(`${lineOf(one)}\n`);
    if (taken > (isLive(one.fact) && one.fact.priority === 'P1' ? Math.max(room, most) : room)) break;
    kept.add(one);
  }
  return visible.filter((one) => kept.has(one));
}

/** What has ended is counted, not shown. */
function isShown(fact: Fact): boolean {
  return isLive(fact) || fact.state === 'stale' || fact.state === 'erased';
}

function isOfTurn({ citations }: Fact, goesOn: number | undefined): boolean {
  return goesOn !== undefined && citations.every(({ entry, role }) => role !== 'support' || entry > goesOn);
}

function sectionOf(
  { name, title, holds }: Section,
  at: number,
  facts: readonly RecordFact[],
  write: (one: RecordFact) => string,
) {
  const before = SECTIONS.slice(0, at);
  const lines = facts
    .filter(({ fact }) => holds(fact) && !before.some((section) => section.holds(fact)))
    .map(write);
  return { name, title, lines };
}

function headline({ revision, folds, covered }: RecordInput): string {
  const times = folds === 1 ? '1 fold' : `${grouped(folds)} folds`;
  return `${TITLE}, as of revision ${revision} (${times}; ${grouped(covered)} entries folded). Each line names the entries it rests on; P1 matters for the next action, P3 is routine; lines with | are quoted from a result.`;
}

function missing({ omitted, repeated, altered, tools }: RecordInput, leftOut: number): string {
  const lines = [
    leftOut > 0 ? `- On record and not shown here: ${plural(leftOut, 'fact')}.` : '',
    omitted > 0
      ? `- Left out of the record as routine: ${plural(omitted, 'fact')}; the entries they named are kept.`
      : '',
    repeated > 0 ? `- Counted, not listed, because they repeated others: ${plural(repeated, 'result')}.` : '',
    altered.length > 0
      ? `- Messages changed or inserted by the application after they were recorded: ${alteredText(altered)}.`
      : '',
    tools.length > 0
      ? `- Every original is kept. To read one, use ${tools.join(' or ')} with its handle, for example e12 or f3.`
      : '- Every original is kept under its handle, for example e12; whoever runs this conversation can read it out.',
  ];
  return ['What is not here:', ...lines.filter((line) => line !== '')].join('\n');
}

function plural(count: number, word: string): string {
  return `${grouped(count)} ${word}${count === 1 ? '' : 's'}`;
}

function alteredText(altered: readonly number[]): string {
  const named = altered
    .slice(0, MAX_ALTERED)
    .map((seq) => `e${seq}`)
    .join(', ');
  return altered.length > MAX_ALTERED ? `${named} and ${altered.length - MAX_ALTERED} more` : named;
}
