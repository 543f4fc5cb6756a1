/** Covers: J8, F3. Every code of a fold: a damage that a dishonest writer sealed, found as exactly that, at its place. */
import { describe, expect, it } from 'vitest';
import {
  type BranchRows,
  DIGEST,
  filled,
  forge,
  readerOf,
  rowsOf,
  type SessionRows,
} from '../../test/damaged.ts';
import {
  covering,
  editDelta,
  editEvent,
  editFold,
  editManifest,
  eventsOf,
  foldAt,
  type Line,
} from '../../test/damaged-folds.ts';
import { assistant, step, system, user } from '../../test/messages.ts';
import type { Daybook } from '../daybook.ts';
import { type Scope, scopeText } from '../journal/scope.ts';
import type { Citation } from '../ledger/fact.ts';
import type { Delta, Operation } from '../ledger/operation.ts';
import { replay } from '../ledger/reduce.ts';
import { audit } from './audit.ts';
import type { FoldFindingCode } from './findings.ts';

const ALL = { tail: 0 };

/**
 * `plain`: two covers, e9 and e14, and an adoption of the second, e17 with its packet. `forks`: a cover on main; a fork
 * behind what it covers, which goes on from it, and one in front of that, which begins anew. `many`: a saved working set.
 */
async function record(daybook: Daybook): Promise<void> {
  const rule = [system('Be brief.'), user('Never delete the tables.'), assistant('I will not.')];
  const opening = [...rule, user('Go on.'), ...step('c1', 'a page'), assistant('Done.'), user('More?')];
  const plain = daybook.session({ session: 'plain' });
  await plain.sync(opening);
  await plain.fold(ALL);
  const call = await plain.sync([...opening, ...step('c2', 'a page'), assistant('Again.'), user('Thanks.')]);
  await plain.fold(ALL);
  await call.prepare();
  const forks = daybook.session({ session: 'forks' });
  await forks.sync(opening);
  await forks.fold(ALL);
  await forks.sync([...opening.slice(0, -1), user('Another way.'), assistant('Yes.'), user('Then?')]);
  await forks.fold(ALL);
  await forks.sync([...rule, user('Go back.'), assistant('Gone.'), user('Home?')]);
  await forks.fold(ALL);
  const many = daybook.session({ session: 'many' });
  const list = [user('Count.')];
  for (let at = 0; at < 32; at++) {
    list.push(assistant(`${at}`), user('On.'));
    await many.sync(list);
    await many.fold(ALL);
  }
}

const store = await filled(record);

interface Damaged {
  readonly plain: Line;
  readonly many: Line;
  readonly main: Line;
  readonly later: Line;
  readonly early: Line;
}

interface Case {
  readonly what: string;
  readonly damage: (damaged: Damaged) => void;
  /** Place of each finding, `line entry`. */
  readonly at: readonly string[];
}

const [FIRST, SECOND, ADOPTED] = [9, 14, 17];
const E14 = ['plain e14'];
const E17 = ['plain e17'];

async function damaged() {
  const rows = await rowsOf(store);
  const [forks, many, plain] = rows.sessions as [SessionRows, SessionRows, SessionRows];
  const [early, later, main] = forks.branches as [BranchRows, BranchRows, BranchRows];
  const only = (session: SessionRows): Line => ({ session, branch: session.branches[0] as BranchRows });
  const lines = { early, later, main };
  const of = (name: keyof typeof lines): Line => ({ session: forks, branch: lines[name] });
  return {
    rows,
    plain: only(plain),
    many: only(many),
    main: of('main'),
    later: of('later'),
    early: of('early'),
  };
}

const manifest =
  (edit: Parameters<typeof editManifest>[2]): Case['damage'] =>
  ({ plain }) =>
    editManifest(plain, SECOND, edit);
const delta =
  (edit: (delta: Delta) => Delta): Case['damage'] =>
  ({ plain }) =>
    editDelta(plain, SECOND, edit);
const adoption =
  (edit: object): Case['damage'] =>
  ({ plain }) =>
    editEvent(plain, ADOPTED, (event) => ({ ...event, ...edit }));
interface Saved {
  readonly facts: readonly object[];
  readonly ledger: object;
  readonly state: object;
}
const saving =
  (edit: (event: Saved) => object): Case['damage'] =>
  ({ many }) =>
    editEvent(many, savedAt(many), (event) => ({ ...event, ...edit(event as unknown as Saved) }));

