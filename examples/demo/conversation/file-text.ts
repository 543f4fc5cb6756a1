/** What a file of the invented repository holds: decided by its path alone. */
import { configText, csvText, docText, jsonText } from './prose-text.ts';
import { sourceText } from './source-text.ts';
import { sqlText } from './sql-text.ts';
import { testText } from './test-text.ts';

const MAKERS: readonly (readonly [RegExp, (path: string) => string])[] = [
  [/^test\/.*\.ts$/, testText],
  [/\.ts$/, sourceText],
  [/\.sql$/, sqlText],
  [/\.md$/, docText],
  [/\.yaml$/, configText],
  [/\.csv$/, csvText],
  [/\.json$/, jsonText],
];

export function fileText(path: string): string {
  const maker = MAKERS.find(([pattern]) => pattern.test(path));
  if (!maker) throw new RangeError(`nothing makes ${path}`);
  return maker[1](path);
}
