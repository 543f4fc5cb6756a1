/**
 * From the content of an answer to a neutral message.
 *
 * Invariant: an answer and the form in which the SDK hands it back give equal words, calls and opaque items.
 */
import type { Message } from '@daybook/core/adapter';
import { type Form, partOf } from './parts.ts';
import { parseInput, toPlainJson } from './plain-json.ts';
import { outputOf, resultOf } from './results.ts';
import { listOf } from './values.ts';

/**
 * What the model answered. Its tool inputs are JSON in a string, its results bare values.
 *
 * Left out: what the SDK never hands back (sources, approval requests, previews of results) and provider metadata. A part
 * of unknown type becomes opaque. Nothing is thrown, whatever the value is.
 */
export function fromAnswer(content: unknown): Message {
  return { role: 'assistant', parts: listOf(content).flatMap((part) => partOf(part, answerForm)) };
}

const answerForm: Form = {
  input: (value) => (typeof value === 'string' ? parseInput(value) : toPlainJson(value)),
  result: ({ result, isError }) => resultOf(outputOf(result, isError === true)),
};
