/** What the agent can do in its folder. */
import { type ToolSet, tool } from 'ai';
import { z } from 'zod';
import { Folder } from './folder.ts';

export function toolsOn(root: string): ToolSet {
  const folder = new Folder(root);
  return {
    list_files: tool({
      description: 'Lists all files of the project.',
      inputSchema: z.object({}),
      execute: () => folder.list().join('\n'),
    }),
    read_file: tool({
      description: 'Reads a file of the project.',
      inputSchema: z.object({ path: z.string() }),
      execute: ({ path }) => folder.read(path),
    }),
    write_file: tool({
      description: 'Writes a whole file of the project, new or in place of the old one.',
      inputSchema: z.object({ path: z.string(), content: z.string() }),
      execute: ({ path, content }) => {
        folder.write(path, content);
        return `wrote ${path}, ${content.length} characters`;
      },
    }),
    search: tool({
      description: 'Finds lines that hold the given words, in all files of the project.',
      inputSchema: z.object({ words: z.string() }),
      execute: ({ words }) => folder.search(words).join('\n') || 'nothing found',
    }),
    run_tests: tool({
      description:
        'Runs the tests: all of them, or those of one module, named like its file without the ending.',
      inputSchema: z.object({ module: z.string().optional() }),
      execute: ({ module }) => {
        const { code, output } = folder.run('tests/all.ts', ...(module === undefined ? [] : [module]));
        return `${output}\nexit code ${code}`;
      },
    }),
  };
}
