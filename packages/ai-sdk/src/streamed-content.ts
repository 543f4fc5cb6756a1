/** The content of a streamed answer, put together from its parts in the order in which they began. */
import { isRecord, type StreamPart } from './model-types.ts';

/** Parts that are content as they are. */
const WHOLE = [
  'file',
  'reasoning-file',
  'source',
  'tool-call',
  'tool-result',
  'tool-approval-request',
  'custom',
];
/** Parts that come before an answer or beside it. */
const BESIDE = ['stream-start', 'response-metadata', 'raw', 'error', 'finish'];

export class StreamedContent {
  readonly #parts: unknown[] = [];
  readonly #open = new Map<string, { type: string; text: string; providerMetadata?: unknown }>();

  /** Whether the application has been given anything of an answer. */
  begun = false;

  get parts(): readonly unknown[] {
    return this.#parts;
  }

  add(part: StreamPart): void {
    if (BESIDE.includes(part.type)) return;
    this.begun = true;
    if (WHOLE.includes(part.type)) this.#parts.push(part);
    const [, type, step] = /^(text|reasoning)-(start|delta|end)$/.exec(part.type) ?? [];
    if (type && step) this.#addTo(type, step, part);
  }

  #addTo(type: string, step: string, { id, delta, providerMetadata }: StreamPart): void {
    const name = `${type} ${String(id)}`;
    let block = this.#open.get(name);
    if (!block) {
      block = { type, text: '' };
      this.#open.set(name, block);
      this.#parts.push(block);
    }
    if (typeof delta === 'string') block.text += delta;
    if (isRecord(providerMetadata)) block.providerMetadata = providerMetadata;
    // Some providers use an id again for the next block.
    if (step === 'end') this.#open.delete(name);
  }
}
