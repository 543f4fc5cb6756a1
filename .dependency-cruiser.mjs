// Which way imports may go: between packages, and between the rooms of core. scripts/check-direction.mjs
// runs these rules and first plants one violation per rule to see that each fires.

/** A room imports only rooms with a lower number. Above them stands only the facade. */
const ROOMS = {
  base: 0,
  journal: 1,
  redact: 2,
  ledger: 2,
  judge: 3,
  policy: 3,
  packet: 4,
  store: 5,
  recover: 6,
  fold: 7,
  tools: 8,
  session: 9,
  audit: 10,
};
const FACADE = '^packages/core/src/(daybook|index)\\.ts$';

const STORES = 'sqlite|postgres';
const ADAPTERS = 'ai-sdk|langchain|mastra';
const NO_TESTS = { pathNot: '(\\.test\\.ts$|^packages/[^/]+/test/)' };

const refuse = (name, comment, from, to) => ({ name, severity: 'error', comment, from, to });

const packageRules = [
  refuse(
    'core-imports-no-package-of-ours',
    'Core stands alone.',
    { path: '^packages/core/src/', ...NO_TESTS },
    { path: '^packages/(?!core/)' },
  ),
  refuse(
    'testkit-imports-core-only',
    'Testkit serves every store, so it knows none.',
    { path: '^packages/testkit/' },
    { path: '^packages/(?!core/|testkit/)' },
  ),
  refuse(
    'stores-and-adapters-import-core-only',
    'A store knows no adapter, an adapter no store; testkit is for their tests.',
    { path: `^packages/(${STORES}|${ADAPTERS})/src/`, ...NO_TESTS },
    { path: '^packages/(?!core/)', pathNot: '^packages/$1/' },
  ),
  refuse(
    'stores-and-adapters-test-with-testkit-only',
    'Even their tests know no other store or adapter.',
    { path: `^packages/(${STORES}|${ADAPTERS})/` },
    { path: '^packages/(?!core/|testkit/)', pathNot: '^packages/$1/' },
  ),
  refuse(
    'cli-imports-core-stores-and-messages',
    'The command line knows stores, and of an adapter its ./messages only.',
    { path: '^packages/cli/src/', ...NO_TESTS },
    { path: `^packages/(?!core/|cli/|(${STORES})/|(${ADAPTERS})/src/messages)` },
  ),
  refuse(
    'nothing-imports-evals',
    'Evals is private and measures the rest.',
    { pathNot: '^packages/evals/' },
    { path: '^packages/evals/' },
  ),
  refuse(
    'packages-meet-at-their-subpaths',
    'Another package is imported by its name, never by a path into its folder.',
    { path: '^packages/([^/]+)/' },
    { path: '^packages/', pathNot: '^packages/$1/', dependencyTypes: ['local'] },
  ),
  refuse(
    'resolvable',
    'An import that leads nowhere also hides from every other rule.',
    {},
    { couldNotResolve: true },
  ),
];

const roomRules = [
  ...Object.entries(ROOMS)
    .filter(([room]) => room !== 'audit')
    .map(([room, number]) =>
      refuse(
        `room-${number}-${room}`,
        'A room imports only rooms with a lower number.',
        { path: `^packages/core/src/${room}/`, ...NO_TESTS },
        { path: '^packages/core/src/', pathNot: allowedFor(room, number) },
      ),
    ),
  refuse(
    'room-10-audit',
    'The audit shares no code with what writes or judges, so a fault there cannot hide from it. The ledger is what it re-derives.',
    { path: '^packages/core/src/audit/', ...NO_TESTS },
    {
      path: '^packages/core/src/',
      pathNot: '^packages/core/src/(base|journal|ledger|audit)/|/store/port\\.ts$',
    },
  ),
  refuse(
    'audit-takes-store-types-only',
    'Of the store the audit knows the port, and only its types.',
    { path: '^packages/core/src/audit/', ...NO_TESTS },
    { path: '^packages/core/src/store/', dependencyTypesNot: ['type-only'] },
  ),
  refuse(
    'every-file-has-a-room',
    'A folder that is no room has no number, so no rule would hold for it.',
    { path: '^packages/core/src/' },
    {
      path: '^packages/core/src/',
      pathNot: `^packages/core/src/(${Object.keys(ROOMS).join('|')})/|${FACADE}`,
    },
  ),
  refuse(
    'the-facade-imports-no-index',
    'index.ts shows daybook.ts to the world; nothing inside looks back at it.',
    { path: '^packages/core/src/' },
    { path: '^packages/core/src/index\\.ts$' },
  ),
  refuse(
    'core-runs-anywhere',
    'Core runs in browsers and on edge platforms: Node’s own modules stay in base/*.node.ts.',
    { path: '^packages/core/src/', pathNot: '(\\.test\\.ts$|/base/[^/]+\\.node\\.ts$)' },
    { dependencyTypes: ['core'] },
  ),
  refuse(
    'core-brings-little',
    'No framework, no database, no schema library: whoever embeds core pays for all of it.',
    { path: '^packages/core/src/', ...NO_TESTS },
    { path: '(^|/)node_modules/', pathNot: '(^|/)node_modules/@noble/hashes/' },
  ),
  refuse('no-cycles', 'Imports go one way.', { path: '^packages/', ...NO_TESTS }, { circular: true }),
];

function allowedFor(room, number) {
  const lower = Object.keys(ROOMS).filter((other) => other === room || ROOMS[other] < number);
  return `^packages/core/src/(${lower.join('|')})/`;
}

export default {
  forbidden: [...packageRules, ...roomRules],
  options: {
    parser: 'tsc',
    tsPreCompilationDeps: 'specify',
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.tsc|\\.pack)/' },
    enhancedResolveOptions: {
      extensions: ['.ts', '.js', '.mjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['@daybook/source', 'node', 'import', 'types', 'default'],
      mainFields: ['module', 'main', 'types'],
    },
  },
};
