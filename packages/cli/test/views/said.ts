/**
 * What people and the application wrote in a list, by the rules of the model and not by core's code: text of system,
 * developer and user messages that nobody marked as software's, and a person's words in other messages.
 */
import type { Message, ReadEntry, Session } from '@daybook/core';

/** Neighbouring texts of one author in one message. */
export interface Said {
  /** Index of the message in the list. */
  readonly at: number;
  readonly from: string;
  readonly texts: readonly string[];
  readonly header: boolean;
}

/** With its entry in the journal. */
export interface OnRecord extends Said {
  readonly seq: number;
}

export function saidIn(messages: readonly Message[], delegated = false): Said[] {
  const begin = headerLength(messages);
  return messages.flatMap((message, at) =>
    message.derived
      ? []
      : runsOf(message).map(({ from, texts }) => ({
          at,
          from: delegated && from === 'user' ? 'delegated' : from,
          texts,
          header: at < begin,
        })),
  );
}

export function headerLength(messages: readonly Message[]): number {
  const first = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer');
  return first < 0 ? messages.length : first;
}

function runsOf({ role, parts }: Message): { readonly from: string; readonly texts: string[] }[] {
  const runs: { from: string; texts: string[] }[] = [];
  let open: (typeof runs)[number] | undefined;
  for (const part of parts) {
    const speaker = part.type === 'text' ? (part.speaker ?? role) : undefined;
    const own = part.type === 'text' && part.authority !== 'none' && speaker && COMMANDS.includes(speaker);
    if (!own) open = undefined;
    else if (open?.from === speaker) open.texts.push(part.text);
    else {
      open = { from: speaker, texts: [part.text] };
      runs.push(open);
    }
  }
  return runs.filter(({ texts }) => texts.some((text) => text.trim() !== ''));
}

const COMMANDS: readonly string[] = ['system', 'developer', 'user'];

export function wordsOf({ texts }: Pick<Said, 'texts'>): string {
  return texts.join('\n').toWellFormed();
}

export function isFound(one: OnRecord | null): one is OnRecord {
  return one !== null;
}

/** Entries of a branch with authority, read as it grows. */
export class Journaled {
  readonly #session: Session;
  readonly #entries: ReadEntry[] = [];
  #revision = 0;

  constructor(session: Session) {
    this.#session = session;
  }

  async readTo(revision: number): Promise<void> {
    for (; this.#revision < revision; this.#revision++) {
      const entry = await this.#session.read(this.#revision);
      const { kind, authority } = entry.seal;
      if (kind === 'message' && authority !== 'none') this.#entries.push(entry);
    }
  }

  /** Each with its entry, the equal ones in their order; null for what the journal does not hold. */
  find(said: readonly Said[]): (OnRecord | null)[] {
    const waiting = new Map<string, number[]>();
    for (const { seal, seq, text } of this.#entries) {
      const name = `${seal.authority} ${text.toWellFormed()}`;
      waiting.set(name, [...(waiting.get(name) ?? []), seq]);
    }
    return said.map((one) => {
      const seq = waiting.get(`${one.from} ${wordsOf(one)}`)?.shift();
      return seq === undefined ? null : { ...one, seq };
    });
  }
}
