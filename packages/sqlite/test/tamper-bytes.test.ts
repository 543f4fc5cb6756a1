/**
 * Covers: J8. Single bytes of the file: whatever is hit, the audit tells, or the journal is what it was.
 *
 * Rows can be damaged below SQL too: a text where bytes belong, an index that leads elsewhere, a broken page.
 */
import { isDaybookError } from '@daybook/core';
import { expect, it } from 'vitest';
import { journalOf, opened, tamperFile } from './tamper-file.ts';

const FLIPS = 500;

const file = await tamperFile();

/** What becomes of it; an error that is no DaybookError is passed on. */
async function orCode<Result>(promise: Promise<Result>): Promise<Result | 'refused'> {
  return promise.catch((error: unknown) => {
    if (isDaybookError(error)) return 'refused';
    throw error;
  });
}

/** Places and masks that look random and are the same each time; half of them hit what is no padding. */
function* flips(): Generator<{ at: number; mask: number }> {
  let seed = 20_260_101;
  const below = (end: number): number => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((seed / 2 ** 32) * end);
  };
  for (let count = 0; count < FLIPS; ) {
    const at = below(file.bytes.length);
    const mask = count % 2 ? 1 << below(8) : 1 + below(255);
    if (file.bytes[at] === 0 && count % 4 < 2) continue;
    count++;
    yield { at, mask };
  }
}

it(`${FLIPS} bytes, each alone`, async () => {
  const sound = await opened(
    file.damage(() => {}),
    journalOf,
  );
  const outcomes = new Map<string, number>();
  const unnoticed: unknown[] = [];
  for (const { at, mask } of flips()) {
    const bytes = new Uint8Array(file.bytes);
    bytes[at] = (bytes[at] ?? 0) ^ mask;
    const path = file.write(bytes);
    const outcome = await orCode(
      opened(path, async (daybook) => {
        const report = await orCode(daybook.audit());
        // What a read makes of damage that the audit saw is looked at now and then: it takes longest.
        const told = report === 'refused' || !report.ok;
        const journal = told && at % 4 > 0 ? '' : await orCode(journalOf(daybook));
        if (report === 'refused') return 'the audit refused';
        if (!report.ok) return 'the audit reported';
        if (journal === 'refused') return 'a read refused';
        return journal === sound ? 'the journal is the same' : 'unnoticed';
      }),
    );
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (outcome === 'unnoticed') unnoticed.push({ at, mask });
  }
  console.log(`bytes flipped: ${JSON.stringify(Object.fromEntries(outcomes))}`);
  expect(unnoticed).toEqual([]);
  // The flips must have met something.
  expect(outcomes.get('the audit reported') ?? 0).toBeGreaterThan(FLIPS / 4);
});
