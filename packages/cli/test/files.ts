/** Folders of one test, gone with it, and the logs that tests import. */
import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { type Format, fixtures } from './blind/fixtures.test-data.ts';

export interface Transcript {
  readonly format: Format;
  /** Folder and name, as tests are called by. */
  readonly name: string;
  readonly path: string;
}

const root = fileURLToPath(new URL('../../../', import.meta.url));
/** Logs of real agents, where they lie beside the checkout. */
const published = join(root, '../shared/transcripts');
const folders: readonly (readonly [string, Format])[] = [
  ['claude-code', 'claude-code'],
  ['codex', 'codex'],
  ['pi', 'pi'],
  ['swe-agent', 'openai-chat'],
  ['tau-bench', 'openai-chat'],
];

export const inventedTranscripts: readonly Transcript[] = fixtures.map(({ format, file }) => ({
  format,
  name: `${format}/${file}`,
  path: join(root, 'test-fixtures/transcripts', format, file),
}));

export function publishedTranscripts(): readonly Transcript[] {
  if (!existsSync(published)) {
    console.warn('skipped: no real transcripts beside this checkout (../shared/transcripts)');
    return [];
  }
  return folders.flatMap(([folder, format]) =>
    readdirSync(join(published, folder)).map((file) => ({
      format,
      name: `published ${folder}/${file}`,
      path: join(published, folder, file),
    })),
  );
}

export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-cli-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A file in a folder of its own. */
export function newFile(name: string, content: string | Uint8Array): string {
  const path = join(newFolder(), name);
  writeFileSync(path, content);
  return path;
}
