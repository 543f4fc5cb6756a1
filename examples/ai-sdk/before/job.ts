/** What an agent is given to do. */
import type { ToolSet } from 'ai';
import type { Model } from './model.ts';

export interface Job {
  readonly model: Model;
  readonly instructions: string;
  readonly tools: ToolSet;
  /** What the user says, turn by turn. */
  readonly turns: readonly string[];
  /** Called with each turn and its answer. */
  readonly told: (turn: string, answer: string) => void;
}
