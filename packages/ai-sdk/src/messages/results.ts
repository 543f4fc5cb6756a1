/** What a tool gave back: the outputs that prompts hold, and the bare values of answers and stored conversations. */
import type { DataPart, FilePart, TextPart, ToolResultPart } from '@daybook/core/adapter';
import { fileOf } from './files.ts';
import { dataOf, withoutVolatile } from './opaque.ts';
import { isRecord } from './values.ts';

type Result = Pick<ToolResultPart, 'output' | 'status'>;
type OutputPart = TextPart | DataPart | FilePart;

/** From the output of a prompt. */
export function resultOf(output: unknown): Result {
  if (!isRecord(output)) return { output: [dataOf(output)], status: 'returned' };
  const { type, value } = output;
  const status = type === 'error-text' || type === 'error-json' ? 'error' : 'returned';
  if (type === 'execution-denied') return { output: [], status: 'denied' };
  if ((type === 'text' || type === 'error-text') && typeof value === 'string')
    return { output: [{ type: 'text', text: value }], status };
  if (type === 'json' || type === 'error-json') return { output: [dataOf(value)], status };
  if (type === 'content' && Array.isArray(value)) return { output: value.map(outputPartOf), status };
  return { output: [dataOf(withoutVolatile(output))], status };
}

/** The output that the SDK makes of a bare value: strings are text, all else is JSON, and so are errors of the provider. */
export function outputOf(value: unknown, isProvidersError: boolean): { type: string; value: unknown } {
  if (isProvidersError) return { type: 'error-json', value };
  return { type: typeof value === 'string' ? 'text' : 'json', value };
}

/** The reason given with a denial is the person's own words, not what a tool returned. */
export function reasonOf(output: unknown): TextPart[] {
  if (!isRecord(output) || output.type !== 'execution-denied' || typeof output.reason !== 'string') return [];
  return [{ type: 'text', text: output.reason, speaker: 'user' }];
}

function outputPartOf(item: unknown): OutputPart {
  if (!isRecord(item)) return dataOf(item);
  switch (item.type) {
    case 'text':
      if (typeof item.text === 'string') return { type: 'text', text: item.text };
      break;
    case 'file':
    // Of ai 6 and 5. A provider's own file id (`file-id`, `image-file-id`) has no bytes and stays data.
    case 'file-data':
    case 'image-data':
    case 'media':
      return fileOf(item);
    case 'file-url':
    case 'image-url':
      return fileOf({
        mediaType: item.type === 'image-url' ? 'image' : undefined,
        ...item,
        data: { type: 'url', url: item.url },
      });
  }
  return dataOf(withoutVolatile(item));
}
