/**
 * Cache breakpoints in a prompt whose older messages were folded away. An application that caches its conversation
 * marks messages or parts of them, in `providerOptions`, and moves its marks along; those on folded messages are gone.
 *
 * Invariants: as long as any message of the conversation is marked, sent or folded, the packet is marked at its end, so
 * that header and packet are read from the cache on every call and not only on that of the fold. There are never more
 * marks than the provider takes: the earliest behind the packet go first, the last one and those of system text never.
 * Nothing is mutated, what keeps its marks is the same object, and to place twice is to place once.
 */
import { isRecord, type NativeMessage } from '../model-types.ts';

export interface MarkedPrompt {
  /** What will be sent. */
  readonly sent: readonly NativeMessage[];
  /** Which of it is daybook's own. */
  readonly own: readonly boolean[];
  /** Native messages that were folded away. */
  readonly dropped: readonly NativeMessage[];
  /** Tool definitions and options of the call: marks there count too. */
  readonly tools?: unknown;
  readonly providerOptions?: unknown;
}

export function placeBreakpoints(prompt: MarkedPrompt): readonly NativeMessage[] {
  const { sent } = prompt;
  const packet = packetEnd(prompt.own);
  const marks = packet < 0 ? undefined : marksForPacket(prompt, packet);
  if (!marks) return sent;
  const tail = spotsOf(sent, packet + 1).filter(({ message }) => !isSystem(message));
  const others = countIn(sent) - countIn(sent.slice(packet, packet + 1)) - tail.length + elsewhere(prompt);
  const room = MOST_BREAKPOINTS - others;
  const fits = room > Math.min(tail.length, 1);
  const kept = Math.max(room - (fits ? 1 : 0), 1);
  const dropped = new Set(
    tail.slice(0, Math.max(tail.length - kept, 0)).map(({ at, part }) => `${at} ${part}`),
  );
  return sent.map((message, at) => {
    if (at === packet)
      return fits && isRecord(message) && breakpointsIn(message) === 0 ? withMarks(message, marks) : message;
    return without(message, (part) => dropped.has(`${at} ${part}`));
  });
}

/** Breakpoints that a message sets, or a tool definition. */
export function breakpointsIn(message: unknown): number {
  return isRecord(message) ? spotsIn(message).length : 0;
}

/** Anthropic's own limit, which holds for system text, tools and messages together; the SDK ignores the last ones. */
const MOST_BREAKPOINTS = 4;
/** Anthropic and those that take its marks; Amazon Bedrock. */
const NAMES: readonly string[] = ['cacheControl', 'cache_control', 'cachePoint'];

/** Marks by namespace. */
type Marks = ReadonlyMap<string, { readonly [name: string]: unknown }>;

interface Spot {
  readonly message: NativeMessage;
  readonly at: number;
  readonly part: number;
}

/** The last of the packet's messages, which stand together behind the header. */
function packetEnd(own: readonly boolean[]): number {
  const start = own.indexOf(true);
  if (start < 0) return -1;
  const end = own.indexOf(false, start);
  return (end < 0 ? own.length : end) - 1;
}

/**
 * What the application itself would set here: the last mark that was folded away, else the first behind the packet. A
 * provider refuses marks that last longer behind marks that last shorter, so the longest that follows wins.
 */
function marksForPacket({ sent, dropped }: MarkedPrompt, packet: number): Marks | undefined {
  const behind = spotsOf(sent, packet + 1);
  const folded = spotsOf(dropped, 0).filter(({ message }) => !isSystem(message));
  const wanted = folded.at(-1) ?? behind.find(({ message }) => !isSystem(message));
  if (!wanted) return undefined;
  const marks = marksAt(wanted);
  return isLong(marks) ? marks : (behind.map(marksAt).find(isLong) ?? marks);
}

function isLong(marks: Marks): boolean {
  return [...marks.values()].some((named) =>
    Object.values(named).some((mark) => isRecord(mark) && mark.ttl === '1h'),
  );
}

