/**
 * Groups: one native message becomes the entries of one group, in part order.
 *
 * Also what sync finds a group by: its key (role and wording; without wording, the ids of its calls) and one token
 * for each part. Keys and tokens are index data: they find candidates, they prove nothing.
 */
import { fromBase64, utf8 } from '../base/bytes.ts';
import { canonicalBytes } from '../base/canonical.ts';
import { plainSha256, type Tag, taggedHash } from '../base/hash.ts';
import { type Json, MAX_BODY_DEPTH } from '../base/json.ts';
import { type Authority, authorityOf } from './authority.ts';
import type { Body, BodyPart } from './body.ts';
import { type Content, contentOf } from './body.ts';
import type { Kind } from './kinds.ts';
import type { FilePart, Message, MessagePart, Role, SeenView, ToolResultPart, Usage } from './message.ts';

/** One entry to be: everything but its place in a chain. */
export interface Piece extends Content {
  readonly kind: Kind;
  readonly role: Role | null;
  readonly authority: Authority;
  readonly body: Body;
  readonly token: string;
}

export interface Group {
  readonly role: Role;
  readonly wording: boolean;
  readonly key: string;
  readonly pieces: readonly Piece[];
  /** Content ids of the pieces. */
  readonly ids: readonly string[];
  readonly nativeId: string | null;
  /** What rows know the native id by: a native id may hold anything. */
  readonly idKey: string | null;
  readonly at: number | null;
  readonly aborted: boolean;
  /** Software's text about the conversation: outside alignment, never evidence. */
  readonly derived: boolean;
  readonly usage: (Usage & Partial<SeenView>) | null;
}

const KEY_DIGITS = 32;
const TOKEN_DIGITS = 24;
const SLOT_DIGITS = 12;

export function groupOf(message: Message, salt: Uint8Array): Group {
  const pieces = drafts(message, salt).map(([body, role, authority]) =>
    pieceOf(body, role, authority, salt, MAX_BODY_DEPTH),
  );
  const wording = wordingOf(message);
  const said = wording.trim() !== '';
  return {
    role: message.role,
    wording: said && message.derived !== true,
    key: message.derived
      ? shortHash('group', 'derived', wording)
      : keyOf(message.role, said ? wording : null, pieces),
    pieces,
    ids: pieces.map(({ contentId }) => contentId),
    nativeId: message.id ?? null,
    idKey: message.id === undefined ? null : shortHash('group', 'id', message.id),
    at: message.at ?? null,
    aborted: message.aborted === true,
    derived: message.derived === true,
    usage: message.usage ? ownUsage(message.usage) : null,
  };
}

/** Which view a usage speaks of is for daybook to say. */
export function ownUsage(usage: Usage & Partial<SeenView>): Usage {
  const { view: _, size: __, ...own } = usage;
  return own;
}

export function pieceOf(
  body: Body,
  role: Role | null,
  authority: Authority,
  salt: Uint8Array,
  maxDepth?: number,
): Piece {
  const content = contentOf(body, salt, maxDepth);
  return { ...content, kind: body.kind, role, authority, body, token: tokenOf(body, content.contentId) };
}

/** Rolling hash over the keys of groups with wording. Starts at the empty string. */
export function rollOn(roll: string, group: { readonly wording: boolean; readonly key: string }): string {
  return group.wording ? shortHash('roll', roll, group.key) : roll;
}

/** Which call a token speaks of: `c` for a call, `t` for its result, and a short hash of its id. */
export function slotOf(token: string): string | undefined {
  return token.startsWith('c') || token.startsWith('t') ? token.slice(0, token.indexOf('.')) : undefined;
}

export function isCall(token: string): boolean {
  return token.startsWith('c');
}

export function shortHash(tag: Tag, ...words: readonly string[]): string {
  return taggedHash(tag, canonicalBytes(words)).slice(0, KEY_DIGITS);
}

/**
 * What was said in the message: the words of the one who has the role; where software wrote all of the text, that.
 * Parts are joined without a separator, because frameworks join and split them freely.
 */
function wordingOf(message: Message): string {
  if (message.role === 'tool') return '';
  const texts = message.parts.filter((part) => part.type === 'text');
  const own = texts.filter((part) => part.authority !== 'none');
  return (own.some((part) => part.text.trim() !== '') ? own : texts).map((part) => part.text).join('');
}

