/**
 * How large messages are, before anybody counts tokens: characters of what a provider counts as text, and images apart.
 *
 * Reasoning is left out, because it is not sent again behind its turn; bytes of files never count as text.
 */
import { canonicalText } from '../base/canonical.ts';
import type { Json } from '../base/json.ts';
import { perMessage } from '../journal/known.ts';
import type { FilePart, Message, MessagePart } from '../journal/message.ts';

export interface Size {
  /** UTF-16 code units. */
  readonly characters: number;
  readonly images: number;
}

export const NO_SIZE: Size = { characters: 0, images: 0 };

/** What a message costs besides its text: role and separators. */
const MESSAGE_OVERHEAD = 12;

export const sizeOfMessage: (message: Message) => Size = perMessage(({ parts }) =>
  parts.map(sizeOfPart).reduce(addSizes, text(MESSAGE_OVERHEAD)),
);

/** Private reasoning that is sent again: that of the turn that goes on. */
export const reasoningIn: (message: Message) => Size = perMessage(({ parts }) =>
  text(parts.reduce((sum, part) => (part.type === 'reasoning' ? sum + part.text.length : sum), 0)),
);

export function sizeOfMessages(messages: readonly Message[]): Size {
  return sumOf(messages.map(sizeOfMessage));
}

export function sumOf(sizes: Iterable<Size>): Size {
  let [characters, images] = [0, 0];
  for (const size of sizes) {
    characters += size.characters;
    images += size.images;
  }
  return { characters, images };
}

export function addSizes(a: Size, b: Size): Size {
  return { characters: a.characters + b.characters, images: a.images + b.images };
}

function sizeOfPart(part: MessagePart): Size {
  switch (part.type) {
    case 'text':
      return text(part.text.length);
    case 'data':
      return text(jsonLength(part.value));
    case 'file':
      return sizeOfFile(part);
    case 'reasoning':
      return NO_SIZE;
    case 'tool-call':
      return text(part.name.length + part.callId.length + jsonLength(part.input));
    case 'tool-result':
      return part.output.map(sizeOfPart).reduce(addSizes, text(part.callId.length));
    case 'opaque':
      return text(jsonLength(part.item));
  }
}

function sizeOfFile({ mediaType, url, name }: FilePart): Size {
  return { characters: mediaType.length + (url?.length ?? 0) + (name?.length ?? 0), images: 1 };
}

function text(characters: number): Size {
  return { characters, images: 0 };
}

function jsonLength(value: Json): number {
  return typeof value === 'string' ? value.length : canonicalText(value).length;
}
