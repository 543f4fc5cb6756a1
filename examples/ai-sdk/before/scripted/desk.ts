/**
 * Words for a script of a model: what it says and which tools it calls. The desk knows the project as it will stand when
 * a step is played, so that a step can be written as a change and sent as a whole file, as `write_file` wants it.
 */
import { files } from '../project/index.ts';

export interface ScriptedCall {
  readonly tool: string;
  readonly input: Readonly<Record<string, string>>;
}

/** One answer of the model: what it says, what it calls; one without calls ends the turn. */
export interface Step {
  readonly say: string;
  readonly calls: readonly ScriptedCall[];
}

export class Desk {
  readonly #texts = new Map(Object.entries(files));

  /** A file with some of its words replaced. */
  change(path: string, ...swaps: readonly (readonly [find: string, replace: string])[]): ScriptedCall {
    let content = this.#texts.get(path) ?? '';
    for (const [find, replace] of swaps) {
      if (content.split(find).length !== 2) throw new Error(`${path} does not hold once: ${find}`);
      content = content.replace(find, () => replace);
    }
    return this.write(path, content);
  }

  write(path: string, content: string): ScriptedCall {
    this.#texts.set(path, content);
    return { tool: 'write_file', input: { path, content } };
  }
}

export function step(say: string, ...calls: readonly ScriptedCall[]): Step {
  return { say, calls };
}

export const list: ScriptedCall = { tool: 'list_files', input: {} };

export function read(path: string): ScriptedCall {
  return { tool: 'read_file', input: { path } };
}

export function search(words: string): ScriptedCall {
  return { tool: 'search', input: { words } };
}

export function run(module?: string): ScriptedCall {
  return { tool: 'run_tests', input: module === undefined ? {} : { module } };
}
