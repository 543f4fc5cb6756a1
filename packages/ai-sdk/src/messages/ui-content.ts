/** Parts of a UI message that are no tool's, as the SDK writes them into a model message. Others are not sent. */
import type { Item } from './values.ts';

export function contentOf(part: Item): Item[] {
  const { type, providerMetadata } = part;
  const options = providerMetadata == null ? {} : { providerOptions: providerMetadata };
  switch (type) {
    case 'text':
    case 'reasoning':
      return [{ type, text: part.text, ...options }];
    case 'custom':
      return [{ type, kind: part.kind, ...options }];
    case 'file':
    case 'reasoning-file': {
      const { mediaType, filename } = part;
      return [{ type, mediaType, filename, data: fileDataOf(part), ...options }];
    }
  }
  return [];
}

export function textOf(part: Item): string {
  return part.type === 'text' && typeof part.text === 'string' ? part.text : '';
}

function fileDataOf({ providerReference, url }: Item): Item {
  if (providerReference != null) return { type: 'reference', reference: providerReference };
  return { type: 'url', url: typeof url === 'string' ? parsed(url) : url };
}

/** As a parser writes it: the SDK parses it on the way to the model. */
function parsed(url: string): string {
  return url.startsWith('data:') || !URL.canParse(url) ? url : new URL(url).href;
}