function keyOf(role: Role, wording: string | null, pieces: readonly Piece[]): string {
  if (wording !== null) return shortHash('group', role, 'words', wording);
  const calls = pieces.flatMap(({ body }) => ('callId' in body ? [body.callId as string] : []));
  if (calls.length > 0) return shortHash('group', role, 'calls', ...calls);
  // Neither words nor calls: files and sealed items tell it from others; reasoning and blank text do not.
  const things = pieces.filter(({ kind }) => kind === 'artifact' || kind === 'opaque');
  return shortHash('group', role, 'things', ...things.map((piece) => piece.token));
}

function tokenOf(body: Body, contentId: string): string {
  const short = contentId.slice(0, TOKEN_DIGITS);
  if (body.kind !== 'tool-call' && body.kind !== 'tool-result')
    return `${body.kind === 'reasoning' ? 'r' : 'p'}.${short}`;
  const slot = shortHash('group', 'slot', body.callId).slice(0, SLOT_DIGITS);
  return `${body.kind === 'tool-call' ? 'c' : 't'}${slot}.${short}`;
}

type Draft = [Body, Role, Authority];

/** Runs of text and data of one authority become one message body each; every other part is an entry of its own. */
function drafts(message: Message, salt: Uint8Array): Draft[] {
  const { role } = message;
  const kind = message.derived ? 'derived' : 'message';
  const made: Draft[] = [];
  let run: { parts: BodyPart[]; authority: Authority; speaker: Role } | undefined;
  for (const part of message.parts) {
    if (part.type !== 'text' && part.type !== 'data') {
      run = undefined;
      made.push(...single(part, role, salt));
      continue;
    }
    const authority = message.derived ? 'none' : authorityOf(role, part);
    const speaker = (part.type === 'text' && part.speaker) || role;
    if (run?.authority !== authority || run.speaker !== speaker) {
      run = { parts: [], authority, speaker };
      made.push([{ kind, parts: run.parts }, speaker, authority]);
    }
    run.parts.push(
      part.type === 'text' ? { type: 'text', text: part.text } : { type: 'data', value: part.value },
    );
  }
  return made.length > 0 ? made : [[{ kind, parts: [] }, role, 'none']];
}

function single(
  part: Exclude<MessagePart, { type: 'text' | 'data' }>,
  role: Role,
  salt: Uint8Array,
): Draft[] {
  switch (part.type) {
    case 'reasoning': {
      const digest = taggedHash('reasoning', salt, canonicalBytes(part.text));
      return [[{ kind: 'reasoning', digest, length: part.text.length }, role, 'none']];
    }
    case 'tool-call':
      return [
        [{ kind: 'tool-call', callId: part.callId, name: part.name, input: part.input }, 'assistant', 'none'],
      ];
    case 'tool-result':
      return resultDrafts(part);
    case 'file':
      return [[artifactOf(part), role, 'none']];
    case 'opaque':
      return [[{ kind: 'opaque', provider: part.provider, item: part.item }, role, 'none']];
  }
}

/** A result refers to its files by digest; their bytes follow it as artifacts of the same group. */
function resultDrafts(part: ToolResultPart): Draft[] {
  const artifacts: Draft[] = [];
  const output = part.output.map((item): BodyPart => {
    if (item.type === 'text') return { type: 'text', text: item.text };
    if (item.type === 'data') return { type: 'data', value: item.value };
    const artifact = artifactOf(item);
    artifacts.push([artifact, 'tool', 'none']);
    return { type: 'file', mediaType: item.mediaType, digest: artifact.digest, ...named(item) };
  });
  const { callId, name, status } = part;
  const body: Body = { kind: 'tool-result', callId, ...(name === undefined ? {} : { name }), output, status };
  return [[body, 'tool', 'none'], ...artifacts];
}

function artifactOf(file: FilePart): Extract<Body, { kind: 'artifact' }> {
  const bytes =
    file.data === undefined ? utf8(file.url ?? '') : (fromBase64(file.data) ?? canonicalBytes(file.data));
  return {
    kind: 'artifact',
    mediaType: file.mediaType,
    digest: plainSha256(bytes),
    ...(file.data === undefined ? {} : { data: file.data }),
    ...(file.url === undefined ? {} : { url: file.url }),
    ...named(file),
  };
}

function named(file: FilePart): { name?: string } {
  return file.name === undefined ? {} : { name: file.name };
}

/** Bodies of a group as JSON, for an event that records a form without making entries of it. */
export function formOf(group: Group): Json {
  return group.pieces.map(({ role, body }) => ({ role, body: body as unknown as Json }));
}
