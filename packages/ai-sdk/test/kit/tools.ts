/** The kit's tools as tools of the SDK. */
import type { KitTool } from '@daybook/testkit';
import { jsonSchema } from 'ai';
import type { Settings } from '../middleware/sdks.ts';
import type { Framework } from './application.ts';

export function toolSettings({ sdk, approvals }: Framework, tools: readonly KitTool[]): Settings {
  const byCall = approvals === 'by-call';
  const made = tools.map((tool) => {
    const { name, description, schema, needsApproval } = tool;
    const inputSchema = jsonSchema(schema as Parameters<typeof jsonSchema>[0]);
    const execute = (input: Parameters<KitTool['run']>[0]): Promise<string> => tool.run(input);
    const settings = { description, inputSchema, execute };
    return [name, sdk.tool(needsApproval && !byCall ? { ...settings, needsApproval } : settings)] as const;
  });
  const asking = tools.filter(({ needsApproval }) => needsApproval);
  const toolApproval = Object.fromEntries(asking.map(({ name }) => [name, 'user-approval']));
  return { tools: Object.fromEntries(made), ...(byCall && { toolApproval }) };
}
