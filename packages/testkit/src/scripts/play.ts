/**
 * Plays a script on a real daybook and tells what is on record afterwards.
 *
 * Invariant: it looks at the record through the session surface alone, entry by entry, each re-hashed as it is read.
 */
import { isDeepStrictEqual } from 'node:util';
import {
  type Daybook,
  type Message,
  openDaybook,
  type ReadEntry,
  type Session,
  type SyncCall,
} from '@daybook/core';
import { knownMessage } from '@daybook/core/adapter';
import type { Store } from '@daybook/core/store';
import type { Script, ScriptCall } from './script.ts';
import type { Observed, ObservedBranch, ObservedCall, ObservedEntry } from './summary.ts';

const SESSION = 'script';
/** Branches are named by their salted content: a script played twice names them alike. */
const SALT = new Uint8Array(32).fill(90);

export interface PlayOptions {
  /** Messages that a list holds again where the last one had them are handed over as known objects, as adapters do. */
  readonly asKnown?: boolean;
}

/**
 * @param open gives a handle on one and the same store for each process of the script
 * @throws whatever the daybook throws: a script is always playable
 */
export async function playScript(
  script: Script,
  open: () => Promise<Store>,
  { asKnown = false }: PlayOptions = {},
): Promise<Observed> {
  const hand = asKnown ? knownByPlace() : (messages: readonly Message[]) => messages;
  const processes = new Map<number, Daybook>();
  const processOf = async (number: number): Promise<Daybook> => {
    const known = processes.get(number) ?? (await openDaybook({ store: open(), salt: SALT }));
    processes.set(number, known);
    return known;
  };
  try {
    const calls: ObservedCall[] = [];
    for (let index = 0; index < script.calls.length; ) {
      const together = script.calls[index]?.concurrentWith === 'next' ? 2 : 1;
      const group = script.calls.slice(index, index + together);
      calls.push(...(await playTogether(group, processOf, hand)));
      index += together;
    }
    return { calls, ...(await observe(await processOf(0))) };
  } finally {
    for (const daybook of processes.values()) await daybook.close();
  }
}

/** Both lists are handed over at once, then both answers reported at once. */
async function playTogether(
  group: readonly ScriptCall[],
  processOf: (number: number) => Promise<Daybook>,
  hand: (messages: readonly Message[]) => readonly Message[],
): Promise<ObservedCall[]> {
  const sessions = await Promise.all(
    group.map(async ({ process = 0 }) => (await processOf(process)).session({ session: SESSION })),
  );
  const synced = await Promise.all(
    group.map(({ messages, history = 'full' }, index) =>
      (sessions[index] as Session).sync(hand(messages), { history }),
    ),
  );
  await Promise.all(
    group.map(({ report }, index) => (report ? (synced[index] as SyncCall).report(report) : undefined)),
  );
  return synced.map((call) => ({
    appended: call.appended,
    lane: call.place.lane,
    branch: call.place.branch,
    ambiguous: call.events.find(({ type }) => type === 'ambiguous-alignment')?.count ?? 0,
  }));
}

function knownByPlace(): (messages: readonly Message[]) => readonly Message[] {
  let last: readonly Message[] = [];
  return (messages) => {
    const before = last;
    last = messages.map((message, at) => {
      const known = before[at];
      return known && isDeepStrictEqual(known, message) ? known : knownMessage(message);
    });
    return last;
  };
}

async function observe(daybook: Daybook): Promise<Omit<Observed, 'calls'>> {
  const { branches } = await daybook.session({ session: SESSION }).status();
  const entries: ObservedEntry[] = [];
  const events: string[] = [];
  const seen: ObservedBranch[] = [];
  for (const { scope, forkRevision, revision } of branches) {
    const session = daybook.session({ session: SESSION, lane: scope.lane, branch: scope.branch });
    const visible: string[] = [];
    for (let seq = 0; seq < revision; seq++) {
      const entry = await session.read(seq);
      if (entry.seal.kind === 'message' && !entry.seal.links.header) visible.push(entry.text);
      if (seq < forkRevision) continue;
      if (entry.body.kind === 'event') events.push(entry.body.event);
      else entries.push(observedEntry(entry));
    }
    seen.push({ lane: scope.lane, branch: scope.branch, visible });
  }
  return { entries, events, branches: seen };
}

function observedEntry({ seal, body, text }: ReadEntry): ObservedEntry {
  return {
    lane: seal.scope.lane,
    branch: seal.scope.branch,
    kind: seal.kind,
    text,
    ...(seal.role === null ? {} : { role: seal.role }),
    ...('callId' in body ? { callId: String(body.callId) } : {}),
  };
}
