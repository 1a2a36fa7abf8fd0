import { asObjects } from 'savepoint-event-log/recording/query';
import { queryLog } from '../api/event-log.ts';
import { stackApi } from '../api/stack-api.ts';
import { segmentsOf } from '../firestore/requests.ts';

/** A recorded change of a document: packages/event-log/README.md, "The history of a document". */
export interface DocumentChange {
  readonly start_ms: number;
  readonly trace_id: string;
  readonly span_id: string;
  readonly principal: 'owner' | 'user' | 'guest' | 'system' | null;
  readonly user_id: string | null;
  readonly change: 'create' | 'update' | 'delete';
  /** The fields as JSON; null if there was no document or the fields are not stored. */
  readonly before: string | null;
  readonly after: string | null;
  readonly truncated: number | null;
}

/** The page of an open document requests this repeatedly. */
const MAX_CHANGES = 100;
const HISTORY = `SELECT start_ms, trace_id, span_id, attributes ->> '$.principal' AS principal, attributes ->> '$.user_id' AS user_id,
    event.value ->> '$.name' AS change, event.value ->> '$.attributes.before' AS before,
    event.value ->> '$.attributes.after' AS after, event.value ->> '$.attributes.truncated' AS truncated
  FROM spans, json_each(spans.events) AS event
  WHERE spans.name = 'apply commit' AND attributes ->> '$.database' = ? AND instr(events, json_quote(?))
    AND event.value ->> '$.attributes.path' = ?
  ORDER BY start_ms DESC LIMIT ${MAX_CHANGES}`;

const historyApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The changes of a document, by resource name, newest first. */
    getHistory: build.query<DocumentChange[], string>({
      query: (name) => {
        const path = segmentsOf(name).join('/');
        const database = name.split('/').slice(0, 4).join('/');
        return queryLog(HISTORY, [database, path, path]);
      },
      transformResponse: asObjects<DocumentChange>,
    }),
  }),
});

export const { useGetHistoryQuery } = historyApi;
