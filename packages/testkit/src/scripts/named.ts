/**
 * The named scripts, with the intent stated by hand.
 *
 * Invariant: a name is never reused for another meaning, because reports are compared by it.
 */
import { forking } from './named/forking.ts';
import { growing } from './named/growing.ts';
import { partial } from './named/partial.ts';
import { type Plan, play } from './named/plan.ts';
import { several } from './named/several.ts';
import type { Script } from './script.ts';

export const namedPlans: readonly Plan[] = [...growing, ...forking, ...partial, ...several];

export const namedScripts: readonly Script[] = namedPlans.map((plan) => play(plan).script);
