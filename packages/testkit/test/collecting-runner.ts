/** A test runner that keeps what it is given and runs it on demand, so that a kit itself can be tested. */
import type { Runner } from '../src/index.ts';

export interface Outcome {
  /** Names from the outermost group to the test, joined by ` > `. */
  readonly test: string;
  readonly suite: string;
  readonly error?: unknown;
  readonly skipped?: true;
}

export interface CollectingRunner extends Runner {
  /** Runs what was collected, or what of it stands in one suite. */
  run(suite?: string): Promise<readonly Outcome[]>;
}

interface Collected {
  readonly path: readonly string[];
  readonly body?: () => Promise<void>;
}

export function collectingRunner(): CollectingRunner {
  const path: string[] = [];
  const collected: Collected[] = [];
  const it = (name: string, body: () => Promise<void>): void => {
    collected.push({ path: [...path, name], body });
  };
  it.skip = (name: string): void => {
    collected.push({ path: [...path, name] });
  };
  return {
    describe(name, body) {
      path.push(name);
      body();
      path.pop();
    },
    it,
    async run(suite) {
      const outcomes: Outcome[] = [];
      for (const one of collected)
        if (suite === undefined || one.path.at(-2) === suite) outcomes.push(await outcomeOf(one));
      return outcomes;
    },
  };
}

async function outcomeOf({ path, body }: Collected): Promise<Outcome> {
  const named = { test: path.join(' > '), suite: path.at(-2) ?? '' };
  if (!body) return { ...named, skipped: true };
  try {
    await body();
    return named;
  } catch (error) {
    return { ...named, error };
  }
}
