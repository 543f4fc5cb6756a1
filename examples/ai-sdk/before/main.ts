/**
 * The agent at work on a small project, without daybook. The script that stands in for a model, when there is no key, has a
 * window of 25,000 tokens: it refuses the conversation on the way. Then the exit code is 1.
 *
 * Run it: node main.ts
 */
import { APICallError } from 'ai';
import { runAgent } from './agent.ts';
import { pickModel } from './model.ts';
import { openProject } from './project/index.ts';
import { instructions, turns } from './task.ts';
import { toolsOn } from './tools.ts';

const project = openProject();
try {
  const tools = toolsOn(project.folder);
  await runAgent({ model: pickModel(), instructions, tools, turns, told });
} catch (error) {
  if (!APICallError.isInstance(error)) throw error;
  console.error(`the model refused: ${error.message}`);
  process.exitCode = 1;
} finally {
  project.remove();
}

function told(turn: string, answer: string): void {
  console.log(`> ${turn}\n\n${answer}\n`);
}
