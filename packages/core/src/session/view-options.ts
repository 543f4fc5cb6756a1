/** The options of a view, checked: a misspelt one would otherwise be a default that nobody chose. */
import { DaybookError } from '../base/errors.ts';
import { budgetOf } from '../policy/budget.ts';
import type { ViewOptions } from './view.ts';

const NAMES: { readonly [Name in keyof Required<ViewOptions>]: (value: unknown) => boolean } = {
  window: isNumber,
  reserve: isNumber,
  foldAt: isNumber,
  hardAt: isNumber,
  tail: isNumber,
  consolidateAt: isNumber,
  target: isNumber,
  pinBudget: isNumber,
  bulk: isNumber,
  definitions: (value) => isNumber(value) && (value as number) >= 0,
  model: (value) => typeof value === 'string',
  voice: oneOf('split', 'merged', 'system'),
  replace: oneOf('record', 'text', 'fresh'),
  recover: oneOf('mechanical', 'reset', 'fail'),
  cold: isBoolean,
  overflow: isBoolean,
  tools: (value) => Array.isArray(value) && value.every((name) => typeof name === 'string'),
  redact: (value) => typeof value === 'object' && value !== null,
};

/** @throws DaybookError `invalid-input` for a name that is none, a value that it cannot have, or sizes that do not fit */
export function checkViewOptions(options: ViewOptions): void {
  for (const [name, value] of Object.entries(options)) {
    const field = { details: { field: name } };
    if (!Object.hasOwn(NAMES, name))
      throw new DaybookError('invalid-input', `${name} is no option of a view`, field);
    if (value !== undefined && !NAMES[name as keyof ViewOptions](value))
      throw new DaybookError('invalid-input', `${name} cannot be ${String(value)}`, field);
  }
  budgetOf(options);
}

function isNumber(value: unknown): boolean {
  return typeof value === 'number';
}

function isBoolean(value: unknown): boolean {
  return typeof value === 'boolean';
}

function oneOf(...words: readonly string[]): (value: unknown) => boolean {
  return (value) => words.some((word) => word === value);
}