function elsewhere({ tools, providerOptions }: MarkedPrompt): number {
  return (Array.isArray(tools) ? countIn(tools) : 0) + breakpointsIn({ providerOptions });
}

function countIn(messages: readonly unknown[]): number {
  return messages.reduce<number>((sum, message) => sum + breakpointsIn(message), 0);
}

function isSystem({ role }: NativeMessage): boolean {
  return role === 'system';
}

function spotsOf(messages: readonly unknown[], from: number): Spot[] {
  return messages.flatMap((message, at) =>
    at < from || !isRecord(message) ? [] : spotsIn(message).map((part) => ({ message, at, part })),
  );
}

/** Indexes of the parts that are marked. A mark of the message itself is one of its last part. */
function spotsIn(message: NativeMessage): number[] {
  const { content } = message;
  if (!Array.isArray(content)) return marksOf(message).size > 0 ? [0] : [];
  return content.flatMap((_, part) => (marksAt({ message, part }).size > 0 ? [part] : []));
}

function marksAt({ message, part }: Pick<Spot, 'message' | 'part'>): Marks {
  const { content } = message;
  const parts = Array.isArray(content) ? content : [];
  const holders = holdersIn(parts[part]);
  const held = part >= parts.length - 1 ? [message, ...holders] : holders;
  return new Map(held.flatMap((holder) => [...marksOf(holder)]));
}

/** Where a part can carry a mark: itself, the output of a tool, a part of that. */
function holdersIn(part: unknown): unknown[] {
  const output = isRecord(part) ? part.output : undefined;
  const value =
    isRecord(output) && output.type === 'content' && Array.isArray(output.value) ? output.value : [];
  return [...value, output, part];
}

function marksOf(holder: unknown): Marks {
  const options = isRecord(holder) ? holder.providerOptions : undefined;
  return new Map(
    Object.entries(isRecord(options) ? options : {}).flatMap(([namespace, values]) => {
      const named = Object.entries(isRecord(values) ? values : {}).filter(
        ([name, mark]) => NAMES.includes(name) && mark,
      );
      return named.length > 0 ? [[namespace, Object.fromEntries(named)] as const] : [];
    }),
  );
}

function withMarks(message: NativeMessage, marks: Marks): NativeMessage {
  const options = isRecord(message.providerOptions) ? message.providerOptions : {};
  const marked = [...marks].map(([namespace, named]) => {
    const values = options[namespace];
    return [namespace, { ...(isRecord(values) && values), ...named }] as const;
  });
  return { ...message, providerOptions: { ...options, ...Object.fromEntries(marked) } };
}

/** The message without the marks of some parts. */
function without(message: NativeMessage, goes: (part: number) => boolean): NativeMessage {
  if (!isRecord(message) || !spotsIn(message).some(goes)) return message;
  const { content } = message;
  if (!Array.isArray(content)) return unmarked(message);
  const kept = { ...message, content: content.map((part, at) => (goes(at) ? unmarkedPart(part) : part)) };
  return goes(content.length - 1) ? unmarked(kept) : kept;
}

function unmarkedPart(part: unknown): unknown {
  if (!isRecord(part) || !isRecord(part.output)) return unmarked(part);
  const { output } = part;
  const bare = unmarked(output);
  return unmarked({
    ...part,
    output:
      output.type === 'content' && Array.isArray(output.value)
        ? { ...bare, value: output.value.map(unmarked) }
        : bare,
  });
}

function unmarked<Holder>(holder: Holder): Holder {
  if (!isRecord(holder) || marksOf(holder).size === 0) return holder;
  const { providerOptions, ...rest } = holder;
  const kept = Object.entries(isRecord(providerOptions) ? providerOptions : {}).flatMap(
    ([namespace, values]) => {
      if (!isRecord(values)) return [[namespace, values] as const];
      const others = Object.entries(values).filter(([name]) => !NAMES.includes(name));
      return others.length > 0 ? [[namespace, Object.fromEntries(others)] as const] : [];
    },
  );
  return { ...rest, ...(kept.length > 0 && { providerOptions: Object.fromEntries(kept) }) } as Holder;
}
