/**
 * Records every scenario: runs its program against the real SDK and writes what the model was handed and
 * answered.
 *
 *     node --conditions=@daybook/source packages/evals/src/sequences/ai-sdk/record.ts [--check]
 *
 * Invariant: nothing in a recording depends on time, chance or the machine, so recording again gives equal
 * bytes. `--check` writes nothing and exits 1 when a committed recording differs, is missing, or has no scenario.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { compactJson } from './compact-json.ts';
import { type Prompt, scriptedModel } from './model.ts';
import { exactJson, recorderOf } from './recorder.ts';
import { type RecordedCall, type Recording, recordingsFolder, shorten } from './recording.ts';
import type { Scenario } from './scenario.ts';
import { scenarios } from './scenarios/index.ts';

/** Text of every recording by file name. */
export async function recordAll(): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const scenario of scenarios) files.set(`${scenario.name}.json`, await record(scenario));
  return files;
}

/** @param watch is shown the live prompt of every call */
export async function run(scenario: Scenario, watch?: (prompt: Prompt) => void): Promise<RecordedCall[]> {
  const scripted = scriptedModel(scenario.answers);
  const recorder = recorderOf(scripted.model, watch);
  await scenario.run(recorder.model, scripted.waiting);
  // Otherwise the scenario did not do what it says.
  if (scripted.remaining() > 0)
    throw new Error(`${scenario.name}: ${scripted.remaining()} answers are left over`);
  return recorder.calls();
}

/** Names of recordings that differ from their scenario, are missing, or belong to no scenario. */
export function differences(fresh: ReadonlyMap<string, string>): string[] {
  const committed = new Set(
    readdirSync(fileURLToPath(recordingsFolder)).filter((name) => name.endsWith('.json')),
  );
  const changed = [...fresh].filter(
    ([name, text]) => !committed.has(name) || readFileSync(new URL(name, recordingsFolder), 'utf8') !== text,
  );
  return [...changed.map(([name]) => name), ...[...committed].filter((name) => !fresh.has(name))];
}

async function record(scenario: Scenario): Promise<string> {
  const { name, about, intent } = scenario;
  const calls = await run(scenario);
  const recording: Recording = {
    framework: 'ai',
    version: versionOfSdk(),
    scenario: name,
    about,
    intent,
    calls,
  };
  return compactJson(shorten(exactJson(recording)));
}

function versionOfSdk(): string {
  return (createRequire(import.meta.url)('ai/package.json') as { version: string }).version;
}

async function main(): Promise<number> {
  const fresh = await recordAll();
  if (process.argv.includes('--check')) {
    const found = differences(fresh);
    for (const name of found) console.error(`differs: ${name}`);
    console.error(`${fresh.size} scenarios recorded again, ${found.length} differ`);
    return found.length === 0 ? 0 : 1;
  }
  mkdirSync(recordingsFolder, { recursive: true });
  for (const name of differences(fresh).filter((name) => !fresh.has(name)))
    rmSync(new URL(name, recordingsFolder));
  for (const [name, text] of fresh) writeFileSync(new URL(name, recordingsFolder), text);
  console.error(`${fresh.size} recordings written`);
  return 0;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.exitCode = await main();
