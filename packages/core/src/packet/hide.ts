/** Secrets hidden in what is sent, where the application asked for that: pins and tail are exact otherwise (model §5). */
import type { Json } from '../base/json.ts';
import type { Message, MessagePart } from '../journal/message.ts';
import { type Redactor, redactJson, redactText } from '../redact/redactor.ts';

export interface Hidden {
  readonly messages: readonly Message[];
  /** Secrets hidden in texts, and values that held some. */
  readonly hidden: number;
}

export function hideInMessages(redactor: Redactor, messages: readonly Message[]): Hidden {
  let hidden = 0;
  const hideText = (text: string): string => {
    const made = redactText(redactor, text);
    hidden += made.hidden;
    return made.text;
  };
  const hideValue = (value: Json): Json => {
    const made = redactJson(redactor, value);
    if (JSON.stringify(made) !== JSON.stringify(value)) hidden++;
    return made;
  };
  const hidePart = <Part extends MessagePart>(part: Part): Part => {
    switch (part.type) {
      case 'text':
        return { ...part, text: hideText(part.text) };
      case 'data':
        return { ...part, value: hideValue(part.value) };
      case 'tool-call':
        return { ...part, input: hideValue(part.input) };
      case 'tool-result':
        return { ...part, output: part.output.map(hidePart) };
      default:
        return part;
    }
  };
  const made = messages.map((message): Message => ({ ...message, parts: message.parts.map(hidePart) }));
  return { messages: hidden > 0 ? made : messages, hidden };
}
