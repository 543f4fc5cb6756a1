/**
 * Whether an answer ends by asking something back, which leaves the request it answers open.
 *
 * Invariant: only the end of the text is read, so a long answer costs no more than a short one. When in doubt it is a
 * question: the request then stays in view one turn longer.
 */

/** So much of the end is read. */
const TAIL = 8192;
/** A longer list, or one with longer items, is no list of options but a text of its own. */
const MOST_OPTIONS = 9;
const LONGEST_OPTION = 160;

const FENCE = /^\s{0,8}(?:```|~~~)/;
const RULER = /^[\s>*_=-]*$/;
const OPTION = /^[\s>]{0,16}(?:[-*+•‣–]|\(?(?:\p{L}|\d{1,2})[.):])\s/u;
/** What may stand behind the mark: emphasis, quotes, brackets, emoji, and the tail of a mark such as "?!". */
const CLOSING =
  /[\s*_~`"'”’“‘»«›」』）)\]}|>!！.…\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Regional_Indicator}]|[\u200d\ufe0f。]/u;
const ASIDE = /[([（][^()[\]（）?？]{1,60}[)\]）]$/;
/** Questions that are often written without a mark. */
const UNMARKED = /(?:(?:です|ます|でしょう|ません|ました|でした)か|吗|까요|나요|습니까|ㅂ니까)$/;

export function endsInQuestion(text: string): boolean {
  const lines = text
    .slice(-TAIL)
    .split(/\r?\n/)
    .filter((line) => !RULER.test(line));
  const said = withoutLastBlock(lines);
  return said.length > 0 && asksAtEnd(said);
}

/** Code shown behind the last sentence is set aside; an answer that is nothing but code is read as it is. */
function withoutLastBlock(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && FENCE.test(lines[end - 1] ?? '')) {
    let open = end - 2;
    while (open >= 0 && !FENCE.test(lines[open] ?? '')) open -= 1;
    if (open < 0) return lines.slice(0, end - 1);
    if (open === 0) return lines.slice(1, end - 1);
    end = open;
  }
  return lines.slice(0, end);
}

function asksAtEnd(lines: readonly string[]): boolean {
  let last = lines.length - 1;
  if (isQuestion(lines[last] ?? '')) return true;
  const isOption = (line: string): boolean => OPTION.test(line) && line.length <= LONGEST_OPTION;
  while (last >= 0 && lines.length - last <= MOST_OPTIONS && isOption(lines[last] ?? '')) last -= 1;
  return last < lines.length - 1 && isQuestion(lines[last] ?? '');
}

function isQuestion(line: string): boolean {
  const said = withoutClosing(line);
  if (endsInMark(said)) return true;
  const aside = ASIDE.exec(line.slice(-80).trimEnd());
  return aside !== null && endsInMark(withoutClosing(line.trimEnd().slice(0, -aside[0].length)));
}

function endsInMark(said: string): boolean {
  return '?？؟⁇⁈⁉\u037e'.includes(said.at(-1) ?? ' ') || UNMARKED.test(said.slice(-8));
}

function withoutClosing(line: string): string {
  let end = line.length;
  while (end > 0) {
    const point = line.codePointAt(end - 2) ?? 0;
    const size = end > 1 && point > 0xffff ? 2 : 1;
    const sign = line.slice(end - size, end);
    if (!CLOSING.test(sign)) break;
    end -= size;
  }
  return line.slice(0, end);
}
