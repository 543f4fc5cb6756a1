/** What a suite of the adapter kit writes its tests with. */
import type { Runner } from '../store-kit/options.ts';
import type { AdapterHarness } from './harness.ts';
import { Stage, type StageOptions } from './stage.ts';

export interface Kit {
  readonly harness: AdapterHarness;
  /** A test with an application of its own, twice: on whole answers and on streams. */
  test(name: string, options: StageOptions, body: Body): void;
  /** Once: on whole answers. */
  whole(name: string, options: StageOptions, body: Body): void;
  /** Once: on streams. */
  streamed(name: string, options: StageOptions, body: Body): void;
}

export type Suite = (kit: Kit) => void;

type Body = (stage: Stage) => Promise<void>;

/** Most time one test may take: it bounds a hang, it measures nothing. */
const TIMEOUT_MS = 120_000;

export function kitOn({ it }: Runner, harness: AdapterHarness): Kit {
  const add = (name: string, options: StageOptions, stream: boolean, body: Body): void => {
    it(name, () => onNewStage(harness, options, stream, body), TIMEOUT_MS);
  };
  const noStreams = harness.skips?.streaming;
  const kit: Kit = {
    harness,
    test(name, options, body) {
      kit.whole(name, options, body);
      kit.streamed(`${name}, streamed`, options, body);
    },
    whole: (name, options, body) => add(name, options, false, body),
    streamed(name, options, body) {
      if (noStreams === undefined) add(name, options, true, body);
      else skip({ it }, harness, name, noStreams);
    },
  };
  return kit;
}

/** Says what is not tested, and why. */
export function skip(
  { it }: Pick<Runner, 'it'>,
  { name: adapter }: AdapterHarness,
  name: string,
  reason: string,
): void {
  console.info(`adapter kit: ${adapter}: skipped "${name}": ${reason}`);
  it.skip(`${name} (${reason})`, async () => {});
}

async function onNewStage(
  harness: AdapterHarness,
  options: StageOptions,
  stream: boolean,
  body: Body,
): Promise<void> {
  const stage = await Stage.open(harness, { ...options, stream });
  try {
    const [outcome] = await Promise.allSettled([body(stage)]);
    if (stage.model.complaint) throw stage.model.complaint;
    if (outcome.status === 'rejected') throw outcome.reason;
  } finally {
    await stage.close();
  }
}
