/** The adapter kit on each supported version of the SDK. Covers: A4, F2, J5, C4, P5 */
import { adapterKit } from '@daybook/testkit';
import { describe, it } from 'vitest';
import { harnesses } from './harness.ts';

for (const harness of harnesses) adapterKit({ describe, it }, harness);
