/**
 * What Codex writes into its rollouts in a role whose words it is not, and which lines say nothing.
 *
 * Only texts and names; `codex.ts` and its neighbours say what is done with them.
 */
import type { Status } from '@daybook/core';
import type { Marks } from './text.ts';

/** User-role texts that the person did not write, or did not say to the agent. */
export const codexMarks: Marks = {
  texts: [],
  beginnings: [
    '# AGENTS.md instructions',
    '<INSTRUCTIONS>',
    'Warning: The maximum number of unified exec processes',
    'Warning: apply_patch was requested via ',
    'Warning: Your account was flagged for ',
    'Another language model started to solve this problem and produced a summary',
  ],
  openings: [
    'user_instructions',
    'environment_context',
    'extension_context',
    'codex_internal_context',
    'goal_context',
    'hook_prompt',
    'recommended_plugins',
    'skill',
    'subagent_notification',
    'agent_message_board_notification',
    'turn_aborted',
    'user_action',
    'user_shell_command',
    'image',
    '/image',
  ],
  elements: [],
  leadingElements: [],
};

/** An editor puts its state in front of the words, and this line between them. */
export const requestHeading: RegExp = /^## My request for Codex:[^\S\n]*\n?/m;

/** How such a text begins. */
export const editorBeginning = '# Context from my IDE setup:';

/** Results that Codex wrote in a tool's place. Exit codes of commands are no status: the command did return. */
export const frameworkResults: readonly { readonly says: RegExp; readonly status: Status }[] = [
  { says: /^aborted(?: by user|$)/, status: 'aborted' },
  { says: /^(?:exec command |patch )?rejected by user/, status: 'denied' },
  { says: /^user rejected MCP tool call/, status: 'denied' },
  { says: /^(?:exec_command|write_stdin) failed/, status: 'error' },
  { says: /^(?:execution error|tool call error): /, status: 'error' },
  { says: /^failed to parse function arguments/, status: 'error' },
  { says: /^unsupported (?:custom tool )?call: /, status: 'error' },
];

/** Lines that hold state or copies. */
export const quietLines: ReadonlySet<string> = new Set([
  'inter_agent_communication_metadata',
  'realtime_item',
  'retained_context',
  'security_risk_score',
  'state',
  'world_state',
]);

/** Response items that nobody said: settings, snapshots, triggers. */
export const quietItems: ReadonlySet<string> = new Set([
  'additional_tools',
  'compaction_trigger',
  'configuration_update',
  'ghost_snapshot',
  'other',
]);

/** Response items that are a provider's sealed window. */
export const sealedItems: ReadonlySet<string> = new Set([
  'compaction',
  'compaction_summary',
  'context_compaction',
]);

export const turnBegins: ReadonlySet<string> = new Set(['task_started', 'turn_started']);

export const turnEnds: ReadonlySet<string> = new Set(['task_complete', 'turn_complete', 'turn_aborted']);

/** Reasoning as it is displayed: a summary's section, or the reasoning itself. */
export const thoughtEvents: ReadonlySet<string> = new Set(['agent_reasoning', 'agent_reasoning_raw_content']);

/** Events for display: what they show stands in response items, or was said by nobody. */
export const quietEvents: ReadonlySet<string> = new Set(
  `agent_message_content_delta agent_reasoning_section_break
   apply_patch_approval_request background_event collab_agent_interaction_begin collab_agent_interaction_end
   collab_agent_spawn_begin collab_agent_spawn_end collab_close_begin collab_close_end collab_resume_begin
   collab_resume_end collab_waiting_begin collab_waiting_end context_compacted deprecation_notice
   dynamic_tool_call_request dynamic_tool_call_response elicitation_request error
   exec_approval_request exec_command_begin exec_command_end exec_command_output_delta exited_review_mode
   guardian_assessment guardian_warning hook_completed hook_started image_generation_begin
   image_generation_call image_generation_end item_completed item_started list_skills_response
   mcp_startup_complete mcp_startup_update mcp_tool_call_begin mcp_tool_call_end model_reroute
   patch_apply_begin patch_apply_end patch_apply_updated plan_delta plan_update raw_response_item
   reasoning_content_delta request_permissions request_user_input session_configured shutdown_complete
   skills_update_available stream_error sub_agent_activity terminal_interaction thread_goal_updated
   thread_name_updated thread_settings_applied turn_diff undo_completed undo_started view_image_tool_call
   warning web_search_begin web_search_end`.split(/\s+/),
);
