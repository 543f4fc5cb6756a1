/**
 * The exact range of the last question of a text, with its mark: what a short reply ("yes") is a reply to.
 *
 * Invariant: a range of the text, never half a character; nothing where the question has no mark or is too long.
 */

const MARKS = '?？؟';
const ENDS = /[.!?？。！؟\n]\s*$/;
const LONGEST = 300;

export function lastQuestion(text: string): { readonly start: number; readonly end: number } | undefined {
  let end = text.length;
  while (end > 0 && !MARKS.includes(text[end - 1] ?? '')) end--;
  if (end === 0) return undefined;
  const least = Math.max(0, end - LONGEST);
  let start = end - 1;
  while (start > least && !ENDS.test(text.slice(Math.max(0, start - 2), start))) start--;
  if (start === least && least > 0) return undefined;
  while (start < end && /[\s>*_#-]/.test(text[start] ?? '')) start++;
  return end - start > 1 ? { start, end } : undefined;
}
