/**
 * JSON for people to read in a diff: a value stays on one line while it fits, else one member a line.
 *
 * Invariant: equal values in equal member order give equal text.
 */
import type { Json } from '@daybook/core';

export function compactJson(value: Json, width = 110): string {
  return `${write(value, '', 0, width)}\n`;
}

/** @param used columns that stand on the line already, before and after the value */
function write(value: Json, indent: string, used: number, width: number): string {
  const flat = writeFlat(value);
  if (value === null || typeof value !== 'object' || indent.length + used + flat.length <= width) return flat;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item) => inner + write(item, inner, 1, width));
    return items.length === 0 ? '[]' : `[\n${items.join(',\n')}\n${indent}]`;
  }
  const members = Object.entries(value).map(([key, member]) => {
    const name = `${JSON.stringify(key)}: `;
    return inner + name + write(member, inner, name.length + 1, width);
  });
  return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n${indent}}`;
}

function writeFlat(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(writeFlat).join(', ')}]`;
  const members = Object.entries(value).map(
    ([key, member]) => `${JSON.stringify(key)}: ${writeFlat(member)}`,
  );
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`;
}
