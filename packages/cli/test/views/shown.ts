/** How a view shows what people wrote, read from the view's texts alone. */
import type { Message } from '@daybook/core';
import { type OnRecord, wordsOf } from './said.ts';

export const WAYS = ['header', 'pin', 'repeat', 'shortened', 'index', 'retired', 'tail', 'missing'] as const;
export type Way = (typeof WAYS)[number];

const BEGINS = 'Of the earlier conversation two things follow.';

/** The text with the pins; undefined where the view is the list. */
export function openerIn(messages: readonly Message[]): string | undefined {
  return textsIn(messages.filter(({ role }) => role === 'user').slice(0, 1)).find((text) =>
    text.startsWith(BEGINS),
  );
}

export function waysOf(
  messages: readonly Message[],
  headerLength: number,
  said: readonly OnRecord[],
): readonly Way[] {
  const opener = openerOf(openerIn(messages));
  const header = countsOf(textsIn(messages.slice(0, headerLength)));
  const tail = countsOf(textsIn(messages.slice(headerLength)));
  const take = (from: Map<string, number>, texts: readonly string[]): boolean => {
    const visible = texts.filter((text) => text.trim() !== '').map((text) => text.toWellFormed());
    if (!visible.every((text) => (from.get(text) ?? 0) > 0)) return false;
    for (const text of visible) from.set(text, (from.get(text) ?? 0) - 1);
    return true;
  };
  return said.map((one): Way => {
    if (one.header) return take(header, one.texts) ? 'header' : 'missing';
    return (opener && wayIn(opener, one)) ?? (take(tail, one.texts) ? 'tail' : 'missing');
  });
}

function wayIn({ opener, holders, named }: Opener, one: OnRecord): Way | undefined {
  const { seq } = one;
  const words = wordsOf(one);
  if (isFenced(opener, seq, words)) return 'pin';
  const holder = holders.get(seq) ?? seq;
  if (isFenced(opener, holder, words)) return 'repeat';
  if (named.has(seq)) return 'index';
  const line = new RegExp(`^- e${holder} · .*$`, 'm').exec(opener)?.[0];
  if (line !== undefined) return / · retired by [^·]*$/.test(line) ? 'retired' : 'index';
  return isShortened(opener, holder, words) ? 'shortened' : undefined;
}

/** Between its two fences, which carry one id, stands exactly this. */
function isFenced(opener: string, seq: number, words: string): boolean {
  for (let at = opener.indexOf(`\n[e${seq} · `); at >= 0; at = opener.indexOf(`\n[e${seq} · `, at + 1)) {
    const end = opener.indexOf(']\n', at);
    const id = opener.slice(at, end).split(' · ').at(-1);
    if (opener.startsWith(`${words}\n[end of e${seq} · ${id}]`, end + 2)) return true;
  }
  return false;
}

interface Opener {
  readonly opener: string;
  /** Of each entry that is said to repeat another: that other. */
  readonly holders: ReadonlyMap<number, number>;
  /** Named by their handles alone. */
  readonly named: ReadonlySet<number>;
}

function openerOf(opener: string | undefined): Opener | undefined {
  if (opener === undefined) return undefined;
  const [, brief = ''] = /^Not shown in full here\. .*?: (e[\de, ]+)$/m.exec(opener) ?? [];
  return { opener, holders: holdersIn(opener), named: new Set(handlesIn(brief)) };
}

function handlesIn(text: string): number[] {
  return [...text.matchAll(/e(\d+)/g)].map(([, seq]) => Number(seq));
}

/** Between its fences stand its beginning and its end, and how much is missing. */
function isShortened(opener: string, seq: number, words: string): boolean {
  const at = opener.indexOf(`\n[e${seq} · `);
  const gap = opener.indexOf(` characters of e${seq} are not shown here]\n`, at);
  const end = opener.indexOf(`\n[end of e${seq} · `, gap);
  if (at < 0 || gap < 0 || end < 0) return false;
  const first = opener.slice(opener.indexOf(']\n', at) + 2, opener.lastIndexOf('\n[', gap));
  const last = opener.slice(opener.indexOf('\n', gap) + 1, end);
  return words.startsWith(first) && words.endsWith(last);
}

function holdersIn(opener: string): ReadonlyMap<number, number> {
  const holders = new Map<number, number>();
  for (const [, holder, others = ''] of opener.matchAll(/^(?:\[|- )e(\d+) · .*?also said in (e[\de, ]+)/gm))
    for (const seq of handlesIn(others)) holders.set(seq, Number(holder));
  return holders;
}

function textsIn(messages: readonly Message[]): string[] {
  return messages.flatMap(({ parts }) => parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])));
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    const words = text.toWellFormed();
    counts.set(words, (counts.get(words) ?? 0) + 1);
  }
  return counts;
}
