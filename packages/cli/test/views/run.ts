/** What is asked of every view of one conversation at one window, and what was counted. */
import { isDaybookError, type Message, type Session, type View } from '@daybook/core';
import { violationsOf } from '../wire-check.ts';
import { headerLength, isFound, Journaled, type Said, saidIn, wordsOf } from './said.ts';
import { openerIn, WAYS, type Way, waysOf } from './shown.ts';
import { leastOf, roomOf, sizeOf, sizeOfPins } from './sums.ts';

export interface Seen {
  readonly calls: number;
  readonly fitted: number;
  readonly unreachable: number;
  /** Of these, where what cannot be left out is larger than the room. */
  readonly justified: number;
  /** Words of people and the application in the views that were read, by how they are shown. */
  readonly ways: Readonly<Record<Way, number>>;
  /** Views that were read in which all pins were within their budget. */
  readonly within: number;
  /** Adoptions; and those of them that came early because the view would not have fitted without. */
  readonly adoptions: number;
  readonly forced: number;
  /** Characters of views, and those of them with which the next one began, too. */
  readonly before: number;
  readonly kept: number;
  /** Calls without an adoption whose view does not go on from the last, because a mend reached back. */
  readonly mended: number;
  readonly faults: readonly string[];
}

export interface Watched {
  readonly window: number;
  /** Words that lay down a rule. */
  readonly standing: ReadonlySet<string>;
  readonly delegated: boolean;
}

export interface Call {
  readonly list: readonly Message[];
  readonly revision: number;
  prepare(): Promise<View>;
  /** The same once more; absent where only bytes and adoptions are watched. */
  readonly again?: () => Promise<View>;
}

const ADOPTION_SHARE = 0.1;
const PIN_SHARE = 0.125;
const NO_WAYS = Object.fromEntries(WAYS.map((way) => [way, 0])) as Record<Way, number>;
const NOTHING = {
  calls: 0,
  fitted: 0,
  unreachable: 0,
  justified: 0,
  within: 0,
  adoptions: 0,
  forced: 0,
  before: 0,
  kept: 0,
  mended: 0,
};

export class Run {
  readonly #watched: Watched;
  readonly #journaled: Journaled;
  readonly #faults: string[] = [];
  readonly #ways = { ...NO_WAYS };
  readonly #counts = { ...NOTHING };
  #last: { readonly view: View; readonly bytes: readonly string[]; readonly length: number } | undefined;
  #adoptedAt = 0;

  constructor(session: Session, watched: Watched) {
    this.#watched = watched;
    this.#journaled = new Journaled(session);
  }

  seen(): Seen {
    return { ...this.#counts, ways: this.#ways, faults: this.#faults };
  }

  async look(call: Call): Promise<void> {
    const { list } = call;
    this.#counts.calls++;
    const said = saidIn(list, this.#watched.delegated);
    const fault = (what: string): void => void this.#faults.push(`at ${list.length}: ${what}`);
    const view = await this.#prepared(call, said, fault);
    if (!view) return;
    this.#counts.fitted++;
    const bytes = view.messages.map((message) => JSON.stringify(message));
    if (call.again) {
      lookAtSecond(view, bytes, await call.again(), fault);
      for (const { provider, rule, at } of violationsOf(view.messages)) fault(`${provider} ${rule} ${at}`);
      await this.#journaled.readTo(call.revision);
      this.#lookAtWords(view, list, said, fault);
    }
    this.#lookAtAdoption(view, list, fault);
    this.#lookAtBytes(view, bytes, fault);
    this.#last = { view, bytes, length: list.length };
  }

  async #prepared({ list, prepare }: Call, said: readonly Said[], fault: (what: string) => void) {
    const { standing, window } = this.#watched;
    try {
      return await prepare();
    } catch (error) {
      if (!isDaybookError(error, 'view-unreachable')) throw error;
      const least = leastOf(list, said, standing, window);
      this.#counts.unreachable++;
      if (least > roomOf(window)) this.#counts.justified++;
      else fault(`unreachable, although it takes ${Math.ceil(least)}: ${JSON.stringify(error.details)}`);
      return undefined;
    }
  }

  /** Nothing that a person wrote is missing, and nothing is cut while all of it fits its budget. */
  #lookAtWords(view: View, list: readonly Message[], said: readonly Said[], fault: (what: string) => void) {
    const found = this.#journaled.find(said);
    const onRecord = found.filter(isFound);
    if (onRecord.length < found.length) fault(`${found.length - onRecord.length} texts are not on record`);
    const ways = waysOf(view.messages, headerLength(list), onRecord);
    for (const [at, way] of ways.entries()) {
      this.#ways[way]++;
      if (way === 'missing') fault(`missing: ${nameOf(onRecord[at])}`);
    }
    if (openerIn(view.messages) === undefined) return;
    const pinned = onRecord.filter((_, at) => ways[at] !== 'tail' && ways[at] !== 'header');
    if (sizeOfPins(new Set(pinned.map(wordsOf))) > PIN_SHARE * this.#watched.window) return;
    this.#counts.within++;
    const { indexed, shortened } = view.account.pins;
    if (indexed + shortened > 0) fault(`within the budget, ${indexed} indexed and ${shortened} shortened`);
  }

  /** Adoptions are as rare as new text is, unless the view would be too large without. */
  #lookAtAdoption({ account }: View, list: readonly Message[], fault: (what: string) => void) {
    if (!account.adopted) return;
    const { window } = this.#watched;
    const text = sizeOf(list.slice(this.#adoptedAt), window);
    const without = [...(this.#last?.view.messages ?? []), ...list.slice(this.#last?.length ?? 0)];
    this.#counts.adoptions++;
    this.#adoptedAt = list.length;
    if (text >= ADOPTION_SHARE * roomOf(window)) return;
    if (sizeOf(without, window) > roomOf(window)) this.#counts.forced++;
    else fault(`adopted after ${Math.ceil(text)} tokens of new text`);
  }

  /** Between adoptions a view begins with the bytes of the last one. */
  #lookAtBytes({ account }: View, bytes: readonly string[], fault: (what: string) => void) {
    if (!this.#last) return;
    const { view, bytes: before } = this.#last;
    const same = before.findIndex((text, at) => text !== bytes[at]);
    this.#counts.before += lengthOf(before);
    this.#counts.kept +=
      same < 0 ? lengthOf(before) : lengthOf(before.slice(0, same)) + common(before[same], bytes[same]);
    if (same < 0 || account.adopted) return;
    const reachesBack = (['callsWithoutResult', 'excerpts', 'empty'] as const).some(
      (mend) => account.mended[mend] !== view.account.mended[mend],
    );
    if (reachesBack) this.#counts.mended++;
    else fault(`message ${same} of the last view is another now`);
  }
}

function lookAtSecond(view: View, bytes: readonly string[], again: View, fault: (what: string) => void) {
  const { messages, from, viewId } = again;
  if (viewId !== view.viewId) fault('the same view twice has two ids');
  const same =
    messages.length === bytes.length && messages.every((one, at) => JSON.stringify(one) === bytes[at]);
  if (!same) fault('the same view twice has other bytes');
  if (from.length !== messages.length) fault('not every message says where it is from');
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
