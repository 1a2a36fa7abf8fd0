// Tools with which coding agents use a running stack (https://modelcontextprotocol.io). Responses
// are short and end with a link to Studio.
import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { serverUrl } from 'savepoint-stack/config/environment';
import type { RunningStack } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { AgentTools, McpOptions, ToolText } from './agent-tools.ts';
import { registerCommandTools } from './command-tools.ts';
import { registerDataTools } from './data-tools.ts';
import { registerFunctionTools } from './function-tools.ts';
import { registerRecordingTools } from './recording-tools.ts';

const MAX_CHARACTERS = 4000;

/** Serves the tools over standard input and output until the client closes them. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const server = createMcpServer(options);
  const transport = new StdioServerTransport();
  const closed = once(process.stdin, 'end');
  await server.connect(transport);
  await closed;
  await server.close();
}

function createMcpServer(options: McpOptions): McpServer {
  const server = new McpServer({ name: 'savepoint', version: '0.1.0' });
  const tools: AgentTools = { ...options, server, respond: (work) => respond(options, work) };
  registerDataTools(tools);
  registerFunctionTools(tools);
  registerRecordingTools(tools);
  registerCommandTools(tools);
  return server;
}

async function respond(
  { stack }: McpOptions,
  work: (running: RunningStack) => Promise<ToolText>,
): Promise<CallToolResult> {
  try {
    const running = stack();
    const { text, page } = await work(running);
    const cut =
      text.length > MAX_CHARACTERS
        ? `${text.slice(0, MAX_CHARACTERS)}\n… truncated: Studio shows everything.`
        : text;
    const link = `Studio: ${serverUrl(running.ports.studio)}${page}`;
    return { content: [{ type: 'text', text: `${cut}\n${link}` }] };
  } catch (error) {
    if (!(error instanceof UserError) && !(error instanceof TypeError)) throw error;
    return { isError: true, content: [{ type: 'text', text: error.message }] };
  }
}
