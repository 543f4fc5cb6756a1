/** A coding agent: a model, tools, and a loop over what the user says. */
import { isStepCount, type ModelMessage, ToolLoopAgent } from 'ai';
import type { Job } from './job.ts';

export async function runAgent(job: Job): Promise<void> {
  const agent = new ToolLoopAgent({
    model: job.model,
    instructions: job.instructions,
    tools: job.tools,
    stopWhen: isStepCount(60),
  });
  const messages: ModelMessage[] = [];
  for (const turn of job.turns) {
    messages.push({ role: 'user', content: turn });
    const { text, responseMessages } = await agent.generate({ messages });
    messages.push(...responseMessages);
    job.told(turn, text);
  }
}
