/** Which code something fails with: tests assert codes, never messages. */
import { isDaybookError } from '../src/base/errors.ts';

/** The code of the DaybookError that `run` throws, `none` when it throws nothing; any other error is passed on. */
export function codeOf(run: () => unknown): string {
  try {
    run();
  } catch (error) {
    if (isDaybookError(error)) return error.code;
    throw error;
  }
  return 'none';
}

/** The same for a promise. */
export async function codeOfPromise(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
  } catch (error) {
    if (isDaybookError(error)) return error.code;
    throw error;
  }
  return 'none';
}
