/**
 * The answer for scripts whose lists are always whole: a tree of messages, walked from its root.
 *
 * It checks the account of the generator, not sync: it knows no trimming, pruning, growing or rewriting.
 * Invariant: a message is a node below the message before it; a second child of a node opens a branch.
 */
import type { Message } from '@daybook/core';
import { wordingOf } from './parts.ts';
import type { Script, ScriptCall } from './script.ts';
import type { Observed, ObservedCall, ObservedEntry } from './summary.ts';

interface Node {
  readonly lane: string;
  readonly branch: string;
  readonly said?: Message;
  readonly parent?: Node;
  readonly children: Map<string, Node>;
}

export function exactOutcome(script: Script): Observed {
  const oracle = new ExactOracle();
  const calls: ObservedCall[] = [];
  let waiting: (() => void)[] = [];
  for (const call of script.calls) {
    const { place, appended } = oracle.sync(call.messages);
    calls.push({ appended, lane: place.lane, branch: place.branch, ambiguous: 0 });
    waiting.push(() => oracle.report(place, call));
    if (call.concurrentWith) continue;
    for (const report of waiting) report();
    waiting = [];
  }
  return { entries: oracle.entries, branches: oracle.branches(), events: [], calls };
}

class ExactOracle {
  readonly entries: ObservedEntry[] = [];
  readonly #roots: Node[] = [];
  /** The newest node of each branch. */
  readonly #ends = new Map<string, Node>();
  readonly #headers = new Map<string, string>();
  readonly #turnsWithHeader = new Set<string>();

  sync(messages: readonly Message[]): { place: Node; appended: number } {
    const start = messages.findIndex(({ role }) => role !== 'system');
    const list = messages.slice(start);
    const root = this.#rootOf(list[0] as Message);
    const before = this.entries.length;
    let place = root;
    for (const [index, said] of list.entries())
      if (said.id === undefined || said.id !== list[index - 1]?.id)
        place = place.children.get(identityOf(said)) ?? this.#append(place, said);
    this.#journalHeader(place, messages.slice(0, start));
    return { place, appended: this.entries.length - before };
  }

  report(place: Node, { report }: ScriptCall): void {
    if (!report) return;
    if (report.aborted) this.entries.push(...entriesOf(place, report.answer));
    else this.#append(place, report.answer);
  }

  branches(): Observed['branches'] {
    return [...this.#ends.values()].map((end) => {
      const visible: string[] = [];
      for (let node: Node | undefined = end; node; node = node.parent)
        visible.unshift(...wordingOf(node.said?.parts ?? []));
      return { lane: end.lane, branch: end.branch, visible };
    });
  }

  #rootOf(first: Message): Node {
    const known = this.#roots.find(({ children }) => children.has(identityOf(first)));
    if (known) return known;
    const lane = this.#roots.length === 0 ? 'main' : `aux-${this.#roots.length}`;
    const root: Node = { lane, branch: 'main', children: new Map() };
    this.#roots.push(root);
    return root;
  }

  #append(parent: Node, said: Message): Node {
    const branch = parent.children.size === 0 ? parent.branch : `branch-${this.#ends.size}`;
    const node: Node = { lane: parent.lane, branch, said, parent, children: new Map() };
    parent.children.set(identityOf(said), node);
    this.#ends.set(`${node.lane}/${branch}`, node);
    this.entries.push(...entriesOf(node, said));
    return node;
  }

  #journalHeader(place: Node, header: readonly Message[]): void {
    const text = header.flatMap(({ parts }) => wordingOf(parts)).join('\n');
    let turns = 0;
    for (let node: Node | undefined = place; node; node = node.parent)
      if (node.said?.role === 'user') turns++;
    const turn = `${place.lane}/${place.branch}/${turns}`;
    if (text === '' || this.#headers.get(place.lane) === text || this.#turnsWithHeader.has(turn)) return;
    this.#headers.set(place.lane, text);
    this.#turnsWithHeader.add(turn);
    this.entries.push({ lane: place.lane, branch: place.branch, kind: 'message', role: 'system', text });
  }
}

/** An answer comes back with its parts in another order and other reasoning; that is the same message. */
function identityOf({ role, parts }: Message): string {
  const rest = parts.filter(({ type }) => type === 'tool-result');
  const calls = parts.flatMap((part) => (part.type === 'tool-call' ? [part.callId] : []));
  return JSON.stringify([role, wordingOf(parts), calls, rest]);
}

function entriesOf({ lane, branch }: Node, { role, parts }: Message): ObservedEntry[] {
  return parts.flatMap((part): ObservedEntry[] => {
    if (part.type === 'text') return [{ lane, branch, kind: 'message', role, text: part.text }];
    if (part.type === 'tool-call')
      return [{ lane, branch, kind: 'tool-call', role, text: part.name, callId: part.callId }];
    if (part.type !== 'tool-result') return [];
    const text = wordingOf(part.output).join('\n');
    return [{ lane, branch, kind: 'tool-result', role, text, callId: part.callId }];
  });
}
