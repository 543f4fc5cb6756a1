/** What test-fixtures/vectors/v1 holds, file by file: name and text. The folder's README says what each one is for. */
import { createHash } from 'node:crypto';
import { toHex, utf8 } from '../../src/base/bytes.ts';
import { canonicalBytes } from '../../src/base/canonical.ts';
import { type Json, parseJson } from '../../src/base/json.ts';
import { contentOf, textOf } from '../../src/journal/body.ts';
import { chunkTable } from '../../src/journal/chunks.ts';
import { type Head, headId, headOf } from '../../src/journal/head.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, rootOf } from '../../src/journal/merkle.ts';
import { type Seal, sealEntry } from '../../src/journal/seal.ts';
import { BODIES } from '../bodies.ts';
import { exported } from '../daybook.ts';
import { SALT } from '../messages.ts';
import { gardenSession } from './conversation.ts';
import { ledgerVectors } from './ledger.ts';

/** JSON texts as they may come in; each is read and written canonically. */
const CANONICAL: readonly string[] = [
  'null',
  ' true ',
  '[]',
  '{ }',
  '-0',
  '0.0',
  '1E30',
  '4.50',
  '2e-3',
  '333333333.33333329',
  '0.000001',
  '0.0000001',
  '100000000000000000000',
  '1000000000000000000000',
  '9007199254740993',
  '5e-324',
  '1.7976931348623157e308',
  '""',
  '"\\u20ac$\\u000F\\u000aA\'\\u0042\\u0022\\u005c\\\\\\"\\/"',
  '"\\u0000\\u0001\\b\\t\\n\\u000b\\f\\r\\u001f\\u007f\\u0080\\u2028\\u2029\\ufeff\\uffff"',
  '"\\ud83d\\ude00"',
  '"\\uD800"',
  '"a\\udfffb\\udbff"',
  '"\\ude00\\ud83d"',
  '"e\\u0301 \\u00e9"',
  '{"b":1,"a":[{"d":null,"c":{}}]}',
  '{"\\u20ac":1,"\\r":2,"\\ufb33":3,"1":4,"\\ud83d\\ude00":5,"\\u0080":6,"\\u00f6":7}',
  '{"10":1,"9":2,"":3,"a":4,"A":5,"aa":6}',
  '{"\\ud800":1,"\\uffff":2,"\\ud7ff":3,"\\udc00":4}',
  '{"__proto__":1,"constructor":2}',
];

const SCOPE = { tenant: 'default', session: 's', lane: 'main', branch: 'main' } as const;

/** Every file of the folder but its README. */
export async function vectorFiles(): Promise<ReadonlyMap<string, string>> {
  const { daybook, session } = await gardenSession();
  const lines = await exported(session);
  const report = await daybook.audit();
  if (!report.ok) throw new Error(`the session does not verify: ${JSON.stringify(report.findings)}`);
  return new Map([
    ['canonical.json', jsonText(CANONICAL.map(canonicalVector))],
    ['content.json', jsonText(contentVectors())],
    ['seals.json', jsonText(SEALS.map(sealVector))],
    ['merkle.json', jsonText(merkleVectors())],
    ['heads.json', jsonText(HEADS.map((head) => ({ head, id: headId(head) })))],
    ['ledger.json', jsonText(ledgerVectors())],
    ['journal.jsonl', lines.map((line) => `${line}\n`).join('')],
    ['journal-heads.json', jsonText(headsOf(lines))],
  ]);
}

