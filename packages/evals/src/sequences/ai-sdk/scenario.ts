/** A scenario: a program around the real SDK, the answers its model gives, and what it means. */
import type { Intent } from '@daybook/testkit';
import type { ContentPart, Model, ScriptedAnswer } from './model.ts';

export interface Scenario {
  readonly name: string;
  /** One sentence: what the program does that an adapter must cope with. */
  readonly about: string;
  readonly intent: Intent;
  readonly answers: readonly ScriptedAnswer[];
  run(model: Model, waiting: () => Promise<void>): Promise<void>;
}

/** An answer of one text. */
export function says(text: string): ScriptedAnswer {
  return { content: [{ type: 'text', text }] };
}

export function answers(...content: ContentPart[]): ScriptedAnswer {
  return { content };
}

export function text(value: string): ContentPart {
  return { type: 'text', text: value };
}

export function toolCall(toolCallId: string, toolName: string, input: unknown): ContentPart {
  return { type: 'tool-call', toolCallId, toolName, input: JSON.stringify(input) };
}
