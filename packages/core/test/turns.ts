/** Turns of a talk about pages, for tests that need a conversation of some length. */
import type { Message } from '../src/journal/message.ts';
import { assistant, call, result, says, user } from './messages.ts';

/** One turn of about a thousand tokens: a request, a read, an answer. */
export function turn(at: number): Message[] {
  const page = Array.from(
    { length: 40 },
    (_, row) => `page ${at}, row ${row}: nothing out of the ordinary here`,
  );
  return [
    user(`Look at page ${at}.`),
    says('assistant', [call(`c${at}`, { path: `pages/p${at}.md` })]),
    says('tool', [result(`c${at}`, page.join('\n'))]),
    assistant(`Page ${at} is in order.`),
  ];
}
