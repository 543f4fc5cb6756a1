import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asserts, fact, pin } from '../../test/deltas.ts';
import { frozen } from '../../test/frozen.ts';
import { changedAt, placesIn } from '../../test/hostile.ts';
import { anyText, jsonOf } from '../../test/json.ts';
import type { Json } from '../base/json.ts';
import type { Body } from '../journal/body.ts';
import { EMPTY_LEDGER } from '../ledger/ledger.ts';
import type { Operation } from '../ledger/operation.ts';
import { reduce } from '../ledger/reduce.ts';
import { learn, UNCALIBRATED } from '../policy/estimate.ts';
import { advance, type BranchState, EMPTY_STATE, savedBody, stateFromSaved } from './branch-state.ts';
import { type FoldEvent, foldBody, type Manifest } from './manifest.ts';
import { USAGE_KEPT } from './mark-limits.ts';

const HASH = 'ab'.repeat(32);

function fold(
  more: Partial<Manifest>,
  kind: FoldEvent['fold'] = 'cover',
  operations: readonly Operation[] = [],
): Body {
  const manifest: Manifest = {
    covered: { ranges: [], count: 0, root: HASH },
    boundary: 100,
    cut: 0,
    left: [],
    previous: null,
    reach: 0,
    step: 0,
    altered: [],
    policy: {},
    versions: [],
    refused: [],
    ledger: { before: HASH, after: HASH },
    ...more,
  };
  return foldBody({ fold: kind, manifest, delta: { step: 1, required: [], operations }, texts: [] });
}

function event(name: string, more: { readonly [name: string]: Json }): Body {
  return { kind: 'event', event: name, ...more } as Body;
}

function usage(
  input: number,
  characters: number,
  view = 'v1',
  more: { readonly [name: string]: Json } = {},
): Body {
  return event('usage', {
    input,
    output: 1,
    model: 'm',
    view,
    size: { characters, images: 0, header: 30 },
    ...more,
  });
}

const at = (seq: number) => ({ branch: 'main', seq });

/** The state behind these bodies, the first at e100. */
function behind(...bodies: readonly Body[]): BranchState {
  return bodies.reduce((state, body, index) => advance(frozen(state), at(100 + index), body), EMPTY_STATE);
}

const covers = (cut: number, count: number, more: Partial<Manifest> = {}): Partial<Manifest> => ({
  cut,
  reach: cut - 1,
  covered: { ranges: [[0, count - 1]], count, root: HASH },
  ...more,
});
const ADOPTED = {
  fold: { branch: 'main', seq: 100 },
  cut: 20,
  left: [[3, 4]],
  packet: [101, 102],
  arrangement: { voice: 'split' },
};

describe('a fold', () => {
  // Covers: F4
  it('applies its delta; a cover moves the cut, and is what the next cover follows', () => {
    const operations = [asserts(pin(1, 3)), asserts(fact(2))];
    const state = behind(
      fold(covers(20, 18, { left: [[3, 4]], step: 5, altered: [7] }), 'cover', operations),
    );
    expect(state.ledger).toEqual(reduce(EMPTY_LEDGER, { step: 1, required: [], operations }).ledger);
    expect(state).toMatchObject({
      cut: 20,
      left: [[3, 4]],
      step: 5,
      reach: 19,
      folds: 1,
      covered: 18,
      altered: [7],
      unsaved: 1,
    });
    expect([state.last, state.lastCover]).toEqual([at(100), at(100)]);
  });

  it('of another kind leaves the cut; only a consolidation counts for the next cover', () => {
    const first = fold(covers(20, 18));
    for (const kind of ['consolidate', 'enrich', 'amend'] as const) {
      const state = behind(first, fold({ cut: 50, reach: 60 }, kind));
      expect(state).toMatchObject({ cut: 20, reach: 60, folds: 2, covered: 18, last: at(101) });
      expect(state.lastCover).toEqual(at(kind === 'consolidate' ? 101 : 100));
    }
  });

  it('adds up: entries that were covered, messages that were changed (the last 200), the farthest reach', () => {
    const many = Array.from({ length: 30 }, (_, index) =>
      fold(
        covers(20 + index, 5, {
          reach: 40 - index,
          altered: Array.from({ length: 10 }, (_, one) => index * 10 + one),
        }),
      ),
    );
    const state = behind(...many);
    expect([state.covered, state.reach, state.folds, state.altered.length]).toEqual([150, 40, 30, 200]);
    expect([state.altered[0], state.altered.at(-1)]).toEqual([100, 299]);
  });

  it('that cannot be read changes nothing, nor does anything else', () => {
    const state = behind(fold(covers(20, 18)));
    const odd = [
      event('fold', { fold: 'cover' }),
      event('opened', {}),
      { kind: 'message', parts: [] } as Body,
      event('usage', {}),
    ];
    for (const body of odd) expect(advance(state, at(200), body)).toEqual(state);
  });
});

