/** Taking native values apart without trusting their shape. */

import type { Role } from '@daybook/core/adapter';

export interface Item {
  readonly [key: string]: unknown;
}

/** A list as it is, one value as a list of one, nothing as an empty list. */
export function listOf(value: unknown): readonly unknown[] {
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

export function isRecord(value: unknown): value is Item {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isRole(value: unknown): value is Role {
  return ['system', 'developer', 'user', 'assistant', 'tool'].includes(value as string);
}
