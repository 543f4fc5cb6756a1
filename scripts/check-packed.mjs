// Tests the packages as strangers get them: packed, installed in a clean folder, imported at every subpath under
// plain Node, type-checked under nodenext, bundled for browser and edge, and the command line started.
// Invariant: nothing here reaches the sources; what is tested is what `pnpm pack` made of dist.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import vm from 'node:vm';
import { rolldown } from 'rolldown';
import { root } from './tree.mjs';

/** Equal results do not show which hash was chosen, so on Node its own is counted. */
const COUNTS_NODES_HASHING = `
  import crypto from 'node:crypto';
  import { syncBuiltinESMExports } from 'node:module';
  let calls = 0;
  for (const name of ['hash', 'createHash']) {
    const own = crypto[name];
    crypto[name] = (...args) => { calls++; return own(...args); };
  }
  syncBuiltinESMExports();
  const { headOfAConversation } = await import('./out/program.js');
  await headOfAConversation();
  if (calls === 0) throw new Error('the portable hash was chosen on Node');
`;

class Finding extends Error {}

const PACKAGES = ['core', 'sqlite', 'testkit', 'ai-sdk', 'cli'];
/** Packages that need a framework, installed apart with the lowest and the newest of it. The others do without. */
const FRAMEWORKS = {
  '@daybook/ai-sdk': { sources: 'packed/ai-sdk', peers: ['ai-lowest', 'ai'] },
};
const OLDEST_NODE = [22, 13];
const folder = mkdtempSync(path.join(os.tmpdir(), 'daybook-packed-'));
const windows = process.platform === 'win32';

try {
  const packed = PACKAGES.map(pack);
  installIn(folder, packed, {}, 'packed/plain');
  typeCheck();
  const nodes = nodesToTry();
  const results = new Set();
  for (const node of nodes) {
    for (const manifest of packed) if (!FRAMEWORKS[manifest.name]) importEverySubpath(node, manifest);
    results.add(run(node, ['out/everything.js']).trim());
    run(node, ['--input-type=module', '--eval', COUNTS_NODES_HASHING]);
    run(node, ['node_modules/daybook/dist/main.js', '--help']);
  }
  results.add(await runBundled());
  for (const [name, framework] of Object.entries(FRAMEWORKS))
    tryWithFramework(name, framework, packed, nodes);
  if (results.size !== 1) fail(`Node and the bundle disagree: ${[...results].join(' / ')}`);
  console.log(
    `packed: ${packed.length} packages work under ${nodes.length} Node(s) and bundled; ${[...results][0]}`,
  );
} catch (error) {
  console.error(error instanceof Finding ? error.message : error);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function pack(name) {
  const from = path.join(root, 'packages', name);
  const file = path.join(folder, `${name}.tgz`);
  run('pnpm', ['pack', '--out', file], from);
  const manifest = JSON.parse(run('tar', ['-xOzf', file, 'package/package.json']));
  const files = run('tar', ['-tzf', file]).split('\n');
  for (const wanted of ['package/README.md', 'package/LICENSE'])
    if (!files.includes(wanted)) fail(`${manifest.name}: ${wanted} is not packed`);
  for (const odd of files.filter((entry) => /\.(test|spec)\.|\/src\/|\.tsbuildinfo$/.test(entry)))
    fail(`${manifest.name}: ${odd} is packed`);
  if (JSON.stringify(manifest).includes('@daybook/source'))
    fail(`${manifest.name}: the source condition is packed`);
  return { ...manifest, file };
}

/** A program on the packed adapter, type-checked and run with each version of its framework. */
function tryWithFramework(name, { sources, peers }, packed, nodes) {
  const manifest = packed.find((one) => one.name === name);
  const needed = packed.filter((one) => one === manifest || Object.hasOwn(manifest.dependencies, one.name));
  for (const alias of peers) {
    const consumer = path.join(folder, alias);
    mkdirSync(consumer);
    installIn(consumer, needed, { [peers.at(-1)]: versionOf(name, alias) }, sources);
    const compilerOptions = {
      module: 'nodenext',
      target: 'es2023',
      strict: true,
      exactOptionalPropertyTypes: true,
    };
    const project = {
      compilerOptions: {
        ...compilerOptions,
        types: ['node'],
        skipLibCheck: true,
        rootDir: 'src',
        outDir: 'out',
      },
      include: ['src'],
    };
    writeFileSync(path.join(consumer, 'tsconfig.json'), JSON.stringify(project));
    run(path.join(root, 'node_modules/.bin/tsc'), ['-p', 'tsconfig.json'], consumer);
    for (const node of nodes) {
      importEverySubpath(node, manifest, consumer);
      run(node, ['out/program.js'], consumer);
    }
  }
}

/** The version that our own tests run with, from what is installed beside the package. */
function versionOf(name, alias) {
  const place = path.join(root, 'packages', name.split('/')[1], 'node_modules', alias, 'package.json');
  return JSON.parse(readFileSync(place, 'utf8')).version;
}

/** The tarballs stand for the packages wherever one of them asks for another. */
function installIn(consumer, packed, peers, sources) {
  const types = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')).devDependencies[
    '@types/node'
  ];
  const tarballs = Object.fromEntries(packed.map(({ name, file }) => [name, `file:${file}`]));
  const manifest = { name: 'consumer', private: true, type: 'module' };
  const dependencies = { ...tarballs, ...peers, '@types/node': types };
  writeFileSync(path.join(consumer, 'package.json'), JSON.stringify({ ...manifest, dependencies }));
  writeFileSync(path.join(consumer, 'pnpm-workspace.yaml'), JSON.stringify({ overrides: tarballs }));
  run(
    'pnpm',
    ['install', '--prefer-offline', '--config.minimum-release-age=0', '--reporter=silent'],
    consumer,
  );
  mkdirSync(path.join(consumer, 'src'));
  cpSync(path.join(root, 'scripts', sources), path.join(consumer, 'src'), { recursive: true });
}

