/** Every sequence that sync is judged by: the named scripts and the recordings of real frameworks, as scripts. */

import { fromAnswer, fromPrompt, fromUsage } from '@daybook/ai-sdk/messages';
import { namedScripts, type Script, type ScriptCall } from '@daybook/testkit';
import { loadRecordings, type RecordedCall, type Recording } from './ai-sdk/recording.ts';

export interface Source {
  readonly name: string;
  readonly scripts: readonly Script[];
}

export function sources(): readonly Source[] {
  return [
    { name: 'scripts', scripts: namedScripts },
    { name: 'AI SDK', scripts: loadRecordings().map(scriptOf) },
  ];
}

function scriptOf({ scenario, intent, calls }: Recording): Script {
  return { name: scenario, intent, calls: calls.map(callOf) };
}

function callOf({ prompt, answer, usage, aborted }: RecordedCall): ScriptCall {
  const messages = fromPrompt(prompt);
  if (answer === undefined) return { messages };
  const reported = fromUsage(usage);
  return {
    messages,
    report: {
      answer: fromAnswer(answer),
      ...(reported ? { usage: reported } : {}),
      ...(aborted ? { aborted } : {}),
    },
  };
}
