/** The parts of Gemini contents, by what they hold. */
import { objectIn, objectsIn } from './reading.ts';
import type { Located } from './rule.ts';

export const VERSION: RegExp = /gemini-(\d{1,2})(?:\.(\d{1,2}))?(?!\d)/;

export function partsOf(content: Located): Located[] {
  return objectsIn(content, 'parts');
}

export function holdsCall(part: Located): boolean {
  return objectIn(part, 'functionCall') !== undefined;
}

export function holdsResponse(part: Located): boolean {
  return objectIn(part, 'functionResponse') !== undefined;
}

export function callsIn(content: Located): Located[] {
  return partsOf(content).flatMap((part) => objectIn(part, 'functionCall') ?? []);
}

export function responsesIn(content: Located): Located[] {
  return partsOf(content).flatMap((part) => objectIn(part, 'functionResponse') ?? []);
}

export function declarationsOf(tools: readonly Located[]): Located[] {
  return tools.flatMap((tool) => objectsIn(tool, 'functionDeclarations'));
}