/** Twice: core without Node's types, as a browser project has it; then everything. */
function typeCheck() {
  const compilerOptions = {
    ...{ module: 'nodenext', target: 'es2023', strict: true, exactOptionalPropertyTypes: true },
    ...{ skipLibCheck: false, rootDir: 'src', outDir: 'out' },
  };
  const projects = {
    browser: {
      compilerOptions: { ...compilerOptions, lib: ['es2023', 'dom'], types: [] },
      files: ['src/program.ts'],
    },
    node: { compilerOptions: { ...compilerOptions, lib: ['es2023'], types: ['node'] }, include: ['src'] },
  };
  for (const [name, project] of Object.entries(projects)) {
    writeFileSync(path.join(folder, `tsconfig.${name}.json`), JSON.stringify(project));
    run(path.join(root, 'node_modules/.bin/tsc'), ['-p', `tsconfig.${name}.json`]);
  }
}

function importEverySubpath(node, { name, exports }, consumer = folder) {
  for (const subpath of Object.keys(exports).filter((key) => key !== './package.json')) {
    const specifier = name + subpath.slice(1);
    const code = `const names = Object.keys(await import(${JSON.stringify(specifier)})); if (!names.length) throw new Error('empty')`;
    run(node, ['--input-type=module', '--eval', code], consumer);
  }
}

/** The Node that runs this, and the first other one on PATH that the packages claim to support. */
function nodesToTry() {
  const found = [process.execPath];
  for (const place of (process.env.PATH ?? '').split(path.delimiter)) {
    const candidate = path.join(place, windows ? 'node.exe' : 'node');
    if (!existsSync(candidate)) continue;
    const version = spawnSync(candidate, ['--version'], { encoding: 'utf8' }).stdout?.trim() ?? '';
    const [major, minor] = version.slice(1).split('.').map(Number);
    const supported = major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
    if (version === process.version) continue;
    if (supported) return [...found, candidate];
    console.log(`packed: ${candidate} is ${version}, older than the packages support: not tried`);
  }
  return found;
}

/**
 * One script without a single import, run where only the web's globals exist: no process, no Buffer, no require.
 */
async function runBundled() {
  await weigh();
  const output = path.join(folder, 'out/program.bundle.js');
  const bundle = await rolldown({ input: path.join(folder, 'out/program.js'), platform: 'browser' });
  const { output: chunks } = await bundle.write({
    file: output,
    format: 'iife',
    name: 'program',
    minify: true,
    codeSplitting: false,
  });
  await bundle.close();
  const modules = chunks.flatMap((chunk) => Object.keys(chunk.modules ?? {}));
  if (!modules.some((module) => module.endsWith('sha256.portable.js')))
    fail('the bundle lacks the portable hash');
  if (modules.some((module) => module.endsWith('.node.js'))) fail('the bundle holds a module for Node');
  const web = {
    TextEncoder,
    TextDecoder,
    crypto,
    structuredClone,
    setTimeout,
    clearTimeout,
    AbortController,
    URL,
  };
  const context = vm.createContext({ ...web, atob, btoa, queueMicrotask });
  vm.runInContext(readFileSync(output, 'utf8'), context, { filename: pathToFileURL(output).href });
  return vm.runInContext('program.headOfAConversation()', context);
}

/** What size-limit weighs: all that an application loads at first, and what its first view or fold brings along. */
async function weigh() {
  const bundle = await rolldown({ input: path.join(folder, 'out/program.js'), platform: 'browser' });
  const { output } = await bundle.generate({ format: 'esm', minify: true });
  await bundle.close();
  const chunks = new Map(output.map((chunk) => [chunk.fileName, chunk]));
  const atFirst = new Set(output.filter((chunk) => chunk.isEntry).map((chunk) => chunk.fileName));
  for (const name of atFirst) for (const next of chunks.get(name)?.imports ?? []) atFirst.add(next);
  const codeOf = (wanted) =>
    output
      .filter(wanted)
      .map((chunk) => chunk.code)
      .join('\n');
  const pack = path.join(root, '.pack');
  mkdirSync(pack, { recursive: true });
  writeFileSync(
    path.join(pack, 'core.at-first.js'),
    codeOf((chunk) => atFirst.has(chunk.fileName)),
  );
  writeFileSync(
    path.join(pack, 'core.later.js'),
    codeOf((chunk) => !atFirst.has(chunk.fileName)),
  );
}

function run(command, args, cwd = folder) {
  const env = { ...process.env, NODE_OPTIONS: '' };
  const done = spawnSync(command, args, { cwd, env, encoding: 'utf8', shell: windows });
  if (done.status === 0) return done.stdout;
  return fail(`${command} ${args.join(' ')}\n${done.error?.message ?? done.stdout + done.stderr}`);
}

function fail(message) {
  throw new Finding(`packed: ${message}`);
}
