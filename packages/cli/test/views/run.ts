/** One conversation at one window, call by call; what was seen, and every fault of a view. */
import { type Daybook, isDaybookError, type Message, type Session, type View } from '@daybook/core';
import { violationsOf } from '../wire-check.ts';
import { headerLength, Record as Journaled, type OnRecord, type Said, saidIn, wordsOf } from './said.ts';
import { openerIn, WAYS, type Way, waysOf } from './shown.ts';
import { leastOf, roomOf, sizeOf, sizeOfPins } from './sums.ts';

export interface Seen {
  readonly views: number;
  readonly fitted: number;
  readonly unreachable: number;
  /** Of these, where what cannot be left out is larger than the room. */
  readonly justified: number;
  /** Words of people and the application in views, by how they are shown. */
  readonly ways: Readonly<Record<Way, number>>;
  /** Behind a tenth of the room of new text, or sooner because the view would not fit otherwise. */
  readonly adoptions: number;
  readonly forced: number;
  /** Characters of views, and those of them with which the next one began, too. */
  readonly before: number;
  readonly kept: number;
  /** Calls whose view is no continuation of the last although nothing was adopted, because a mend reached back. */
  readonly mended: number;
  /** Fold and view take turns with the window full: pins were within their budget. */
  readonly exact: number;
  readonly faults: readonly string[];
}

export interface Watched {
  readonly window: number;
  readonly standing: ReadonlySet<string>;
  readonly delegated: boolean;
  /** Whether to ask the six providers about this view. */
  readonly asks: (call: number) => boolean;
}

const ADOPTION_SHARE = 0.1;
const PIN_SHARE = 0.125;
const none = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<Way, number>;

/** Hands the growing list over, as an application does that never reports usage. */
export async function replay(
  session: Session,
  messages: readonly Message[],
  cuts: readonly number[],
  watched: Watched,
): Promise<Seen> {
  const run = new Run(session, watched);
  for (const cut of cuts) {
    const list = messages.slice(0, cut);
    const call = await session.sync(list);
    await run.look(list, call.revision, () => call.prepare({ window: watched.window }));
  }
  return run.seen();
}

/** Folds what is on record until a view of it fits, as `daybook fold --until-fits`, and looks at that view. */
export async function foldUntilFits(
  session: Session,
  messages: readonly Message[],
  watched: Watched,
): Promise<Seen> {
  const { window } = watched;
  for (let freed = true; freed; ) {
    freed = false;
    for (const mode of ['cover', 'consolidate'] as const) {
      const { status, tokens } = await session.fold({ window, mode, whenDue: true });
      if (status === 'below-threshold') break;
      freed ||= tokens.after < tokens.before;
    }
  }
  const run = new Run(session, watched);
  const { revision } = (await session.status()).branches.find(({ scope }) => scope.lane === 'main') ?? {
    revision: 0,
  };
  await run.look(messages, revision, () => session.view({ window }));
  return run.seen();
}

