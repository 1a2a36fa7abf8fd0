// Tools that read the stack's recording.

import { openQuery } from 'savepoint-stack/recording/open-query';
import {
  formatAdvice,
  formatDenial,
  formatTrace,
  openRecording,
  readTrace,
} from 'savepoint-stack/recording/open-recording';
import { UserError } from 'savepoint-stack/user-error';
import { z } from 'zod';
import type { AgentTools } from './agent-tools.ts';

const MAX_SPANS = 60;
const TRACE_ID = z
  .string()
  .regex(/^[\da-f]{32}$/, 'A trace id has 32 hexadecimal digits.')
  .optional();
const BILLED = `SELECT count(*), coalesce(sum(attributes ->> '$."firestore.reads"'), 0),
  coalesce(sum(attributes ->> '$."firestore.writes"'), 0), coalesce(sum(attributes ->> '$."firestore.deletes"'), 0),
  coalesce(sum(attributes ->> '$."database.bytes_sent"'), 0), coalesce(sum(attributes ->> '$."database.stored_bytes"'), 0),
  coalesce(sum(attributes ->> '$."database.connections"'), 0)
  FROM spans WHERE trace_id = ?`;

const TABLES =
  'Tables: spans (trace_id, span_id, parent_span_id, name, kind, service, start_ms, end_ms, status, status_message, attributes, events), logs (id, time_ms, trace_id, span_id, service, severity, body, attributes). Attributes and events are JSON.';
const LOGS = `SELECT * FROM (SELECT id, strftime('%H:%M:%f', time_ms / 1000, 'unixepoch') AS time, severity, service, body, trace_id
  FROM logs WHERE (?1 IS NULL OR trace_id = ?1) AND (?2 IS NULL OR instr(lower(body), lower(?2)) > 0) AND (?3 IS NULL OR service = ?3)
  ORDER BY time_ms DESC, id DESC LIMIT ?4) ORDER BY time, id`;

export function registerRecordingTools({ server, respond, projectOf }: AgentTools): void {
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
        const recording = openRecording(projectOf(running), running);
        const denial = await recording.readDenial(traceId);
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
    'read_trace',
    {
      description:
        'Read a recorded trace as a tree with times and errors, and what Firestore and the Realtime Database would charge for it: the last one, or that of an id.',
      inputSchema: z.strictObject({ traceId: TRACE_ID }),
      annotations: { readOnlyHint: true },
    },
    ({ traceId }) =>
      respond(async ({ ports }) => {
        const query = openQuery(ports.eventLog);
        const trace = await readTrace(query, traceId);
        if (trace === undefined) {
          throw new UserError(
            traceId === undefined ? 'No trace is recorded yet' : `There is no trace ${traceId}`,
            'Omit the id to read the last trace.',
          );
        }
        const { id } = trace;
        const [[spans, reads, writes, deletes, sent, stored, connections] = []] = (await query(BILLED, [id]))
          .rows;
        const tree = formatTrace(id, trace.spans.slice(0, MAX_SPANS));
        const more = trace.spans.length > MAX_SPANS ? `\n… the first ${MAX_SPANS} of ${spans} spans` : '';
        const cost = `Firestore: ${reads} reads, ${writes} writes, ${deletes} deletes`;
        const database = `Realtime Database: ${sent} bytes sent, ${stored} stored, ${connections} connections`;
        const costs = sent === 0 ? cost : `${cost}\n${database}`;
        return { text: `${tree}${more}\n${costs}`, page: `/traces/${id}` };
      }),
  );

  server.registerTool(
    'read_logs',
    {
      description:
        'Read the last log lines of all servers of the local stack: those of a trace or of a server, or those that contain a text.',
      inputSchema: z.strictObject({
        traceId: TRACE_ID,
        text: z.string().min(1).optional().describe('part of the line, case-insensitive'),
        server: z.string().min(1).optional().describe('functions, firestore, ...'),
        limit: z.number().int().min(1).max(100).default(30),
      }),
      annotations: { readOnlyHint: true },
    },
    ({ traceId = null, text = null, server: service = null, limit }) =>
      respond(async ({ ports }) => {
        const { rows } = await openQuery(ports.eventLog)(LOGS, [traceId, text, service, limit]);
        // The id is selected only for sorting.
        const lines = rows.map(([, ...line]) => line.filter((part) => part !== null).join('  '));
        return {
          text: lines.join('\n') || 'No lines match.',
          page: traceId === null ? '/traces' : `/traces/${traceId}`,
        };
      }),
  );

  server.registerTool(
    'query_recording',
    {
      description: `Run one SQLite SELECT on what the local stack has recorded. ${TABLES}`,
      inputSchema: z.strictObject({ sql: z.string().min(1) }),
      annotations: { readOnlyHint: true },
    },
    ({ sql }) =>
      respond(async ({ ports }) => {
        const { columns, rows, truncated } = await openQuery(ports.eventLog)(sql);
        const lines = [columns, ...rows].map((row) => row.map(String).join('\t'));
        return {
          text: [...lines, ...(truncated ? ['There are more rows.'] : [])].join('\n'),
          page: '/traces',
        };
      }),
  );

  server.registerTool(
    'advise',
    {
      description:
        'Advise on indexes, rules, listeners and costs, from what the local stack has recorded since its start.',
      inputSchema: z.strictObject({}),
      annotations: { readOnlyHint: true },
    },
    () =>
      respond(async (running) => ({
        text: formatAdvice(await openRecording(projectOf(running), running).readAdvice()),
        page: '/advisors',
      })),
  );
}
