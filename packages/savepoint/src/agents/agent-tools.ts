import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Project } from 'savepoint-stack/config/project';
import type { RunningStack } from 'savepoint-stack/stack/running-stacks';

export interface McpOptions {
  /**
   * The stack that the tools work on, looked up on each call because it may have been restarted.
   * Throws a UserError when none is running.
   */
  readonly stack: () => RunningStack;
  /** The project that a stack was started with, reread from its files. */
  readonly projectOf: (stack: RunningStack) => Project;
  /** The flags that select the stack, for commands that run as processes. */
  readonly stackFlags: readonly string[];
}

export interface ToolText {
  /** Truncated if it is too long for an agent. */
  readonly text: string;
  /** The path of a page in Studio that shows more. */
  readonly page: string;
}

/** The server and the stack that tools are registered with. */
export interface AgentTools extends McpOptions {
  readonly server: McpServer;
  /** Responds with the result of `work`. Errors explain what is wrong and how to fix it. */
  readonly respond: (work: (running: RunningStack) => Promise<ToolText>) => Promise<CallToolResult>;
}
