/** What a model answered, for the journal; and the report of the call, for the application. */
import type { Answer } from '@daybook/core';
import { fromAnswer, fromUsage } from './messages/index.ts';
import { isRecord } from './model-types.ts';
import type { CallReport } from './options.ts';

export interface AnsweredParts {
  readonly content: readonly unknown[];
  readonly usage?: unknown;
  readonly providerMetadata?: unknown;
}

/** @param aborted the answer was cut short */
export function answered({ content, usage, providerMetadata }: AnsweredParts, aborted = false): Answer {
  const answer = fromAnswer(content);
  const reported = fromUsage(usage, providerMetadata);
  return {
    ...(answer.parts.length > 0 && { answer }),
    ...(reported && { usage: reported }),
    ...(aborted && { aborted }),
  };
}

/** Provider metadata with the report beside what the provider says. */
export function withReport(providerMetadata: unknown, report: CallReport): unknown {
  return { ...(isRecord(providerMetadata) && providerMetadata), daybook: report };
}
