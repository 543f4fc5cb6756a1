/**
 * The invented conversation of the kit: tools whose output follows from their input, and turns of known steps.
 *
 * Invariant: no text occurs in two turns, so whatever stands anywhere names the turn it is from.
 */
import { isJsonObject, type Json } from '@daybook/core';
import type { KitPart, KitTool } from './harness.ts';

/** One turn: what the user says, and what the model answers, call by call. The last step asks for no tool. */
export interface Turn {
  readonly words: string;
  readonly steps: readonly (readonly KitPart[])[];
}

export const SYSTEM = 'You look after a small library. Be brief.';
/** Rules of the person, each of which must stay in force. */
export const RULE = 'Never touch the payment tables without asking me first.';

/** What a tool gives for an input: an output, or the message it fails with. */
export interface Outcome {
  readonly status: 'returned' | 'error';
  readonly text: string;
}

/** The tools of every application of the kit. `ran` hears of each run. */
export function kitTools(ran: (name: string, input: Json) => void): KitTool[] {
  const tool = (name: string, description: string, more: Partial<KitTool> = {}): KitTool => ({
    name,
    description,
    schema: { type: 'object', properties: { page: { type: 'string' } }, required: ['page'] },
    async run(input) {
      ran(name, input);
      const { status, text } = outcomeOf(name, input);
      if (status === 'error') throw new Error(text);
      return text;
    },
    ...more,
  });
  return [
    tool('read_page', 'Reads one page of the catalogue.'),
    tool('check_page', 'Checks one page of the catalogue; fails for a torn one.'),
    tool('ship_page', 'Sends one page to the printer.', { needsApproval: true }),
  ];
}

export function outcomeOf(name: string, input: Json): Outcome {
  const page = pageIn(input);
  if (name === 'read_page') return { status: 'returned', text: rowsOf(page) };
  if (name === 'ship_page') return { status: 'returned', text: `page ${page} is at the printer` };
  if (page.startsWith('torn')) return { status: 'error', text: `page ${page} cannot be checked: it is torn` };
  return { status: 'returned', text: `page ${page} is complete` };
}

/** A turn without tools. */
export function plainTurn(words: string, answer: string): Turn {
  return { words, steps: [[says(answer)]] };
}

/** A turn as an agent takes it: reasoning, two calls at once, of which every third page is torn, and an answer. */
export function workTurn(label: string, words: string = requestFor(label), torn = false): Turn {
  const page = torn ? `torn-${label}` : label;
  return {
    words,
    steps: [
      [
        thinks(`The request is about ${label}; both tools at once will do.`, `seal-${label}`),
        says(`Looking at ${label}.`),
        calls(`read-${label}`, 'read_page', label),
        calls(`check-${label}`, 'check_page', page),
      ],
      [says(torn ? `Page ${label} is torn.` : `Page ${label} is in order.`)],
    ],
  };
}

/** A turn of many steps, one call each. */
export function longTurn(label: string, steps: number, words: string = requestFor(label)): Turn {
  const pages = Array.from({ length: steps }, (_, at) => `${label}-${at + 1}`);
  return {
    words,
    steps: [
      ...pages.map((page) => [says(`Next is ${page}.`), calls(`read-${page}`, 'read_page', page)]),
      [says(`All pages of ${label} are read.`)],
    ],
  };
}

/** Turns one behind the other, the first of them with the rule. */
export function talk(count: number, mark = 'page'): Turn[] {
  return Array.from({ length: count }, (_, at) => {
    const label = `${mark}${at + 1}`;
    return workTurn(label, at === 0 ? RULE : undefined, at % 3 === 2);
  });
}

/** Visible text of the turn's last step. */
export function answerOf({ steps }: Turn): string {
  return (steps.at(-1) ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}

export function requestFor(label: string): string {
  return `Please look at ${label} of the catalogue and say how it is.`;
}

export function says(text: string): KitPart {
  return { type: 'text', text };
}

export function thinks(text: string, signature: string): KitPart {
  return { type: 'reasoning', text, signature };
}

export function calls(callId: string, name: string, page: string): KitPart {
  return { type: 'tool-call', callId, name, input: { page } };
}

function rowsOf(page: string): string {
  return Array.from({ length: 14 }, (_, row) => `${page}, row ${row + 1}: nothing out of the ordinary`).join(
    '\n',
  );
}

function pageIn(input: Json): string {
  const page = isJsonObject(input) ? input.page : undefined;
  return typeof page === 'string' ? page : 'none';
}
