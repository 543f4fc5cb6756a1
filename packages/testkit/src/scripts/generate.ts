/**
 * Scripts made at random: operations of an application one after the other, with the account of what was said.
 *
 * Invariant: each script has one certain outcome; what is left out to keep it so is listed in operations.ts.
 */
import * as fc from 'fast-check';
import { Conversation } from './builder.ts';
import { type OperationName, operations } from './operations.ts';
import type { Script } from './script.ts';
import type { Stage } from './stage.ts';

export const operationNames: readonly OperationName[] = Object.keys(operations) as OperationName[];

/** The longest operation makes six calls. */
const MOST_CALLS_BEFORE_LAST = 34;
const FEWEST_CALLS = 5;

/** Characters that change when text is normalised, trimmed, encoded or used as a replacement. */
const ODD = [
  '',
  '',
  '',
  '',
  ' \ud83d',
  '\udc00 x',
  ' \u0000',
  ' e\u0301',
  ' \u00e9',
  ' \u{1f600}',
  ' ',
  ' $&',
];

interface Recipe {
  readonly header: 'none' | 'constant' | 'time-of-day';
  readonly ids: boolean;
  readonly hasReusedCallIds: boolean;
  readonly steps: readonly (readonly [name: OperationName, draws: readonly number[]])[];
}

/** Scripts of 5 to 40 calls made of these operations; one that is not possible yet becomes a plain turn. */
export function scriptsOf(names: readonly OperationName[]): fc.Arbitrary<Script> {
  const draws = fc.array(fc.nat(1023), { minLength: 8, maxLength: 8 });
  const recipe: fc.Arbitrary<Recipe> = fc.record({
    header: fc.constantFrom('none', 'constant', 'time-of-day'),
    ids: fc.boolean(),
    hasReusedCallIds: fc.nat(3).map((drawn) => drawn === 3),
    steps: fc.array(fc.tuple(fc.constantFrom(...names), draws), { minLength: 4, maxLength: 20, size: 'max' }),
  });
  return recipe.map(scriptOf);
}

/** Operations that need something before them take place less often, so they are offered more often. */
const SCARCE: readonly OperationName[] = [
  'edit',
  'regenerate',
  'returnToOld',
  'returnToOld',
  'trimFront',
  'middleDropped',
  'pruneToolTraffic',
];

export const scriptArbitrary: fc.Arbitrary<Script> = scriptsOf([...operationNames, ...SCARCE]);

function scriptOf({ header, ids, hasReusedCallIds, steps }: Recipe): Script {
  const conversation = new Conversation({ ...(header === 'none' ? {} : { header }), ids });
  const played: string[] = [];
  let said = 0;
  const play = (name: OperationName, draws: readonly number[]): void => {
    let drawn = 0;
    const draw = (below: number): number => (draws[drawn++ % draws.length] ?? 0) % below;
    const stage: Stage = {
      conversation,
      draw,
      fresh: (prefix) => `${prefix}${++said}${ODD[draw(ODD.length)]}`,
      freshCallId: () => `call-${++said}`,
      hasReusedCallIds,
    };
    const possible = operations[name].isPossible(stage) ? name : 'turn';
    operations[possible].run(stage);
    played.push(possible);
  };
  for (const [name, draws] of steps) if (conversation.callCount <= MOST_CALLS_BEFORE_LAST) play(name, draws);
  while (conversation.callCount < FEWEST_CALLS) play('turn', [5]);
  return conversation.script(played.join(' '));
}
