/**
 * What a call's fact says: the call, how it came out, and the lines that say what failed. Each secret is hidden before
 * anything is cut, so that no piece of one is left.
 */
import { failingLines } from '../judge/check/failing-lines.ts';
import { termsOf } from '../judge/language/terms.ts';
import type { FactText } from '../ledger/fact-text.ts';
import { grouped, head, oneLine, shortened } from '../packet/one-line.ts';
import type { CallRecord } from './calls.ts';
import type { DeltaDraft } from './draft.ts';

/** So much of a call's input is looked at, and so much of that is shown. */
const LOOKED_AT = 4_000;
const ARGUMENT_CHARACTERS = 160;
/** A result this short is quoted whole. */
const WHOLE_CHARACTERS = 200;

/** @param lines at most so many lines of the result that say what failed */
export function callText(draft: DeltaDraft, call: CallRecord, lines = 0): FactText {
  const argument = argumentOf(draft, call);
  return {
    claim: claimOf(draft, call),
    subject: shortened(oneLine(`${call.tool} ${argument}`), ARGUMENT_CHARACTERS),
    terms: strongTerms(argument),
    ...(lines > 0 && call.result ? { lines: failingLines(draft.hide(call.result.text), lines) } : {}),
  };
}

/** Several reads of one tool in one folder. */
export function readsText(draft: DeltaDraft, prefix: string, reads: readonly CallRecord[]): FactText {
  const [first] = reads as [CallRecord];
  const named = reads.map((call) => shortened(oneLine(argumentOf(draft, call)), 60));
  const folder = draft.hide(prefix);
  const claim =
    reads.length === 1
      ? claimOf(draft, first)
      : shortened(
          `${oneLine(folder)}: ${grouped(reads.length)} reads returned (contents not shown): ${named.join('; ')}`,
          400,
        );
  const terms = reads.flatMap((call) => strongTerms(argumentOf(draft, call)));
  return { claim, subject: `reads ${folder}`, terms };
}

const ENDS: Readonly<Record<CallRecord['end'], string>> = {
  passed: 'reported success',
  returned: 'returned',
  failed: 'failed',
  error: 'ended in an error',
  denied: 'was denied and not done',
  aborted: 'was stopped before it ended',
  'no-result': 'has no result',
  'no-call': 'is a result whose call is not on record',
};

function claimOf(draft: DeltaDraft, call: CallRecord): string {
  const shown = shortened(oneLine(argumentOf(draft, call)), ARGUMENT_CHARACTERS);
  const tool = shortened(oneLine(draft.hide(call.tool)), ARGUMENT_CHARACTERS);
  return `${tool}${shown && ` \`${shown}\``} ${ENDS[call.end]}${sizeOf(draft, call.result?.text.trim() ?? '')}`;
}

function sizeOf(draft: DeltaDraft, text: string): string {
  if (text === '') return '';
  if (text.length <= WHOLE_CHARACTERS) return `: ${oneLine(draft.hide(text))}`;
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  return ` (${grouped(text.length)} characters, ${grouped(lines)} lines)`;
}

function argumentOf(draft: DeltaDraft, { argument }: CallRecord): string {
  return draft.hide(head(argument, LOOKED_AT));
}

function strongTerms(argument: string): string[] {
  return [...termsOf(shortened(argument, 1_000)).strong];
}
