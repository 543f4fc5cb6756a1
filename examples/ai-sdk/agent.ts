/** The coding agent of `before/agent.ts`, with daybook: its conversation stays within the window. */
import { type DaybookModelOptions, wrap } from '@daybook/ai-sdk';
import { openDaybook } from '@daybook/core';
import { sqlite } from '@daybook/sqlite';
import { isStepCount, type ModelMessage, ToolLoopAgent } from 'ai';
import type { Job } from './before/job.ts';

export async function runAgent(job: Job, file: string, options: DaybookModelOptions): Promise<void> {
  const daybook = await openDaybook({ store: sqlite(file) });
  const agent = new ToolLoopAgent({
    model: wrap(job.model, daybook.session({ session: 'seedshelf' }), options),
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
  await daybook.close();
}
