/**
 * What an adapter or an importer hands over: native messages in neutral form.
 *
 * One `Message` is one native message; its parts keep the order in which the framework holds them.
 * Translation to and from a framework's own shape belongs to its adapter.
 */
import type { Json } from '../base/json.ts';

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';

/** What the framework says of a tool result (model §1): came back, threw, was refused, or was cut short. */
export type Status = 'returned' | 'error' | 'denied' | 'aborted';

export interface Message {
  readonly role: Role;
  readonly parts: readonly MessagePart[];
  /** The framework's or log's own id of this message, where it has one that is stable. */
  readonly id?: string;
  /** When it was said, in milliseconds since the epoch; absent where nobody recorded it. */
  readonly at?: number;
  /** What the provider reported for the call that gave this answer. */
  readonly usage?: Usage;
  /** The answer was cut short (stopped, failed): it stays on record and outside alignment. */
  readonly aborted?: boolean;
  /**
   * Text written by software about the conversation (another tool's compaction summary): journaled as
   * derived, never evidence.
   */
  readonly derived?: boolean;
}

export type MessagePart =
  | TextPart
  | DataPart
  | FilePart
  | ReasoningPart
  | ToolCallPart
  | ToolResultPart
  | OpaquePart;

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
  /** `none` where this text is not its author's own words (command echoes, reminders). Lowers, never raises. */
  readonly authority?: 'none';
  /**
   * A person's own words in a message of another role: the reason given with an approval or a denial. Adapters say
   * where these stand in their framework; nothing in a text can say it.
   */
  readonly speaker?: 'user';
}

/** A JSON value in a message or a tool result. */
export interface DataPart {
  readonly type: 'data';
  readonly value: Json;
}

/** A file by its bytes (base64) or by its URL. Exactly one of `data` and `url`. */
export interface FilePart {
  readonly type: 'file';
  readonly mediaType: string;
  readonly data?: string;
  readonly url?: string;
  readonly name?: string;
}

/** Private reasoning. Only its digest and length are kept. */
export interface ReasoningPart {
  readonly type: 'reasoning';
  readonly text: string;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly callId: string;
  readonly name: string;
  /** The parsed input; the raw string where it is not JSON. */
  readonly input: Json;
  /** The provider runs it itself, and its result may come in a later message. A view goes by it; it is not recorded. */
  readonly hosted?: boolean;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly callId: string;
  readonly name?: string;
  readonly output: readonly (TextPart | DataPart | FilePart)[];
  readonly status: Status;
}

/** A provider's own compaction item or sealed window: carried byte for byte, never read. */
export interface OpaquePart {
  readonly type: 'opaque';
  readonly provider: string;
  readonly item: Json;
}

/** Provider-reported size of one call, in tokens. `input` includes cached tokens. */
export interface Usage {
  readonly input: number;
  readonly output: number;
  readonly model?: string;
  readonly window?: number;
}

/** Which view a report of usage speaks of, and how large it was: characters and images of its parts, characters of its header,
 * and the window that it was made for, in tokens. */
export interface SeenView {
  readonly view: string;
  readonly size: {
    readonly characters: number;
    readonly images: number;
    readonly header: number;
    readonly window: number;
  };
}
