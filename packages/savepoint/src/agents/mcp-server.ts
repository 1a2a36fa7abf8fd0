// The tools of a running stack for coding agents (https://modelcontextprotocol.io): few, with short
// responses that end in a link to Studio.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { serverUrl } from 'savepoint-stack/config/environment';
import type { Project } from 'savepoint-stack/config/project';
import { formatDenial, readDenial } from 'savepoint-stack/data/denial';
import { formatTrace, type TraceSpan } from 'savepoint-stack/data/format-trace';
import { LAST_TRACE } from 'savepoint-stack/data/last-trace';
import { queryRows } from 'savepoint-stack/data/query-event-log';
import type { RunningStack } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import { z } from 'zod';
import { callFunction } from './call-function.ts';
import { OPERATORS, readDocuments } from './read-documents.ts';

interface McpOptions {
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

const MAX_CHARACTERS = 4000;
const MAX_SPANS = 60;
const TRACE_ID = z
  .string()
  .regex(/^[\da-f]{32}$/, 'A trace id has 32 hexadecimal digits.')
  .optional();
/** Of a snapshot or a function; not a flag of the command. */
const NAME = z.string().regex(/^\w[\w.-]*$/, 'A name begins with a letter, a digit or "_".');
const SPANS = `SELECT span_id, parent_span_id, service, name, start_ms, end_ms, status, status_message FROM spans
  WHERE trace_id = ? ORDER BY start_ms LIMIT ${MAX_SPANS + 1}`;
const BILLED = `SELECT count(*) AS spans, coalesce(sum(attributes ->> '$."firestore.reads"'), 0) AS reads,
  coalesce(sum(attributes ->> '$."firestore.writes"'), 0) AS writes, coalesce(sum(attributes ->> '$."firestore.deletes"'), 0) AS deletes
  FROM spans WHERE trace_id = ?`;

/** Serves the tools on standard input and output until the client closes them. */
export async function serveMcp(options: McpOptions): Promise<void> {
  const server = createMcpServer(options);
  const transport = new StdioServerTransport();
  const closed = once(process.stdin, 'end');
  await server.connect(transport);
  await closed;
  await server.close();
}

// Strict schemas: an argument that a tool does not have is an error that names it.
function createMcpServer({ stack, projectOf, stackFlags }: McpOptions): McpServer {
  const server = new McpServer({ name: 'savepoint', version: '0.1.0' });

  /**
   * The response of a tool: its text, cut, and where Studio shows more; an error says what is wrong
   * and how to fix it.
   */
  const respond = async (work: (running: RunningStack) => Promise<{ text: string; page: string }>) => {
    try {
      const running = stack();
      const { text, page } = await work(running);
      const cut =
        text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n… cut: Studio shows all.` : text;
      const link = `Studio: ${serverUrl(running.ports.studio)}${page}`;
      return { content: [{ type: 'text' as const, text: `${cut}\n${link}` }] };
    } catch (error) {
      if (!(error instanceof UserError) && !(error instanceof TypeError)) throw error;
      return { isError: true, content: [{ type: 'text' as const, text: error.message }] };
    }
  };

  server.registerTool(
    'read_data',
    {
      description:
        'Read Firestore documents of the local stack as the owner: one by its path, or those of a collection.',
      inputSchema: z.strictObject({
        path: z.string().min(1).describe('orders/o1 or orders'),
        where: z
          .array(
            z.strictObject({
              field: z.string(),
              operator: z.enum(Object.keys(OPERATORS) as [keyof typeof OPERATORS]),
              value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
            }),
          )
          .optional(),
        orderBy: z.string().optional().describe('a field; -field for descending'),
        limit: z.number().int().min(1).max(100).default(10),
      }),
      annotations: { readOnlyHint: true },
    },
    (query) =>
      respond(async ({ ports, projectId }) => {
        const documents = await readDocuments(ports.firestore, projectId, query);
        const lines = documents.map(({ path, fields }) => `${path} ${JSON.stringify(fields)}`);
        const count = `${documents.length} document${documents.length === 1 ? '' : 's'}`;
        return { text: [...lines, count].join('\n'), page: `/data/(default)/${query.path}` };
      }),
  );

  server.registerTool(
    'explain_denial',
    {
      description:
        'Explain why security rules denied a request: the last denied one, or that of a trace. Names the rule line, the values and a fix.',
      inputSchema: z.strictObject({ traceId: TRACE_ID }),
      annotations: { readOnlyHint: true },
    },
    ({ traceId }) =>
      respond(async (running) => {
        const denial = await readDenial(projectOf(running), running.ports.eventLog, traceId);
        if (denial === undefined) {
          return {
            text: 'No request was denied.',
            page: traceId === undefined ? '/rules' : `/traces/${traceId}`,
          };
        }
        return { text: formatDenial(denial), page: `/traces/${denial.traceId}` };
      }),
  );

  server.registerTool(
    'run_function',
    {
      description: 'Call a callable or HTTP function of the local stack, signed out or as an account.',
      inputSchema: z.strictObject({
        name: z.string().min(1),
        data: z.unknown().optional().describe('data of a callable, or the body of another HTTP function'),
        uid: z.string().optional().describe('the account that calls'),
      }),
    },
    ({ name, data, uid }) =>
      respond(async ({ ports, projectId }) => {
        const { status, body, traceId } = await callFunction(
          { functions: ports.functions, auth: ports.auth },
          projectId,
          { name, data, uid },
        );
        return { text: `${status} ${body}\ntrace ${traceId}`, page: `/traces/${traceId}` };
      }),
  );

  server.registerTool(
    'read_trace',
    {
      description:
        'Read a recorded trace as a tree with times and errors, and what Firestore would charge for it: the last one, or that of an id.',
      inputSchema: z.strictObject({ traceId: TRACE_ID }),
      annotations: { readOnlyHint: true },
    },
    ({ traceId }) =>
      respond(async ({ ports }) => {
        const id =
          traceId ?? (await queryRows<{ trace_id: string }>(ports.eventLog, LAST_TRACE))[0]?.trace_id;
        const spans = id === undefined ? [] : await queryRows<TraceSpan>(ports.eventLog, SPANS, [id]);
        if (id === undefined || spans.length === 0) {
          throw new UserError(
            id === undefined ? 'No trace is recorded yet' : `There is no trace ${id}`,
            'Without an id, the last trace is read.',
          );
        }
        const [billed] = await queryRows<Record<string, number>>(ports.eventLog, BILLED, [id]);
        const tree = formatTrace(id, spans.slice(0, MAX_SPANS));
        const more = spans.length > MAX_SPANS ? `\n… the first ${MAX_SPANS} of ${billed?.spans} spans` : '';
        const cost = `Firestore: ${billed?.reads} reads, ${billed?.writes} writes, ${billed?.deletes} deletes`;
        return { text: `${tree}${more}\n${cost}`, page: `/traces/${id}` };
      }),
  );

  const command = (name: string, args: readonly string[], page: string) =>
    respond(async () => ({ text: await runCommand([name, ...args, ...stackFlags]), page }));

  server.registerTool(
    'snapshot',
    {
      description:
        'Save or load all documents, accounts and files of the local stack under a name, or list the names.',
      inputSchema: z.strictObject({ action: z.enum(['save', 'load', 'list']), name: NAME.optional() }),
      annotations: { destructiveHint: true },
    },
    ({ action, name }) =>
      command(
        'snapshot',
        action === 'list' ? ['list'] : [action, ...(name === undefined ? [] : [name])],
        '/data',
      ),
  );

  server.registerTool(
    'reset',
    {
      description: 'Reset the local stack to its seed data and test accounts. Everything else is deleted.',
      inputSchema: z.strictObject({}),
      annotations: { destructiveHint: true },
    },
    () => command('reset', [], '/data'),
  );

  server.registerTool(
    'schedule',
    {
      description: 'Run a scheduled function now; without a name, list them.',
      inputSchema: z.strictObject({ name: NAME.optional() }),
    },
    ({ name }) => command('schedule', name === undefined ? [] : [name], '/functions'),
  );

  return server;
}

/**
 * Runs a command of the kit as a process: commands print to standard output, which here belongs to
 * the protocol.
 * @throws UserError with what it printed when it fails
 */
function runCommand(args: readonly string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    const main = process.argv[1] as string;
    execFile(process.execPath, [...process.execArgv, main, ...args], (error, stdout, stderr) => {
      const text = `${stdout}${stderr}`.trim();
      if (error === null) resolve(text);
      else
        reject(
          new UserError(
            text.replace(/^savepoint: /, '') || error.message,
            `The command was: ${args.join(' ')}.`,
          ),
        );
    });
  });
}
