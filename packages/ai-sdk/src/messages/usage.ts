/** Usage as model-level results tell it, in the shapes of all majors. */
import type { Usage } from '@daybook/core/adapter';
import { isRecord } from './values.ts';

/** Size of a call as the provider reported it; undefined where either figure is missing. */
export function fromUsage(usage: unknown): Usage | undefined {
  const [input, output] = ['inputTokens', 'outputTokens'].map((name) => {
    const figure = isRecord(usage) ? usage[name] : undefined;
    return isRecord(figure) ? figure.total : figure;
  });
  return typeof input === 'number' && typeof output === 'number' ? { input, output } : undefined;
}
