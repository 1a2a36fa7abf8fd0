import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { Project } from 'savepoint-stack/config/project';
import type { RunningStack } from 'savepoint-stack/stack/running-stacks';

export interface McpOptions {
  /**
   * The stack that the tools work on, at each call: it may have been started again. Throws a
   * UserError when none runs.
   */
  readonly stack: () => RunningStack;
  /** The project that a stack was started with, as its files say now. */
  readonly projectOf: (stack: RunningStack) => Project;
  /** The flags that select it, for commands that run as processes. */
  readonly stackFlags: readonly string[];
}

/** The response of a tool. */
export interface ToolText {
  /** Cut where it is too long for an agent. */
  readonly text: string;
  /** The path of Studio's page that shows more. */
  readonly page: string;
}

/** The server and the stack that tools are registered with. */
export interface AgentTools extends McpOptions {
  readonly server: McpServer;
  /** Responds with the text of `work`; an error says what is wrong and how to fix it. */
  readonly respond: (work: (running: RunningStack) => Promise<ToolText>) => Promise<CallToolResult>;
}