function savedAt(line: Line): number {
  return eventsOf(line, 'ledger')[0] ?? -1;
}

/** Edits the citations of the first operation that has one of that entry. */
const citation = (entry: number, edit: Partial<Citation>): Case['damage'] =>
  delta(({ operations, ...rest }) => {
    const cited = (one: Citation): Citation => (one.entry === entry ? { ...one, ...edit } : one);
    return {
      ...rest,
      operations: operations.map(
        (one): Operation =>
          one.op === 'assert' && !one.fact.pin
            ? { ...one, fact: { ...one.fact, citations: one.fact.citations.map(cited) } }
            : one,
      ),
    };
  });

/** Other words in the place of a pin's. */
const repinned = ({ required, operations, ...rest }: Delta): Delta => ({
  ...rest,
  required: required.map((pin) => ({ ...pin, content: DIGEST })),
  operations: operations.map(
    (one): Operation =>
      one.op === 'assert' && one.fact.pin
        ? { ...one, fact: { ...one.fact, text: DIGEST, pin: { ...one.fact.pin, content: DIGEST } } }
        : one,
  ),
});

const CASES: Readonly<Record<FoldFindingCode, readonly Case[]>> = {
  'fold-malformed': [
    { what: 'a cut in front of everything', damage: manifest(() => ({ cut: -1 })), at: E14 },
    { what: 'a range turned round', damage: manifest(() => ({ left: [[3, 2]] })), at: E14 },
    {
      what: 'a hash that is none',
      damage: manifest(() => ({ ledger: { before: 'x', after: 'y' } })),
      at: E14,
    },
    {
      what: 'no manifest',
      damage: ({ plain }) => editEvent(plain, SECOND, ({ manifest: _, ...event }) => event),
      at: E14,
    },
    {
      what: 'an operation that nobody knows',
      damage: ({ plain }) =>
        editEvent(plain, SECOND, (event) => ({
          ...event,
          delta: { ...foldAt(plain, SECOND).delta, operations: [{ op: 'forget', by: 'code', fact: 1 }] },
        })),
      at: E14,
    },
    {
      what: 'a kind that nobody knows, in front of another fold: what hangs on it is not made up',
      damage: ({ plain }) => {
        editEvent(plain, FIRST, (event) => ({ ...event, fold: 'undo' }));
        editManifest(plain, SECOND, () => ({ covered: covering(plain, [[8, 12]]) }));
      },
      at: ['plain e9'],
    },
  ],
  'fold-order-mismatch': [
    { what: 'one that begins anew', damage: manifest(() => ({ previous: null })), at: E14 },
    {
      what: 'one behind a message',
      damage: manifest(() => ({ previous: { branch: 'main', seq: 4 } })),
      at: E14,
    },
    {
      what: 'a first one behind itself',
      damage: ({ early }) =>
        editManifest(early, 7, () => ({ previous: { branch: early.branch.row.scope.branch, seq: 7 } })),
      at: ['early e7'],
    },
    {
      what: 'a fork behind a fold that reaches beyond it',
      damage: ({ early }) => editManifest(early, 7, () => ({ previous: { branch: 'main', seq: 9 } })),
      at: ['early e7'],
    },
    {
      what: 'a fork behind a fold of its sibling',
      damage: ({ early, later }) =>
        editManifest(early, 7, () => ({ previous: { branch: later.branch.row.scope.branch, seq: 11 } })),
      at: ['early e7'],
    },
  ],
  'coverage-mismatch': [
    {
      what: 'another root',
      damage: manifest(({ covered }) => ({ covered: { ...covered, root: DIGEST } })),
      at: E14,
    },
    {
      what: 'another count',
      damage: manifest(({ covered }) => ({ covered: { ...covered, count: 4 } })),
      at: E14,
    },
    {
      what: 'an entry sealed anew',
      damage: ({ plain: { session, branch } }) => forge(session, branch, 12, { seal: () => ({ at: 7 }) }),
      at: E14,
    },
    {
      what: 'a hole that nothing covers',
      damage: ({ later }) => editManifest(later, 11, () => ({ covered: covering(later, [[9, 9]]) })),
      at: ['later e11'],
    },
    {
      what: 'the same entries in two ranges that touch',
      damage: manifest(({ covered }) => ({
        covered: {
          ...covered,
          ranges: [
            [8, 9],
            [10, 12],
          ],
        },
      })),
      at: E14,
    },
    {
      what: 'entries behind its cut',
      damage: ({ plain }) => editManifest(plain, SECOND, () => ({ covered: covering(plain, [[8, 13]]) })),
      at: E14,
    },
    { what: 'a boundary behind it', damage: manifest(() => ({ boundary: 15 })), at: E14 },
    {
      what: 'a cut behind its boundary',
      damage: manifest(() => ({ cut: 2 ** 53 - 1, boundary: 14 })),
      at: E14,
    },
    {
      what: 'a cut in front of the one before',
      damage: ({ later }) => editManifest(later, 11, () => ({ cut: 3, covered: covering(later, []) })),
      at: ['later e11'],
    },
    { what: 'a reach in front of what it covers', damage: manifest(() => ({ reach: 7 })), at: E14 },
    {
      what: 'an amendment that covers',
      damage: ({ plain }) => editFold(plain, SECOND, (fold) => ({ ...fold, fold: 'amend' })),
      at: E14,
    },
  ],
  'coverage-overlap': [
    {
      what: 'entries of the fold before it',
      damage: ({ plain }) => editManifest(plain, SECOND, () => ({ covered: covering(plain, [[7, 12]]) })),
      at: E14,
    },
    {
      what: 'entries of a fold that its branch inherits',
      damage: ({ later }) => editManifest(later, 11, () => ({ covered: covering(later, [[0, 9]]) })),
      at: ['later e11'],
    },
  ],
  'ledger-mismatch': [
    {
      what: 'another hash behind it',
      damage: manifest(({ ledger }) => ({ ledger: { ...ledger, after: DIGEST } })),
      at: E14,
    },
    {
      what: 'another hash in front of it',
      damage: manifest(({ ledger }) => ({ ledger: { ...ledger, before: DIGEST } })),
      at: E14,
    },
    {
      what: 'an operation less',
      damage: ({ plain }) =>
        editFold(plain, SECOND, (fold) => ({
          ...fold,
          delta: { ...fold.delta, operations: fold.delta.operations.slice(0, -1) },
        })),
      at: E14,
    },
    {
      what: 'another hash in the middle, told where it is wrong',
      damage: ({ plain }) => {
        editManifest(plain, FIRST, ({ ledger }) => ({ ledger: { ...ledger, after: DIGEST } }));
        editManifest(plain, SECOND, () => ({ covered: covering(plain, [[8, 12]]) }));
      },
      at: ['plain e9'],
    },
    {
      what: 'a fork that names the fold of its parent and begins anew',
      damage: ({ later }) => editDelta(later, 11, (same) => same, replay([])),
      at: ['later e11'],
    },
  ],
  'refusals-mismatch': [
    {
      what: 'a refusal that never was',
      damage: manifest(() => ({ refused: [{ index: 0, code: 'not-found', fact: 6 }] })),
      at: E14,
    },
    {
      what: 'a refusal kept quiet',
      damage: (all) => {
        delta(({ operations, ...rest }) => ({
          ...rest,
          operations: [...operations, { op: 'retire', by: 'code', fact: 1 }],
        }))(all);
        manifest(() => ({ refused: [] }))(all);
      },
      at: E14,
    },
  ],
  'pin-missing': [
    {
      what: 'neither required nor pinned',
      damage: delta(({ operations, ...rest }) => ({
        ...rest,
        required: [],
        operations: operations.filter((one) => one.op !== 'assert' || !one.fact.pin),
      })),
      at: E14,
    },
    { what: 'pinned, but not required', damage: delta((all) => ({ ...all, required: [] })), at: E14 },
  ],
  'pin-mismatch': [
    { what: 'other words', damage: delta(repinned), at: E14 },
    {
      what: 'an entry behind its boundary',
      damage: delta(({ required, ...rest }) => ({
        ...rest,
        required: [...required, { entry: 14, content: DIGEST }],
      })),
      at: E14,
    },
  ],
  'citation-mismatch': [
    { what: 'another status', damage: citation(11, { status: 'error' }), at: E14 },
    { what: 'another kind', damage: citation(12, { kind: 'artifact' }), at: E14 },
    { what: 'authority that nobody had', damage: citation(12, { authority: 'user' }), at: E14 },
    { what: 'a status of a message', damage: citation(12, { status: 'returned' }), at: E14 },
    { what: 'a quote beyond the end', damage: citation(12, { quote: { start: 0, end: 7 } }), at: E14 },
    { what: 'an entry behind its boundary', damage: citation(12, { entry: 14 }), at: E14 },
    { what: 'an entry that never was', damage: citation(12, { entry: 2 ** 53 - 1 }), at: E14 },
  ],
  'adoption-mismatch': [
    { what: 'of a message', damage: adoption({ fold: { branch: 'main', seq: 4 } }), at: E17 },
    { what: 'of another branch', damage: adoption({ fold: { branch: 'none', seq: 14 } }), at: E17 },
    { what: 'of nothing', damage: adoption({ fold: null }), at: E17 },
    { what: 'that leaves out what no fold covers', damage: adoption({ cut: 14 }), at: E17 },
    { what: 'that shows a message as packet', damage: adoption({ packet: [3] }), at: E17 },
    { what: 'that shows what never was', damage: adoption({ packet: [2 ** 40] }), at: E17 },
  ],
  'saved-ledger-mismatch': [
    {
      what: 'a fact less',
      damage: saving(({ facts }) => ({ facts: facts.slice(1) })),
      at: ['many saved'],
    },
    {
      what: 'a fact in another state',
      damage: saving(({ facts }) => ({
        facts: facts.map((fact, at) => (at === 1 ? { ...fact, state: 'stale' } : fact)),
      })),
      at: ['many saved'],
    },
    {
      what: 'another count',
      damage: saving(({ ledger }) => ({ ledger: { ...ledger, asserted: 1 } })),
      at: ['many saved'],
    },
    {
      what: 'another cut',
      damage: saving(({ state }) => ({ state: { ...state, cut: 1 } })),
      at: ['many saved'],
    },
    {
      what: 'more than a state holds',
      damage: saving(({ state }) => ({ state: { ...state, adopted: null } })),
      at: ['many saved'],
    },
    {
      what: 'behind another fold',
      damage: saving(({ state }) => ({ state: { ...state, last: { branch: 'main', seq: 3 } } })),
      at: ['many saved'],
    },
    { what: 'nothing', damage: saving(() => ({ facts: null })), at: ['many saved'] },
  ],
};

