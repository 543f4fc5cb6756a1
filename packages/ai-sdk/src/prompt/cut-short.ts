/**
 * An answer that was cut short, stored by the application and handed back: its provider may hold no item under its ids,
 * and refuses reasoning that was never finished. Sent are its words alone.
 */
import { isRecord, type NativeMessage } from '../model-types.ts';

export function wordsAlone(message: NativeMessage): NativeMessage {
  const { content } = message;
  const bare = withoutItemId(message);
  if (!Array.isArray(content)) return bare;
  const kept = content.filter((part) => !isRecord(part) || !/^reasoning/.test(String(part.type)));
  return { ...bare, content: kept.map(withoutItemId) };
}

function withoutItemId<Holder>(holder: Holder): Holder {
  if (!isRecord(holder) || !isRecord(holder.providerOptions)) return holder;
  const kept = Object.entries(holder.providerOptions).map(([namespace, options]) => {
    if (!isRecord(options)) return [namespace, options];
    const { itemId: _, ...others } = options;
    return [namespace, others];
  });
  return { ...holder, providerOptions: Object.fromEntries(kept) };
}
