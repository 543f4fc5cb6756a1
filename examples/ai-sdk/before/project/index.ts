/** The small project in a folder of its own, which is removed when the work is done. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Folder } from '../folder.ts';
import { rest } from './rest.ts';
import { sources } from './sources.ts';
import { tests } from './tests.ts';

/** Every file but the generated one. */
export const files: Readonly<Record<string, string>> = { ...rest, ...sources, ...tests };

export function openProject(): { readonly folder: string; remove(): void } {
  // A temporary folder is a link on some systems; what runs inside may only see the real one.
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'seedshelf-')));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  new Folder(folder).run('tools/generate.ts');
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
