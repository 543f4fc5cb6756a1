/** Covers: F2, J5, C4, P5 */
import { describe, it } from 'vitest';
import { adapterKit } from '../../src/index.ts';
import { referenceHarness } from './reference-harness.ts';

adapterKit({ describe, it }, referenceHarness('the session surface alone'));
