/**
 * Neutral messages as turns: what every provider's list is made from.
 *
 * Invariant: a result stands right behind the turn of its call, results in the order of their calls, each with the id
 * and the name of its call. Only what the user or the system said in between is moved behind it: a result that comes
 * behind a later assistant turn, or without its call, and a call without a result stay as they are, to be seen.
 * Reasoning and opaque items are left out, because their seals are not at hand.
 */
import {
  type DataPart,
  type FilePart,
  isJsonObject,
  type Json,
  type Message,
  type Role,
  type Status,
  type TextPart,
  type ToolCallPart,
  type ToolResultPart,
} from '@daybook/core';
import { fittingIds, fittingName } from './names.ts';

export type WireObject = { readonly [name: string]: Json };

export type Content = TextPart | DataPart | FilePart;

export interface Call {
  readonly type: 'call';
  readonly id: string;
  readonly name: string;
  readonly input: Json;
}

export interface Result {
  readonly type: 'result';
  readonly id: string;
  readonly name: string;
  /** Empty only where the call came back with nothing. */
  readonly output: readonly Content[];
  readonly status: Status;
}

export type Turn =
  | { readonly role: 'system' | 'developer'; readonly parts: readonly Content[] }
  | { readonly role: 'user'; readonly parts: readonly Content[] }
  | { readonly role: 'assistant'; readonly parts: readonly (Content | Call)[] }
  | { readonly role: 'tool'; readonly parts: readonly Result[] };

/** What a provider takes as the id of a call and the name of a tool. The ids must allow nine letters and digits. */
export interface Limits {
  readonly callId: RegExp;
  readonly toolName: RegExp;
}

interface Draft {
  readonly role: Role;
  readonly parts: (Content | Call)[];
  /** By the id of the call. */
  readonly results: Map<string, Result>;
}

interface Waiting {
  readonly call: Call;
  readonly draft: Draft;
}

export function turnsOf(messages: readonly Message[], limits: Limits): Turn[] {
  const drafts: Draft[] = [];
  const waiting = new Map<string, Waiting[]>();
  const idOf = fittingIds(limits.callId);
  let latest: Draft | undefined; // the last turn of the assistant: the one whose results may come
  for (const { role, parts } of messages) {
    let draft: Draft | undefined; // the turn that this message speaks in
    for (const part of parts) {
      if (part.type === 'reasoning' || part.type === 'opaque' || isEmpty(part)) continue;
      if (part.type === 'tool-result') {
        place(part);
        // What follows a result is a new turn, unless the result was moved away from here.
        if (draft !== drafts.at(-1) || draft?.results.size !== 0) draft = undefined;
        continue;
      }
      const speaker = part.type === 'tool-call' ? 'assistant' : role === 'tool' ? 'user' : role;
      if (draft?.role !== speaker) draft = speakingTurn(drafts, speaker);
      if (speaker === 'assistant') latest = draft;
      draft.parts.push(part.type === 'tool-call' ? called(part, draft) : part);
    }
  }
  return drafts.flatMap(turnsOfDraft);

  function called({ callId, name, input }: ToolCallPart, draft: Draft): Call {
    const fitting = fittingName(name, limits.toolName);
    const call: Call = { type: 'call', id: idOf(callId), name: fitting, input };
    const others = waiting.get(callId);
    if (others) others.push({ call, draft });
    else waiting.set(callId, [{ call, draft }]);
    return call;
  }

  // Where a log gives one id to several calls, they are answered in their order.
  function place({ callId, name = 'unknown', output, status }: ToolResultPart): void {
    const queue = waiting.get(callId) ?? [];
    const [first] = queue.splice(
      Math.max(
        0,
        queue.findIndex(({ draft }) => draft === latest),
      ),
      1,
    );
    const draft = first && first.draft === latest ? latest : begun(drafts, 'tool');
    const id = first?.call.id ?? idOf(callId);
    const said = output.filter((part) => !isEmpty(part));
    draft.results.set(id, {
      type: 'result',
      id,
      name: first?.call.name ?? fittingName(name, limits.toolName),
      output: said.length === 0 && status !== 'returned' ? [{ type: 'text', text: `[${status}]` }] : said,
      status,
    });
  }
}

/** Neighbours of one role as one entry. */
export function joined<Role extends string, Part>(
  entries: readonly { readonly role: Role; readonly parts: readonly Part[] }[],
): { readonly role: Role; readonly parts: readonly Part[] }[] {
  const list: { role: Role; parts: Part[] }[] = [];
  for (const { role, parts } of entries) {
    const last = list.at(-1);
    if (last?.role !== role) list.push({ role, parts: [...parts] });
    else for (const part of parts) last.parts.push(part);
  }
  return list;
}

/** The system and developer turns at the front, and what follows them. */
export function headerOf(turns: readonly Turn[]): {
  readonly header: readonly Content[];
  readonly talk: readonly Turn[];
} {
  const begin = turns.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  const front = begin < 0 ? turns : turns.slice(0, begin);
  return {
    header: front.flatMap(({ parts }) => parts.filter(isContent)),
    talk: turns.slice(front.length),
  };
}

/** An input for providers that take objects only. */
export function objectInput({ input }: Call): WireObject {
  if (isJsonObject(input)) return input;
  return input === null || input === '' ? {} : { input };
}

/** An assistant that speaks on behind its own calls, before any result, is still in the turn of those calls. */
function speakingTurn(drafts: Draft[], role: Role): Draft {
  const last = drafts.at(-1);
  const goesOn =
    role === 'assistant' &&
    last?.role === role &&
    last.results.size === 0 &&
    last.parts.some((part) => part.type === 'call');
  return goesOn ? last : begun(drafts, role);
}

function begun(drafts: Draft[], role: Role): Draft {
  const draft: Draft = { role, parts: [], results: new Map() };
  drafts.push(draft);
  return draft;
}

function turnsOfDraft({ role, parts, results }: Draft): Turn[] {
  const inOrder = parts.flatMap((part) => (part.type === 'call' ? (results.get(part.id) ?? []) : []));
  const behind: Turn[] = results.size === 0 ? [] : [{ role: 'tool', parts: inOrder }];
  if (role === 'tool') return [{ role, parts: [...results.values()] }];
  if (role === 'assistant') return [{ role, parts }, ...behind];
  return [{ role, parts: parts.filter(isContent) }];
}

function isContent(part: Content | Call | Result): part is Content {
  return part.type !== 'call' && part.type !== 'result';
}

function isEmpty(part: { readonly type: string; readonly text?: string }): boolean {
  return part.type === 'text' && part.text === '';
}