describe('usage', () => {
  // Covers: F1
  it('teaches the rate, where it says how large its view was', () => {
    const report = { model: 'm', input: 2_000, view: 'v1', size: { characters: 3_000, images: 0 } };
    const { calibration } = learn(UNCALIBRATED, report, { characters: 30, images: 0 });
    expect(behind(usage(2_000, 3_000)).calibration).toEqual(calibration);
  });

  it('that is no amount, or speaks of no view, teaches nothing', () => {
    const size = { characters: 3_000, images: 0, header: 30 };
    const odd = [
      usage(-1, 3_000),
      usage(0.5, 3_000),
      usage(2_000, -3),
      usage(2_000, 3_000, 'v1', { view: 7 }),
      usage(2_000, 3_000, 'v1', { size: null }),
      usage(2_000, 3_000, 'v1', { size: { ...size, images: '1' } }),
      usage(2_000, 3_000, 'v1', { size: { characters: 3_000, images: 0 } }),
      // More than the window of the view that the provider took.
      usage(2_000, 3_000, 'v1', { size: { ...size, window: 1_999 } }),
    ];
    for (const body of odd) expect(behind(body).calibration).toEqual(UNCALIBRATED);
  });

  it('under half the estimate of an unchanged view is ignored', () => {
    const one = behind(usage(5_000, 3_000));
    expect(behind(usage(5_000, 3_000), usage(900, 3_000)).calibration).toEqual(one.calibration);
    expect(behind(usage(5_000, 3_000), usage(900, 3_000, 'v2')).calibration).not.toEqual(one.calibration);
  });

  // Covers: F1
  it('is remembered as far as a new process reads it, and no farther', () => {
    const reports = Array.from({ length: 30 }, (_, index) =>
      usage(2_000 + index * 700, 3_000 + index * 2_500, `v${index}`),
    );
    const state = behind(...reports);
    expect(state.calibration).toEqual(behind(...reports.slice(-USAGE_KEPT)).calibration);
    expect(state.heard).toHaveLength(USAGE_KEPT);
    const quiet = behind(usage(1, 1), ...Array.from({ length: USAGE_KEPT }, () => usage(-1, 1)));
    expect(quiet.calibration).toEqual(UNCALIBRATED);
  });
});

describe('an adoption', () => {
  it('is what the view goes by from there on', () => {
    const { adopted } = behind(fold(covers(20, 18)), event('adopted', ADOPTED));
    expect(adopted).toEqual({ ...ADOPTED, texts: [] });
  });

  it('that is not as format v1 has it changes nothing', () => {
    const bad: readonly (readonly [string, unknown])[] = [
      ['fold', null],
      ['fold.seq', '100'],
      ['fold.branch', 7],
      ['cut', -1],
      ['cut', null],
      ['left', [null]],
      ['left', [[9, 3]]],
      ['left', [[3, 20]]],
      ['left', undefined],
      ['packet', 'both'],
      ['packet', [0.5]],
    ];
    for (const [path, value] of bad) {
      const body = event('adopted', changedAt(ADOPTED, path.split('.'), value) as { [name: string]: Json });
      expect([path, behind(body).adopted]).toEqual([path, null]);
    }
  });
});

describe('a saved working set', () => {
  const operations = [
    asserts(pin(1, 3)),
    asserts(fact(2, { citations: [{ ...fact(2).citations[0], check: 'passed' } as never] })),
  ];
  const state = behind(
    fold(covers(20, 18, { left: [[3, 4]], altered: [7] }), 'cover', operations),
    fold({ cut: 20, reach: 30 }, 'amend', [{ op: 'repeat', by: 'code', fact: 2, count: 3 }]),
    usage(2_000, 3_000),
    event('adopted', ADOPTED),
  );
  const body = { kind: 'event', ...(JSON.parse(JSON.stringify(savedBody(state))) as object) } as Body;

  // Covers: F4
  it('gives the same state, but for adoption and usage, which the branch tells apart', () => {
    expect(stateFromSaved(body)).toEqual({
      ...state,
      adopted: null,
      heard: [],
      calibration: UNCALIBRATED,
      unsaved: 0,
    });
    expect(advance(state, at(300), body)).toEqual({ ...state, unsaved: 0 });
  });

  // Covers: F4
  it('can be gone on from as from the state itself', () => {
    const next = fold(covers(40, 20), 'cover', [
      asserts(fact(3)),
      { op: 'supersede', by: 'code', fact: 9, successor: 3 },
    ]);
    const from = stateFromSaved(body) as BranchState;
    expect(advance(from, at(400), next).ledger).toEqual(advance(state, at(400), next).ledger);
  });

  // Covers: V6
  it('is none where it is not as format v1 has it, whatever it holds', () => {
    const bad: readonly (readonly [string, unknown])[] = [
      ['event', 'fold'],
      ['facts', {}],
      ['facts', []],
      ['state.cut', null],
      ['state.left', [[20, 20]]],
      ['state.last', 7],
      ['state.lastCover', undefined],
      ['state.altered', ['e7']],
      ['state.folds', -1],
      ['ledger.hash', 'abc'],
      ['ledger.next', 2],
      ['ledger.asserted', 4],
      ['ledger.tombstones', null],
    ];
    for (const [path, value] of bad)
      expect([
        path,
        stateFromSaved(changedAt(body as unknown as Json, path.split('.'), value) as Body),
      ]).toEqual([path, undefined]);
    const places = placesIn(body as unknown as Json).slice(1);
    fc.assert(
      fc.property(fc.nat(places.length - 1), jsonOf(anyText), (index, value) => {
        const read = stateFromSaved(
          changedAt(body as unknown as Json, places[index] as string[], value) as Body,
        );
        if (read) expect(Object.keys(read).toSorted()).toEqual(Object.keys(EMPTY_STATE).toSorted());
      }),
    );
  });
});
