/**
 * A folder in which an agent may work. Invariants: no path leads out of it, and what runs in it sees no other files of
 * this machine and starts no programs.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export class Folder {
  readonly #root: string;

  /** @param root without links in it */
  constructor(root: string) {
    this.#root = root;
  }

  /** Paths of all files, sorted, with forward slashes. */
  list(): readonly string[] {
    return readdirSync(this.#root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.relative(this.#root, path.join(entry.parentPath, entry.name)))
      .map((name) => name.split(path.sep).join('/'))
      .sort();
  }

  read(name: string): string {
    return readFileSync(this.#inside(name), 'utf8');
  }

  write(name: string, text: string): void {
    const file = this.#inside(name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
  }

  /** Lines that hold the words, as `path:line: text`. */
  search(words: string): readonly string[] {
    return this.list().flatMap((name) =>
      this.read(name)
        .split('\n')
        .flatMap((line, at) => (line.includes(words) ? [`${name}:${at + 1}: ${line.trim()}`] : [])),
    );
  }

  /** Runs a program of the folder with Node. Its output has no times and no machine in it. */
  run(program: string, ...args: readonly string[]): { readonly code: number; readonly output: string } {
    const allowed = [`--allow-fs-read=${this.#root}`, `--allow-fs-write=${this.#root}`];
    const flags = [
      '--permission',
      ...allowed,
      '--disable-warning=ExperimentalWarning',
      '--test-reporter=tap',
    ];
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [...flags, this.#inside(program), ...args],
      {
        cwd: this.#root,
        env: { SystemRoot: process.env.SystemRoot },
        encoding: 'utf8',
        timeout: 30_000,
        maxBuffer: 1_000_000,
      },
    );
    const lines = `${stdout}${stderr}`.replaceAll(this.#root, '.').split('\n');
    return { code: status ?? 1, output: lines.filter(says).join('\n').trim() };
  }

  #inside(name: string): string {
    const file = path.resolve(this.#root, name);
    let there = file;
    while (!existsSync(there)) there = path.dirname(there);
    for (const one of [file, realpathSync(there)])
      if (one !== this.#root && !one.startsWith(this.#root + path.sep))
        throw new Error(`${name} is not in the folder`);
    return file;
  }
}

/** Lines about times, about Node itself and the frames around them tell an agent nothing. */
function says(line: string): boolean {
  return !/^\s*(# duration_ms|duration_ms|location:|type:|---|\.\.\.|TAP version|Node\.js v)|\(node:/.test(
    line,
  );
}