it('the record is sound as it was made', async () => {
  const { rows, plain, many, later, early } = await damaged();
  expect([plain, many, later, early].map((line) => eventsOf(line, 'fold').length)).toEqual([2, 32, 1, 1]);
  expect([eventsOf(plain, 'fold'), eventsOf(plain, 'adopted')]).toEqual([[FIRST, SECOND], [ADOPTED]]);
  expect(eventsOf(many, 'ledger')).toHaveLength(1);
  expect(foldAt(later, 11).manifest.previous).toEqual({ branch: 'main', seq: 9 });
  expect(foldAt(early, 7).manifest.previous).toBeNull();
  expect(await audit(readerOf(rows))).toMatchObject({ ok: true, folds: 37 });
});

describe.each(Object.entries(CASES) as [FoldFindingCode, readonly Case[]][])('%s', (code, cases) => {
  it.each(cases)('$what', async ({ damage, at }) => {
    const all = await damaged();
    const names = new Map(
      (['plain', 'many', 'later', 'early'] as const).map((name) => [
        scopeText(all[name].branch.row.scope),
        name,
      ]),
    );
    const saved = `e${savedAt(all.many)}`;
    damage(all);
    // Long, and only there to be damaged itself.
    const long = code === 'saved-ledger-mismatch' ? 'none' : 'many';
    all.rows.sessions = all.rows.sessions.filter(({ session }) => session !== long);
    const report = await audit(readerOf(all.rows));
    const places = report.findings.map(({ scope, entry }) => {
      const name = names.get(scopeText(scope as Scope));
      return `${name} ${name === 'many' && entry === saved ? 'saved' : entry}`;
    });
    expect(report.findings.map((finding) => finding.code)).toEqual(at.map(() => code));
    expect(places).toEqual(at);
    expect(report.ok).toBe(false);
  });
});
