import { asObjects, type QueryTable } from 'savepoint-event-log/recording/query';
import type { StoredLogRow } from 'savepoint-event-log/recording/rows';
import { queryLog } from '../api/event-log.ts';
import { stackApi } from '../api/stack-api.ts';

/** A recorded line of a server. */
export type LogLine = Omit<StoredLogRow, 'attributes'>;

/** Selects log lines; an empty string means all. */
interface LogSearch {
  /** A case-insensitive substring of the line. */
  readonly text: string;
  readonly service: string;
  readonly isProblem: boolean;
  /** The maximum number of lines. */
  readonly limit: number;
}

/** OpenTelemetry severities of problems, by prefix. */
const PROBLEMS = `(severity LIKE 'warn%' OR severity LIKE 'err%' OR severity LIKE 'fatal%' OR severity LIKE 'crit%')`;
const LOGS = `SELECT id, time_ms, trace_id, span_id, service, severity, body FROM logs
  WHERE (?1 = '' OR instr(lower(body), lower(?1)) > 0) AND (?2 = '' OR service = ?2) AND (?3 = 0 OR ${PROBLEMS})
  ORDER BY time_ms DESC, id DESC LIMIT ?4`;

const logsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The last matching lines, newest first. */
    getLogs: build.query<LogLine[], LogSearch>({
      query: ({ text, service, isProblem, limit }) =>
        queryLog(LOGS, [text, service, Number(isProblem), limit]),
      transformResponse: asObjects<LogLine>,
    }),
    /** The names of the servers with recorded lines. */
    getLogServices: build.query<string[], void>({
      query: () => queryLog('SELECT DISTINCT service FROM logs ORDER BY service', []),
      transformResponse: (response: QueryTable) =>
        asObjects<{ service: string }>(response).map(({ service }) => service),
    }),
  }),
});

export const { useGetLogsQuery, useGetLogServicesQuery } = logsApi;
