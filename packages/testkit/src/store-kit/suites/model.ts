/** Random operations give the answers of the reference store, whichever of two handles is asked. */
import { memoryStore } from '@daybook/core/memory';
import type { Store } from '@daybook/core/store';
import fc from 'fast-check';
import { type Operation, operationsArbitrary, READ_AFTER_APPEND } from '../operations.ts';
import type { Kit } from '../options.ts';
import { ANYWHERE, END, equal } from '../reading.ts';
import { EVERY_MARK } from '../rows.ts';
import { World } from '../world.ts';

export function modelSuite(kit: Kit): void {
  kit.test('random operations give the answers of the reference store', async ({ store, again }) => {
    const handles = [store, await again()] as const;
    let worlds = 0;
    const property = fc.asyncProperty(operationsArbitrary, async (operations) => {
      const world = new World(`world ${worlds++}`);
      const reference = memoryStore();
      for (const [at, operation] of operations.entries())
        await compare(handles[at % 2 === 0 ? 0 : 1], reference, world, operation);
    });
    await fc.assert(property, { numRuns: 60 });
    equal(await store.strays(), []);
  });
}

async function compare(tested: Store, reference: Store, world: World, operation: Operation): Promise<void> {
  if (operation.kind !== 'append') {
    const expected = await world.read(reference, operation);
    equal(await world.read(tested, operation), expected, operation.kind);
    return;
  }
  const change = world.change(operation);
  const answer = await reference.append(change);
  if (answer === 'done') world.accepted(change);
  equal(await tested.append(change), answer, 'append');
  for (const kind of READ_AFTER_APPEND) {
    const read = { kind, scope: operation.scope, from: 0, to: END, ...ANYWHERE, limits: EVERY_MARK };
    const expected = await world.read(reference, read);
    equal(await world.read(tested, read), expected, `${kind} after an append that is ${answer}`);
  }
}
