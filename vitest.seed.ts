/**
 * Property tests draw new cases at every run on a developer's machine. In CI they draw the same ones, so that a red run
 * is the fault of the change it tests; DAYBOOK_SEED draws others.
 */
import fc from 'fast-check';

const seed = process.env.DAYBOOK_SEED ?? (process.env.CI ? '20261130' : undefined);
if (seed !== undefined) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: Number(seed) });