class Run {
  readonly #watched: Watched;
  readonly #journaled: Journaled;
  readonly #faults: string[] = [];
  readonly #ways = { ...none };
  #counts = {
    views: 0,
    fitted: 0,
    unreachable: 0,
    justified: 0,
    adoptions: 0,
    forced: 0,
    before: 0,
    kept: 0,
    mended: 0,
    exact: 0,
  };
  #last: { readonly view: View; readonly bytes: readonly string[]; readonly length: number } | undefined;
  #adoptedAt = 0;

  constructor(session: Session, watched: Watched) {
    this.#watched = watched;
    this.#journaled = new Journaled(session);
  }

  seen(): Seen {
    return { ...this.#counts, ways: this.#ways, faults: this.#faults };
  }

  async look(list: readonly Message[], revision: number, prepare: () => Promise<View>): Promise<void> {
    const { window, standing, delegated, asks } = this.#watched;
    const call = this.#counts.views++;
    const said = saidIn(list, delegated);
    const fault = (what: string): void => void this.#faults.push(`at ${list.length}: ${what}`);
    let view: View;
    try {
      view = await prepare();
    } catch (error) {
      if (!isDaybookError(error, 'view-unreachable')) throw error;
      this.#counts.unreachable++;
      const least = leastOf(list, said, standing, window);
      if (least > roomOf(window)) this.#counts.justified++;
      else fault(`unreachable, although ${Math.ceil(least)} would do: ${JSON.stringify(error.details)}`);
      return;
    }
    this.#counts.fitted++;
    const bytes = view.messages.map((message) => JSON.stringify(message));
    const again = await prepare();
    if (again.viewId !== view.viewId) fault('the same view twice has two ids');
    if (
      again.messages.some((message, at) => JSON.stringify(message) !== bytes[at]) ||
      again.messages.length !== bytes.length
    )
      fault(`the same view twice has other bytes (adopted ${again.account.adopted})`);
    if (asks(call))
      for (const { provider, rule, at } of violationsOf(view.messages)) fault(`${provider} ${rule} ${at}`);
    await this.#journaled.readTo(revision);
    this.#lookAtWords(view, list, said, fault);
    this.#lookAtBytes(view, bytes, list, fault);
    this.#last = { view, bytes, length: list.length };
  }

  /** Nothing that a person wrote is missing; nothing is cut while all of it fits its budget. */
  #lookAtWords(
    view: View,
    list: readonly Message[],
    said: readonly Said[],
    fault: (what: string) => void,
  ): void {
    const found = this.#journaled.find(said);
    const onRecord = found.filter((one): one is OnRecord => one !== null);
    found.forEach((one, at) => one === null && fault(`not on record: ${nameOf(said[at])}`));
    const ways = waysOf(view.messages, headerLength(list), onRecord);
    ways.forEach((way, at) => {
      this.#ways[way]++;
      if (way === 'missing') fault(`missing: ${nameOf(onRecord[at])}`);
    });
    if (openerIn(view.messages) === undefined) return;
    const pins = new Set(
      onRecord.filter((_, at) => ways[at] !== 'tail' && ways[at] !== 'header').map(wordsOf),
    );
    const size = sizeOfPins(pins);
    const { indexed, shortened } = view.account.pins;
    if (size > PIN_SHARE * this.#watched.window) return;
    this.#counts.exact++;
    if (indexed + shortened > 0)
      fault(`pins of ${Math.ceil(size)} tokens: ${indexed} indexed, ${shortened} shortened`);
  }

  /** Between adoptions a view goes on where the last one ended; adoptions are as rare as new text is. */
  #lookAtBytes(
    view: View,
    bytes: readonly string[],
    list: readonly Message[],
    fault: (what: string) => void,
  ): void {
    const { window } = this.#watched;
    const { adopted, mended } = view.account;
    if (adopted) {
      const text = sizeOf(list.slice(this.#adoptedAt), window);
      const full = sizeOf([...(this.#last?.view.messages ?? []), ...list.slice(this.#last?.length)], window);
      if (text >= ADOPTION_SHARE * roomOf(window)) this.#counts.adoptions++;
      else if (full > roomOf(window)) this.#counts.forced++;
      else fault(`adopted after ${Math.ceil(text)} tokens of new text`);
      this.#adoptedAt = list.length;
    }
    if (!this.#last) return;
    const { view: last, bytes: before } = this.#last;
    const same = before.findIndex((text, at) => text !== bytes[at]);
    this.#counts.before += lengthOf(before);
    this.#counts.kept +=
      same < 0 ? lengthOf(before) : lengthOf(before.slice(0, same)) + common(before[same], bytes[same]);
    if (same < 0 || adopted) return;
    const reaches = (['callsWithoutResult', 'excerpts', 'empty'] as const).some(
      (name) => mended[name] !== last.account.mended[name],
    );
    if (reaches) this.#counts.mended++;
    else
      fault(
        `message ${same} of the last view changed: ${before[same]?.slice(0, 200)} … ${bytes[same]?.slice(0, 200)}`,
      );
  }
}

export function openSession(daybook: Daybook, delegated: boolean): Session {
  return daybook.session({ session: 's', delegated });
}

function nameOf(said: Said | undefined): string {
  return said ? `${said.from} ${said.at} ${JSON.stringify(wordsOf(said).slice(0, 60))}` : '';
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((sum, { length }) => sum + length, 0);
}

function common(one = '', other = ''): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}
