import { asObjects } from 'savepoint-event-log/recording/query';
import { queryLog } from '../api/event-log.ts';
import type { RecordingGap } from '../api/recording-gaps.ts';
import { stackApi } from '../api/stack-api.ts';

/** A change at, above or below a location (packages/event-log/README.md). */
export interface PlaceChange {
  readonly start_ms: number;
  readonly trace_id: string;
  readonly span_id: string;
  readonly principal: 'owner' | 'user' | 'guest' | null;
  readonly user_id: string | null;
  readonly change: 'create' | 'update' | 'delete';
  /** The written path. */
  readonly path: string;
  /** JSON in export format; null if it was too long to be stored. */
  readonly before: string | null;
  readonly after: string | null;
}

const MAX_CHANGES = 100;
/**
 * The maximum number of locations listed in a write's span
 * (packages/database/src/database/trace-write.ts).
 */
const MAX_NAMED = 500;
/** A path is at or below another one if it begins with it and a slash. */
const HISTORY = `SELECT start_ms, trace_id, span_id, attributes ->> '$.principal' AS principal,
    attributes ->> '$.user_id' AS user_id, event.value ->> '$.name' AS change,
    event.value ->> '$.attributes.path' AS path, event.value ->> '$.attributes.before' AS before,
    event.value ->> '$.attributes.after' AS after
  FROM spans, json_each(spans.events) AS event
  WHERE spans.name = 'apply write' AND spans.service = 'database'
    AND attributes ->> '$.database' = ?1
    AND (?2 = '' OR instr(?2 || '/', (event.value ->> '$.attributes.path') || '/') = 1
      OR instr(event.value ->> '$.attributes.path', ?2 || '/') = 1
      OR event.value ->> '$.attributes.path' = '')
  ORDER BY start_ms DESC LIMIT ${MAX_CHANGES}`;
const PARTLY_NAMED = `SELECT rowid AS id, start_ms AS time_ms,
    'A write changed ' || (attributes ->> '$.places') || ' places, of which ${MAX_NAMED} are recorded' AS body
  FROM spans WHERE name = 'apply write' AND service = 'database'
    AND attributes ->> '$.database' = ? AND attributes ->> '$.places' > ${MAX_NAMED}
  ORDER BY start_ms DESC LIMIT ${MAX_CHANGES}`;

const historyApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    /** The changes of a location, newest first. */
    getPlaceHistory: build.query<PlaceChange[], { namespace: string; path: string }>({
      query: ({ namespace, path }) => queryLog(HISTORY, [namespace, path]),
      transformResponse: asObjects<PlaceChange>,
    }),
    /** The writes of a namespace that changed more locations than the log lists. */
    getPartlyNamedWrites: build.query<RecordingGap[], string>({
      query: (namespace) => queryLog(PARTLY_NAMED, [namespace]),
      transformResponse: asObjects<RecordingGap>,
    }),
  }),
});

export const { useGetPlaceHistoryQuery, useGetPartlyNamedWritesQuery } = historyApi;
