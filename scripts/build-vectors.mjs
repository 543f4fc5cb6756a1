// Writes the golden vectors of a format version that has none yet:
//   node --conditions=@daybook/source scripts/build-vectors.mjs test-fixtures/vectors/v1
// Invariant: it never replaces a file. Vectors are made once; a format that gives other bytes is another version.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { vectorFiles } from '../packages/core/test/vectors/files.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) throw new Error('name the folder to write to');
mkdirSync(folder, { recursive: true });
for (const [name, text] of await vectorFiles()) {
  writeFileSync(path.join(folder, name), text, { flag: 'wx' });
  console.log(`${name}: ${Buffer.byteLength(text)} bytes`);
}
