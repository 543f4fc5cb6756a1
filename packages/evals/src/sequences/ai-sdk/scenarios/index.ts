/** All scenarios. Their names are the names of the recordings. */
import type { Scenario } from '../scenario.ts';
import { approvals } from './approvals.ts';
import { chats } from './chats.ts';
import { conversations } from './conversations.ts';
import { histories } from './histories.ts';
import { hostedTools } from './hosted-tools.ts';
import { parts } from './parts.ts';
import { sideCalls } from './side-calls.ts';
import { stops } from './stops.ts';
import { tools } from './tools.ts';

export const scenarios: readonly Scenario[] = [
  ...conversations,
  ...sideCalls,
  ...tools,
  ...hostedTools,
  ...histories,
  ...chats,
  ...stops,
  ...approvals,
  ...parts,
];
