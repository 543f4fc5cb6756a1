/**
 * An exact export as one that may be handed on: every line with its secrets hidden, the first marked `redacted`.
 *
 * Invariant: nothing is left that a guess at a hidden value could be tested with. So the salt is left out wherever it
 * stands, and so is index data, whose hashes of wording are unsalted.
 */
import { isJsonObject, type Json, parseJson } from '@daybook/core';
import { jsonText } from './output.ts';

type JsonObject = { readonly [name: string]: Json };

const HIDDEN_SALT = '[secret:salt:1]';

export async function* redactedLines(
  lines: AsyncIterable<string>,
  hide: (value: Json) => Promise<Json>,
): AsyncGenerator<string> {
  let salt = '';
  for await (const line of lines) {
    const value = parseJson(salt === '' ? line : line.replaceAll(salt, HIDDEN_SALT));
    if (!isJsonObject(value) || 'group' in value) continue;
    if (typeof value.salt === 'string') salt = value.salt;
    yield jsonText(await hide(shown(value)));
  }
}

function shown(value: JsonObject): JsonObject {
  const { daybook, salt: _, branch, ...rest } = value;
  if (daybook !== undefined) return { daybook, redacted: true, ...rest };
  if (branch === undefined || !isJsonObject(branch)) return value;
  const { headerKey: __, roll: ___, ...place } = branch;
  return { branch: place };
}
