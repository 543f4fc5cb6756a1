/**
 * The benchmarks. Run one: npm run bench -- cover-fold --entries 100000. Run all: npm run bench
 */
import { aiSdkOverhead } from './ai-sdk-overhead.ts';
import { coverFold } from './cover-fold.ts';

const BENCHES = { 'ai-sdk-overhead': aiSdkOverhead, 'cover-fold': coverFold };

const [name, ...args] = process.argv.slice(2);
if (name === undefined) for (const bench of Object.values(BENCHES)) await bench([]);
else if (Object.hasOwn(BENCHES, name)) await BENCHES[name as keyof typeof BENCHES](args);
else {
  console.error(`unknown benchmark ${name}; one of: ${Object.keys(BENCHES).join(', ')}`);
  process.exitCode = 2;
}
