// Denials from the event log. The request monitor keeps only the last decisions, and none from
// before Studio was started.
import { asObjects, type QueryTable } from 'savepoint-event-log/recording/query';
import { queryLog } from '../api/event-log.ts';
import { mergeGaps, queryGaps, type RecordingGap } from '../api/recording-gaps.ts';
import { stackApi } from '../api/stack-api.ts';
import type { DecidedRequest, Explanation, RulesService, RulesValue } from './rules-endpoints.ts';
import { isDenied } from './rules-text.ts';

/** The end of a page of denials, after which the next one continues. */
interface DenialCursor {
  readonly startMs: number;
  readonly spanId: string;
}

/** Denials and gaps in a time range, each newest first. */
export interface DenialPage {
  readonly denials: readonly DecidedRequest[];
  readonly gaps: readonly RecordingGap[];
  /** Null if there are no older ones. */
  readonly next: DenialCursor | null;
}

/** A row of the list: a request, or a gap between requests. */
export type ListedRequest =
  | { readonly request: DecidedRequest; readonly gap?: undefined }
  | { readonly request?: undefined; readonly gap: RecordingGap };

/** The span `authorize` of a denied request (packages/event-log/README.md). */
interface DenialRow {
  readonly trace_id: string;
  readonly span_id: string;
  readonly start_ms: number;
  readonly attributes: string;
}

const PAGE_LENGTH = 50;
const NEWEST: DenialCursor = { startMs: Number.MAX_SAFE_INTEGER, spanId: '' };
const DENIALS = `SELECT trace_id, span_id, start_ms, attributes FROM spans
  WHERE name = 'authorize' AND service = ? AND attributes ->> '$."rules.outcome"' = 'deny'
    AND (start_ms, span_id) < (?, ?) ORDER BY start_ms DESC, span_id DESC LIMIT ${PAGE_LENGTH + 1}`;

const denialsApi = stackApi.injectEndpoints({
  endpoints: (build) => ({
    getRecordedDenials: build.infiniteQuery<DenialPage, RulesService, DenialCursor>({
      infiniteQueryOptions: { initialPageParam: NEWEST, getNextPageParam: ({ next }) => next ?? undefined },
      async queryFn({ queryArg: service, pageParam: { startMs, spanId } }, _api, _options, baseQuery) {
        const denials = await baseQuery(queryLog(DENIALS, [service, startMs, spanId]));
        if (denials.error !== undefined) return { error: denials.error };
        const rows = asObjects<DenialRow>(denials.data as QueryTable);
        const last = rows.length > PAGE_LENGTH ? rows[PAGE_LENGTH - 1] : undefined;
        const gaps = await baseQuery(queryGaps({ service, sinceMs: last?.start_ms ?? 0, beforeMs: startMs }));
        if (gaps.error !== undefined) return { error: gaps.error };
        return {
          data: {
            denials: rows.slice(0, PAGE_LENGTH).map((row) => toRequest(row, service)),
            gaps: asObjects<RecordingGap>(gaps.data as QueryTable),
            next: last === undefined ? null : { startMs: last.start_ms, spanId: last.span_id },
          },
        };
      },
    }),
  }),
});

export const { useGetRecordedDenialsInfiniteQuery } = denialsApi;

/**
 * Converts a span to a denied request. Except for the uid, it contains no values of `request` or
 * `resource`.
 */
export function toRequest(
  { trace_id, span_id, start_ms, attributes }: DenialRow,
  service: RulesService,
): DecidedRequest {
  const recorded = JSON.parse(attributes) as Readonly<Record<string, string | undefined>>;
  const { 'rules.uid': uid, 'rules.database': databaseId = '(default)', 'rules.path': path = '' } = recorded;
  const allows = (parseOr(recorded['rules.allows']) ?? []) as { line: number; outcome: boolean | 'error' }[];
  const explanation = parseOr(recorded['rules.explanation']) as Explanation | undefined;
  return {
    requestId: span_id,
    traceId: trace_id,
    isFromLog: true,
    outcome: 'deny',
    time: recorded['rules.time'] ?? new Date(start_ms).toISOString(),
    rulesContext: {
      method: recorded['rules.method'] ?? '',
      path: fullPath(service, databaseId, path),
      request: uid === undefined ? {} : map({ auth: map({ uid: { stringValue: uid } }) }),
      resource: {},
    },
    granularAllowOutcomes: allows.map(({ line, outcome }) => ({ line, outcome: outcome === true })),
    ...(explanation === undefined ? {} : { explanation }),
  };
}

/** The path of a request including its database. */
function fullPath(service: RulesService, databaseId: string, path: string): string {
  if (service === 'firestore') return `/databases/${databaseId}/documents/${path}`;
  return service === 'database' ? `/instances/${databaseId}/refs/${path}` : `/${path}`;
}

/**
 * Merges the denied requests of the monitor with recorded denials that it lacks, and with gaps,
 * newest first.
 */
export function listDenials(
  requests: readonly DecidedRequest[],
  pages: readonly DenialPage[],
): ListedRequest[] {
  const monitored = requests.filter(isDenied);
  const known = new Set(monitored.map(identityOf));
  const recorded = pages
    .flatMap(({ denials }) => denials)
    .filter((request) => !known.has(identityOf(request)));
  return mergeGaps(
    [...monitored, ...recorded].map((request) => ({ at: Date.parse(request.time), row: { request } })),
    pages.flatMap(({ gaps }) => gaps),
  );
}

/** The monitor and the event log identify requests differently, but the time has microseconds. */
function identityOf({ time, rulesContext, explanation }: DecidedRequest): string {
  return `${time} ${rulesContext.method} ${explanation?.path ?? rulesContext.path}`;
}

function map(fields: Readonly<Record<string, RulesValue>>): RulesValue {
  return { mapValue: { fields } };
}

/** Undefined if the text is not JSON, because the event log truncates values over 64 KiB. */
function parseOr(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}
