/**
 * Where words go: one JSON document or text for people on stdout, progress and warnings on stderr.
 *
 * Text from a log is shown with control characters visible, so that no log can speak to the terminal.
 */
import { styleText } from 'node:util';
import { SingleBar } from 'cli-progress';
import Table from 'cli-table3';

export interface Output {
  /** The one result of a command: `text` for people, `json` for programs. */
  result(json: unknown, text: () => string): void;
  note(text: string): void;
  /** A bar on a terminal, nothing elsewhere. */
  progress(label: string, total: number): Progress;
}

export interface Progress {
  update(done: number): void;
  stop(): void;
}

export function createOutput(asJson: boolean): Output {
  return {
    result(json, text) {
      process.stdout.write(`${asJson ? jsonText(json) : text()}\n`);
    },
    note(text) {
      process.stderr.write(`${text}\n`);
    },
    progress: (label, total) =>
      process.stderr.isTTY && !asJson ? bar(label, total) : { update() {}, stop() {} },
  };
}

function bar(label: string, total: number): Progress {
  const shown = new SingleBar({
    format: `${label} {bar} {percentage}%`,
    stream: process.stderr,
    clearOnComplete: true,
    hideCursor: true,
  });
  shown.start(total, 0);
  return { update: (done) => shown.update(done), stop: () => shown.stop() };
}

type Style = Parameters<typeof styleText>[0];

/** Styled when stdout is a terminal that wants colour. */
export function paint(style: Style, text: string): string {
  return styleText(style, text, { stream: process.stdout });
}

export function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const made = new Table({
    head: head.map((name) => paint('dim', name)),
    style: { head: [], border: [], compact: true, 'padding-left': 0, 'padding-right': 2 },
    chars: Object.fromEntries(BORDERS.map((name) => [name, ''])),
  });
  made.push(...rows.map((row) => row.map((cell) => (typeof cell === 'number' ? count(cell) : cell))));
  return made.toString();
}

const BORDERS = [
  ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left', 'bottom-right'],
  ...['left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid', 'middle'],
];

export function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** `1 fold`, `2 folds`; `1 fold differs`, `2 folds differ` with both forms given. */
export function plural(value: number, one: string, many = `${one}s`): string {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/** JSON without raw control characters: JSON itself escapes only those below U+0020. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value).replace(/[\u007f-\u009f]/g, escapeOf);
}

/** Control characters made visible; line ends and tabs stay. */
export function visible(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, escapeOf)
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, escapeOf);
}

function escapeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
