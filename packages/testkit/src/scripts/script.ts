/**
 * What a script that judges sync says: the lists an application hands over, and what was meant by them.
 *
 * Invariant: the intent follows from what happened in the conversation, never from how lists are aligned.
 */
import type { Message, Role, Usage } from '@daybook/core';

export interface Script {
  readonly name: string;
  readonly calls: readonly ScriptCall[];
  readonly intent: Intent;
}

export interface ScriptCall {
  /** Which of several processes (each with its own store handle) makes the call; 0 where absent. */
  readonly process?: number;
  readonly messages: readonly Message[];
  /** `full` where absent. */
  readonly history?: 'full' | 'delta';
  /** This call and the next one run at the same time, their reports included. */
  readonly concurrentWith?: 'next';
  /** What the model answered, reported after the call. */
  readonly report?: ScriptReport;
  readonly expect?: CallExpectation;
}

export interface ScriptReport {
  readonly answer: Message;
  readonly aborted?: boolean;
  readonly usage?: Usage;
}

/** What is certain about one call. Whatever is absent is not judged. */
export interface CallExpectation {
  readonly appended?: 0 | 'some';
  /** `new`: on no branch an earlier call was placed on. `as`: on the branch of that earlier call. */
  readonly branch?: 'main' | 'new' | { readonly as: number };
  readonly lane?: 'main' | 'aux';
}

export interface Intent {
  /** Everything that was said outside headers; one element for each text (or call id), kind and role. */
  readonly said: readonly Said[];
  /**
   * The conversations at the end, one for each branch of each lane: the wording of their messages in order,
   * from the first message on. A branch shows this, and of the wording of other paths nothing more.
   */
  readonly paths: readonly (readonly string[])[];
  readonly headers: HeaderIntent;
  /** Branches beyond `main`, over all lanes. */
  readonly forks: number;
  readonly auxiliaryLanes: number;
  /** Events of these names. */
  readonly revised: number;
  readonly inserted: number;
  /** How many calls could not be placed with certainty. */
  readonly ambiguous: number | 'any';
}

export interface Said {
  /** The exact text of the part, without line ends; the call id of a tool call. */
  readonly text: string;
  readonly kind: 'message' | 'tool-call' | 'tool-result';
  /** Judged for messages only: the role of a result inside an assistant message is open. */
  readonly role: Role;
  /** It stands in exactly that many entries over all branches and lanes. */
  readonly times: number;
}

/** System and developer text in front: a range, because a header that changes is journaled once per turn. */
export interface HeaderIntent {
  readonly texts: readonly string[];
  readonly atLeast: number;
  readonly atMost: number;
}
