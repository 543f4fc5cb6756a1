/** Messages for people: whole, or as one line. Control characters stay in; whoever prints shows them. */
import type { Message, MessagePart } from '@daybook/core';

/** Everything in it that can be read, part by part. */
export function messageText({ parts }: Message): string {
  return parts
    .map(partText)
    .filter((text) => text !== '')
    .join('\n');
}

/** The beginning of a text on one line. */
export function beginning(text: string, length: number): string {
  // What is cut off is never looked at: a text may be megabytes of white space.
  const start = text
    .slice(0, length * 4)
    .replace(/\s+/g, ' ')
    .trim();
  const characters = Array.from(start);
  const whole = characters.length <= length && text.length <= length * 4;
  return whole ? start : `${characters.slice(0, length - 1).join('')}…`;
}

function partText(part: MessagePart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'data':
      return JSON.stringify(part.value);
    case 'file':
      return `[file ${part.mediaType}]`;
    case 'tool-call':
      return `[call ${part.name} ${JSON.stringify(part.input)}]`;
    case 'tool-result':
      return [
        `[result${part.status === 'returned' ? '' : ` ${part.status}`}]`,
        ...part.output.map(partText),
      ].join('\n');
    default:
      return '';
  }
}
