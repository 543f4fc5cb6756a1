/**
 * Covers: J1, J2, J4, F4
 *
 * The golden vectors of format v1: the code of today makes the same bytes, and reads what was written then.
 *
 * When one of these fails, the code is wrong, not the vector (test-fixtures/vectors/v1/README.md).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex, utf8 } from '../../src/base/bytes.ts';
import { canonicalBytes } from '../../src/base/canonical.ts';
import { type Json, parseJson } from '../../src/base/json.ts';
import { noClock } from '../../src/base/ports.ts';
import { openDaybook } from '../../src/daybook.ts';
import { contentIdOf, parseBody, textOf } from '../../src/journal/body.ts';
import { type Chunk, chunkTable } from '../../src/journal/chunks.ts';
import { type Head, headId } from '../../src/journal/head.ts';
import { addLeaf, EMPTY_FRONTIER, type Frontier, peakEnds, rootOf } from '../../src/journal/merkle.ts';
import type { Scope } from '../../src/journal/scope.ts';
import { entryIdOf, parseSeal } from '../../src/journal/seal.ts';
import type { Fact } from '../../src/ledger/fact.ts';
import { deltaHash, EMPTY_LEDGER, type Ledger, workingSetHash } from '../../src/ledger/ledger.ts';
import type { Delta, Refusal } from '../../src/ledger/operation.ts';
import { parseDelta, parseFacts } from '../../src/ledger/parse.ts';
import { reduce } from '../../src/ledger/reduce.ts';
import { memoryStore } from '../../src/store/memory.ts';
import { exported, headsOf, parsed } from '../daybook.ts';
import { KEY } from './conversation.ts';
import { vectorFiles } from './files.ts';

const FOLDER = new URL('../../../../test-fixtures/vectors/v1/', import.meta.url);
const textIn = (name: string): string => readFileSync(new URL(name, FOLDER), 'utf8');
const valueIn = <Value>(name: string): Value => parseJson(textIn(name)) as unknown as Value;

describe('the code of today', async () => {
  const files = await vectorFiles();

  it('makes every file of the folder and no other', () => {
    const names = readdirSync(FOLDER).filter((name) => name !== 'README.md');
    expect(names.toSorted()).toEqual([...files.keys()].toSorted());
  });

  it.each([...files])('makes %s byte for byte', (name, text) => {
    // Not compared as a whole: a difference in one line of 100 kB should show as that line.
    expect(text.split('\n')).toEqual(textIn(name).split('\n'));
  });
});

describe('what was written then', () => {
  it('canonical.json: values have these bytes', () => {
    const vectors = valueIn<{ json: string; canonicalHex: string }[]>('canonical.json');
    for (const { json, canonicalHex } of vectors) {
      expect(toHex(canonicalBytes(parseJson(json))), json).toBe(canonicalHex);
      expect(toHex(canonicalBytes(parseJson(new TextDecoder().decode(fromHex(canonicalHex)))))).toBe(
        canonicalHex,
      );
    }
    expect(vectors.length).toBeGreaterThan(20);
  });

  it('content.json: bodies have these ids, tables and texts', () => {
    interface Vector {
      readonly canonicalHex: string;
      readonly byteLength: number;
      readonly contentId: string;
      readonly chunks: readonly Chunk[];
      readonly text: string;
    }
    interface Repeated {
      readonly byteHex: string;
      readonly count: number;
      readonly chunks: readonly Chunk[];
    }
    const { saltHex, bodies, chunks } = valueIn<{ saltHex: string; bodies: Vector[]; chunks: Repeated[] }>(
      'content.json',
    );
    const salt = fromHex(saltHex);
    for (const vector of bodies) {
      const bytes = fromHex(vector.canonicalHex);
      expect(contentIdOf(bytes, salt)).toBe(vector.contentId);
      expect([bytes.length, chunkTable(bytes, salt)]).toEqual([vector.byteLength, vector.chunks]);
      expect(textOf(parseBody(bytes))).toBe(vector.text);
    }
    for (const { byteHex, count, chunks: table } of chunks)
      expect(chunkTable(utf8(String.fromCharCode(Number.parseInt(byteHex, 16)).repeat(count)), salt)).toEqual(
        table,
      );
  });

  it('seals.json: seals have these entry ids', () => {
    for (const { seal, canonicalHex, entryId } of valueIn<
      { seal: Json; canonicalHex: string; entryId: string }[]
    >('seals.json')) {
      expect(entryIdOf(fromHex(canonicalHex))).toBe(entryId);
      expect(parseSeal(fromHex(canonicalHex))).toEqual(seal);
    }
  });

  it('merkle.json: entry ids have these roots, frontiers and nodes', () => {
    const { entryIds, nodes, trees } = valueIn<{
      entryIds: string[];
      nodes: string[];
      trees: { revision: number; root: string; frontier: string[] }[];
    }>('merkle.json');
    let frontier: Frontier = EMPTY_FRONTIER;
    for (const [revision, tree] of trees.entries()) {
      if (revision > 0) frontier = addLeaf(frontier, revision - 1, entryIds[revision - 1] as string);
      expect([tree.revision, tree.root, tree.frontier]).toEqual([
        revision,
        toHex(rootOf(frontier)),
        peakEnds(revision).map((end) => nodes[end]),
      ]);
    }
    expect(trees).toHaveLength(entryIds.length + 1);
  });

  it('heads.json: heads have these ids', () => {
    for (const { head, id } of valueIn<{ head: Head; id: string }[]>('heads.json'))
      expect(headId(head)).toBe(id);
  });

  it('ledger.json: deltas replay to these facts and hashes', () => {
    interface Vector extends Omit<Ledger, 'facts'> {
      readonly delta: Json;
      readonly deltaHash: string;
      readonly refused: readonly Refusal[];
      readonly facts: Json;
      readonly workingSetHash: string;
    }
    const { emptyHash, steps } = valueIn<{ emptyHash: string; steps: Vector[] }>('ledger.json');
    let ledger = EMPTY_LEDGER;
    expect(ledger.hash).toBe(emptyHash);
    for (const {
      delta: written,
      deltaHash: itsHash,
      refused,
      facts,
      workingSetHash: root,
      ...rest
    } of steps) {
      const delta = parseDelta(written) as Delta;
      const kept = parseFacts(facts) as Fact[];
      expect([deltaHash(delta), workingSetHash(kept)]).toEqual([itsHash, root]);
      const reduced = reduce(ledger, delta);
      ledger = reduced.ledger;
      expect(reduced.refused).toEqual(refused);
      expect(ledger).toEqual({ ...rest, facts: new Map(kept.map((fact) => [fact.handle, fact])) });
    }
  });

  it('journal.jsonl: restores, verifies, passes through every kept head, and is exported the same', async () => {
    const daybook = await openDaybook({ store: memoryStore(), clock: noClock });
    const lines = textIn('journal.jsonl').split('\n').slice(0, -1);
    await daybook.restore(parsed(lines));
    const branches = valueIn<{ scope: Scope; heads: string[] }[]>('journal-heads.json');
    const session = daybook.session(KEY);
    expect(await headsOf(session)).toEqual(
      Object.fromEntries(branches.map(({ scope, heads }) => [`${scope.lane}/${scope.branch}`, heads.at(-1)])),
    );
    for (const head of branches.flatMap(({ heads }) => heads))
      expect((await daybook.audit({ head })).findings, head).toEqual([]);
    expect(await exported(session)).toEqual(lines);
  });
});
