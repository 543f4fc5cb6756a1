/** A call that gives its answer at once. */

import { answered, withReport } from './answered.ts';
import { Call, type Door } from './call.ts';
import type { GenerateResult, HookOptions } from './model-types.ts';
import { isTruncatedByWindow } from './provider/overflow.ts';

/** @throws DaybookError `view-unreachable`, `provider-overflow`, `invalid-input`; and what the provider throws */
export async function generate(door: Door, hook: HookOptions): Promise<GenerateResult> {
  const call = await Call.open(door, hook);
  let attempt = await call.prepare();
  for (;;) {
    let result: GenerateResult;
    try {
      result = await hook.model.doGenerate(attempt.params);
    } catch (error) {
      attempt = await call.again(attempt, error);
      continue;
    }
    const ranOut = result.content.length === 0 && isTruncatedByWindow(result.finishReason);
    if (ranOut && call.mayAskAgain(attempt)) {
      attempt = await call.again(attempt, result, {});
      continue;
    }
    const report = await call.end(attempt, answered(result));
    return { ...result, providerMetadata: withReport(result.providerMetadata, report) };
  }
}
