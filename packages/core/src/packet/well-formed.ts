/**
 * Half characters (lone surrogates) sent as U+FFFD: no provider takes them (model §5). What is whole stays the same
 * object.
 */
import { isJsonObject, type Json } from '../base/json.ts';
import type { MessagePart, ToolResultPart } from '../journal/message.ts';

/** Reasoning and opaque items stay as they came: they are signed, or not ours to read. */
export function wellFormed(part: MessagePart): MessagePart {
  switch (part.type) {
    case 'text':
      return part.text.isWellFormed() ? part : { ...part, text: part.text.toWellFormed() };
    case 'data': {
      const value = wellFormedJson(part.value);
      return value === part.value ? part : { ...part, value };
    }
    case 'tool-call': {
      const input = wellFormedJson(part.input);
      return input === part.input ? part : { ...part, input };
    }
    case 'tool-result': {
      const output = part.output.map((item) => wellFormed(item) as ToolResultPart['output'][number]);
      return output.some((item, at) => item !== part.output[at]) ? { ...part, output } : part;
    }
    default:
      return part;
  }
}

function wellFormedJson(value: Json): Json {
  if (typeof value === 'string') return value.isWellFormed() ? value : value.toWellFormed();
  if (Array.isArray(value)) {
    const items = value.map(wellFormedJson);
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (!isJsonObject(value)) return value;
  const members = Object.entries(value).map(([name, member]): [string, Json] => [
    name.toWellFormed(),
    wellFormedJson(member),
  ]);
  const same = members.every(([name, member]) => Object.hasOwn(value, name) && member === value[name]);
  return same ? value : Object.fromEntries(members);
}
