/**
 * Messages from the journal alone: what a view shows when no application hands its list over. Reasoning and the
 * provider's item ids are left out; answers that were cut short too.
 */
import type { Body, BodyPart } from '../journal/body.ts';
import type { DataPart, FilePart, Message, MessagePart, Role, TextPart } from '../journal/message.ts';
import { type Region, type RegionEntry, regionOf } from './region.ts';

/** A message with the sequences of its entries. */
export interface Rebuilt {
  readonly message: Message;
  readonly entries: readonly RegionEntry[];
  /** It stands at its own place in the chain; not so what came late to a step. */
  readonly inPlace: boolean;
}

/** Messages of the entries in the order of the conversation; events, derived text and headers are none. */
export function rebuild(entries: readonly RegionEntry[]): Rebuilt[] {
  const region = regionOf(entries, true);
  return region.units.flatMap(({ entries: seqs }) => {
    const [unitStart = 0] = seqs;
    const groups = new Map<number, RegionEntry[]>();
    for (const entry of seqs.flatMap((seq) => region.bySeq.get(seq) ?? [])) {
      const group = entry.seal.links.group ?? entry.seq;
      groups.set(group, [...(groups.get(group) ?? []), entry]);
    }
    const last = Math.max(...seqs);
    return [...groups].flatMap(([group, held]) => {
      if (region.aborted.has(group)) return [];
      const message = messageOf(held);
      return message
        ? [{ message, entries: held, inPlace: group === unitStart || isNear(region, unitStart, group, last) }]
        : [];
    });
  });
}

/** The header that was journaled last, from its entries. */
export function rebuildHeader(entries: readonly RegionEntry[]): Message[] {
  const groups = new Map<number, RegionEntry[]>();
  for (const entry of entries) {
    if (entry.seal.links.header !== true) continue;
    const group = entry.seal.links.group ?? entry.seq;
    groups.set(group, [...(groups.get(group) ?? []), entry]);
  }
  return [...groups.values()].flatMap((held) => messageOf(held) ?? []);
}

/** Nothing of another unit stands between the unit's beginning and the group. */
function isNear({ units }: Region, unitStart: number, group: number, last: number): boolean {
  return !units.some(({ entries }) => {
    const [first = 0] = entries;
    return first > unitStart && first < group && first <= last;
  });
}

function messageOf(held: readonly RegionEntry[]): Message | undefined {
  const role = roleOf(held);
  const artifacts = new Map<string, FilePart>();
  for (const { body } of held) if (body.kind === 'artifact') artifacts.set(body.digest, fileOf(body));
  const inResults = new Set(
    held.flatMap(({ body }) => (body.kind === 'tool-result' ? digestsIn(body.output) : [])),
  );
  const parts = held.flatMap((entry) => partsOf(entry, role, artifacts, inResults));
  const nativeId = held[0]?.seal.links.nativeId;
  return { role, parts, ...(nativeId === undefined ? {} : { id: nativeId }) };
}

function roleOf(held: readonly RegionEntry[]): Role {
  const roles = held.map(({ seal }) => seal.role);
  if (roles.includes('assistant')) return 'assistant';
  return roles.includes('tool') ? 'tool' : (roles[0] ?? 'user');
}

function partsOf(
  { body, seal }: RegionEntry,
  role: Role,
  artifacts: ReadonlyMap<string, FilePart>,
  inResults: ReadonlySet<string>,
): MessagePart[] {
  switch (body.kind) {
    case 'message':
      return body.parts.map((part) => messagePart(part, seal, role));
    case 'tool-call':
      return [{ type: 'tool-call', callId: body.callId, name: body.name, input: body.input }];
    case 'tool-result': {
      const { callId, name, status } = body;
      const output = body.output.map((part) => resultPart(part, artifacts));
      return [{ type: 'tool-result', callId, ...(name === undefined ? {} : { name }), output, status }];
    }
    case 'artifact':
      return seal.role === 'tool' && inResults.has(body.digest) ? [] : [fileOf(body)];
    case 'opaque':
      return [{ type: 'opaque', provider: body.provider, item: body.item }];
    default:
      return [];
  }
}

function messagePart(part: BodyPart, seal: RegionEntry['seal'], role: Role): MessagePart {
  if (part.type === 'data') return { type: 'data', value: part.value };
  if (part.type === 'file') return { type: 'text', text: `[file ${part.mediaType} ${part.digest}]` };
  const lowered = seal.authority === 'none' && seal.role !== 'assistant' && seal.role !== 'tool';
  const spoken = seal.role === 'user' && role !== 'user';
  return {
    type: 'text',
    text: part.text,
    ...(lowered ? { authority: 'none' as const } : {}),
    ...(spoken ? { speaker: 'user' as const } : {}),
  };
}

function resultPart(
  part: BodyPart,
  artifacts: ReadonlyMap<string, FilePart>,
): TextPart | DataPart | FilePart {
  if (part.type !== 'file') return part;
  return artifacts.get(part.digest) ?? { type: 'text', text: `[file ${part.mediaType} ${part.digest}]` };
}

function fileOf({ mediaType, data, url, name }: Extract<Body, { kind: 'artifact' }>): FilePart {
  return {
    type: 'file',
    mediaType,
    ...(data === undefined ? {} : { data }),
    ...(url === undefined ? {} : { url }),
    ...(name === undefined ? {} : { name }),
  };
}

function digestsIn(output: readonly BodyPart[]): string[] {
  return output.flatMap((part) => (part.type === 'file' ? [part.digest] : []));
}