/** Pretty, and in ASCII, so that no tool on the way changes it. */
function jsonText(value: unknown): string {
  const text = JSON.stringify(value, null, 1);
  const ascii = text.replace(
    /[\u007f-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `${ascii}\n`;
}

function canonicalVector(json: string): object {
  return { json, canonicalHex: toHex(canonicalBytes(parseJson(json))) };
}

function contentVectors(): object {
  const bodies = BODIES.map(([name, body, text]) => {
    const { contentId, bytes } = contentOf(body, SALT);
    if (textOf(body) !== text) throw new Error(`${name} has another text`);
    return {
      name,
      body,
      canonicalHex: toHex(bytes),
      byteLength: bytes.length,
      contentId,
      chunks: chunkTable(bytes, SALT),
      text,
    };
  });
  const chunks = [0, 1, 65_535, 65_536, 65_537, 196_609].map((count) => ({
    byteHex: '61',
    count,
    chunks: chunkTable(new Uint8Array(count).fill(0x61), SALT),
  }));
  return { saltHex: toHex(SALT), bodies, chunks };
}

const DIGESTS = Array.from({ length: 70 }, (_, at) =>
  createHash('sha256')
    .update(utf8(`${at}`))
    .digest('hex'),
);
const [D0, D1, D2] = DIGESTS as [string, string, string];

const SEALS: readonly Seal[] = [
  {
    scope: SCOPE,
    seq: 0,
    prev: null,
    kind: 'event',
    role: null,
    authority: 'none',
    contentId: D0,
    byteLength: 151,
    chunks: [{ offset: 0, hash: D1 }],
    at: null,
    links: {},
  },
  {
    scope: { tenant: 'a/b', session: 's \u{1f331}', lane: 'helper', branch: 'b-0123456789ab' },
    seq: 41,
    prev: D0,
    kind: 'message',
    role: 'user',
    authority: 'delegated',
    contentId: D1,
    byteLength: 65_537,
    chunks: [
      { offset: 0, hash: D1 },
      { offset: 65_536, hash: D2 },
    ],
    at: 1_760_000_000_000,
    links: { group: 40, nativeId: 'm-7', header: true, provisional: true },
  },
  {
    scope: SCOPE,
    seq: 7,
    prev: D1,
    kind: 'tool-result',
    role: 'tool',
    authority: 'none',
    contentId: D2,
    byteLength: 2,
    chunks: [{ offset: 0, hash: D0 }],
    at: 0.5,
    links: { call: '0123456789ab', about: 3, nativeId: 'lone \ud800' },
  },
];

function sealVector(seal: Seal): object {
  const { id, bytes } = sealEntry(seal);
  return { seal, canonicalHex: toHex(bytes), entryId: id };
}

function merkleVectors(): object {
  let frontier: Frontier = EMPTY_FRONTIER;
  const trees = [{ revision: 0, root: toHex(rootOf(frontier)), frontier: [] as string[] }];
  const nodes: string[] = [];
  for (const [size, id] of DIGESTS.entries()) {
    frontier = addLeaf(frontier, size, id);
    nodes.push(toHex(frontier.at(-1) as Uint8Array));
    trees.push({ revision: size + 1, root: toHex(rootOf(frontier)), frontier: frontier.map(toHex) });
  }
  return { entryIds: DIGESTS, nodes, trees };
}

const HEADS: readonly Head[] = [
  { scope: SCOPE, revision: 1, root: D0, parent: null, forkRevision: 0 },
  {
    scope: { tenant: 'a/b', session: 's \u{1f331}', lane: 'helper', branch: 'b-0123456789ab' },
    revision: 120,
    root: D1,
    parent: 'main',
    forkRevision: 41,
  },
];

interface ExportedBranch {
  readonly scope: Seal['scope'];
  readonly parent: string | null;
  readonly forkRevision: number;
}

/** Head ids of every branch of the export, at each revision from its first own entry on. */
function headsOf(lines: readonly string[]): object[] {
  const heads: { scope: Seal['scope']; parent: string | null; forkRevision: number; heads: string[] }[] = [];
  const frontiers = new Map<string, Frontier[]>();
  let branch: ExportedBranch | undefined;
  for (const line of lines) {
    const value = parseJson(line) as unknown as { branch?: ExportedBranch; seal?: Seal };
    if (value.branch) {
      branch = value.branch;
      const { scope, parent, forkRevision } = branch;
      heads.push({ scope, parent, forkRevision, heads: [] });
      const shared = frontiers.get(`${scope.lane}\n${parent}`)?.slice(0, forkRevision + 1);
      frontiers.set(`${scope.lane}\n${scope.branch}`, shared ?? [EMPTY_FRONTIER]);
    }
    if (!value.seal || !branch) continue;
    const all = frontiers.get(`${branch.scope.lane}\n${branch.scope.branch}`) as Frontier[];
    const entryId = sealEntry(value.seal as unknown as Seal & Json).id;
    all.push(addLeaf(all.at(-1) as Frontier, value.seal.seq, entryId));
    heads.at(-1)?.heads.push(headId(headOf(branch, value.seal.seq + 1, all.at(-1) as Frontier)));
  }
  return heads;
}
