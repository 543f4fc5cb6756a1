/**
 * What pi writes into its session logs in a role whose words it is not.
 *
 * Only texts and names; `pi.ts` says what is done with them.
 */
import type { Marks } from './text.ts';

/** User-role texts: files named on the command line and skills stand in front of the person's words. */
export const piMarks: Marks = {
  texts: [],
  beginnings: [
    'The conversation history before this point was compacted into the following summary:',
    'The following is a summary of a branch that this conversation came back from:',
  ],
  openings: [],
  elements: [],
  leadingElements: ['file', 'skill'],
};

/** Entries that hold settings, marks or state of extensions: nothing that anybody said. */
export const quietEntries: ReadonlySet<string> = new Set([
  'active_tools_change',
  'custom',
  'label',
  'leaf',
  'model_change',
  'session_info',
  'thinking_level_change',
]);
