/**
 * What a log format is: how to recognise it, and how to read it as a stream of items.
 *
 * A format module translates lines into neutral messages and says where each stands; it decides nothing
 * about branches or what is already journaled. One file per format, plus one data file that says which texts
 * in that format are not their role's own words.
 */
import type { Message, Usage } from '@daybook/core';

/** One thing a log says, in the order of the file. */
export type LogItem =
  | {
      readonly type: 'message';
      readonly line: number;
      readonly message: Message;
      readonly at: Placement;
    }
  /** A node of a tree log that carries no message but may be somebody's parent (progress, snapshots). */
  | { readonly type: 'node'; readonly line: number; readonly at: Placement }
  | { readonly type: 'usage'; readonly line: number; readonly usage: Usage; readonly lane?: string }
  /** Flat logs: the person went back. What follows stands after the first `to` messages of the lane's line. */
  | { readonly type: 'rewind'; readonly line: number; readonly to: number; readonly lane?: string }
  | { readonly type: 'warning'; readonly line: number; readonly code: string; readonly detail: string };

/** Where an item stands. In a flat log only the lane matters: an item follows the one before it. */
export interface Placement {
  /** `main` when absent. */
  readonly lane?: string;
  /** The lane was opened by another agent: its user role is delegated. */
  readonly openedByAgent?: boolean;
  /** Tree logs: this line's own id and its parent's; `null` for a root. */
  readonly id?: string;
  readonly parent?: string | null;
  /**
   * Tree logs: the line of the parent (of the lane, when the parent is unknown) goes on here whatever stands
   * behind the parent: the boundary of the tool's own compaction.
   */
  readonly continues?: boolean;
  /** Tree logs: the provider's id of the native message this line is a part of. */
  readonly step?: string;
}

export interface LogFormat {
  readonly name: string;
  /**
   * `list`: the conversation as its application holds it now, which is aligned with what is on record as in a live call.
   * A log of what happened otherwise.
   */
  readonly holds?: 'list';
  /** Session id the log itself names, else undefined (the file's name is used). */
  sessionOf(head: readonly unknown[]): string | undefined;
  /** True when these first values (parsed lines, or the one document) are of this format. */
  detect(head: readonly unknown[]): boolean;
}

/**
 * Called once a line (or list element), in file order; keeps what it needs between calls.
 *
 * An item depends only on the lines up to the one that emits it, so the first half of a file gives exactly the
 * first items of the whole. Where a later line decides what a line was (typed words that may be repeated), the
 * item waits for that line.
 */
export interface LogReader {
  (value: unknown, line: number): readonly LogItem[];
  /** Warnings about what still waits. They are no part of the stream: asked for where the file ends. */
  waiting?(): readonly LogItem[];
}

/** A format of one JSON value a line. */
export interface LineFormat extends LogFormat {
  readonly shape: 'lines';
  reader(): LogReader;
}

/** A format that is one JSON document holding a list of messages; `path` leads to that list. */
export interface DocumentFormat extends LogFormat {
  readonly shape: 'document';
  /** Keys that lead to the list; empty when the document is the list. The first that exists is used. */
  readonly paths: readonly (readonly string[])[];
  reader(): LogReader;
}
