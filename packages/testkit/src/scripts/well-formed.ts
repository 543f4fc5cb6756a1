/**
 * Whether a script contradicts itself: what it hands over, what it says was said, and what it expects.
 *
 * Invariant: an empty list means that the intent accounts for every text of the script and no other.
 */
import type { Message } from '@daybook/core';
import { wordingOf } from './parts.ts';
import type { Script } from './script.ts';

export function faultsOf(script: Script): string[] {
  return [...accountFaults(script), ...pathFaults(script), ...callFaults(script)];
}

function accountFaults({ calls, intent }: Script): string[] {
  const faults: string[] = [];
  const messages = calls.flatMap(({ messages, report }) =>
    report ? [...messages, report.answer] : messages,
  );
  const spoken = new Set(messages.flatMap(keysOf));
  const accounted = new Set(intent.said.map(({ kind, text }) => `${kind} ${text}`));
  if (accounted.size < new Set(intent.said.map((said) => JSON.stringify(said))).size)
    faults.push('one text is counted twice');
  for (const { text, times } of intent.said)
    if (times < 1 || /\n/.test(text)) faults.push(`count of ${text}`);
  for (const key of accounted) if (!spoken.has(key)) faults.push(`nobody says ${key}`);
  const headers = new Set(intent.headers.texts.map((text) => `message ${text}`));
  const isOpen = intent.revised + intent.inserted > 0;
  for (const key of spoken)
    if (key.startsWith('message') && !isOpen && !accounted.has(key) && !headers.has(key))
      faults.push(`not accounted for: ${key}`);
  return faults;
}

function pathFaults({ intent }: Script): string[] {
  const faults: string[] = [];
  const { paths, forks, auxiliaryLanes, said } = intent;
  if (paths.length !== 1 + forks + auxiliaryLanes) faults.push('each branch shows one path');
  if (new Set(paths.map((path) => JSON.stringify(path))).size !== paths.length)
    faults.push('two paths are equal');
  const wording = new Map<string, number>();
  for (const { kind, text, times } of said)
    if (kind === 'message') wording.set(text, (wording.get(text) ?? 0) + times);
  for (const path of paths)
    for (const text of path) {
      const onPath = path.filter((other) => other === text).length;
      if ((wording.get(text) ?? 0) < onPath) faults.push(`a path shows ${text} more often than it was said`);
    }
  return faults;
}

function callFaults({ calls }: Script): string[] {
  return calls.flatMap(({ messages, concurrentWith, expect }, index) => {
    const { branch } = expect ?? {};
    const faults: string[] = [];
    if (messages.length === 0) faults.push(`call ${index} hands nothing over`);
    if (concurrentWith && index === calls.length - 1) faults.push(`call ${index} is concurrent with none`);
    if (typeof branch === 'object' && !(branch.as >= 0 && branch.as < index))
      faults.push(`call ${index} expects the branch of no earlier call`);
    return faults;
  });
}

function keysOf({ parts }: Message): string[] {
  return [
    ...wordingOf(parts).map((text) => `message ${text}`),
    ...parts.flatMap((part) => {
      if (part.type === 'tool-call') return [`tool-call ${part.callId}`];
      return part.type === 'tool-result' ? wordingOf(part.output).map((text) => `tool-result ${text}`) : [];
    }),
  ];
}
