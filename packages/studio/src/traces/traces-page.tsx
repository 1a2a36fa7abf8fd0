import { useMemo, useState } from 'react';
import { VList } from 'virtua';
import { type RecordingGap, useGetGapsQuery } from '../api/recording-gaps.ts';
import type { Stack } from '../api/stack-api.ts';
import { moveFocus } from '../components/move-focus.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { preciseTimeOfDay, timeOfDay } from '../components/time-text.ts';
import { Link, useLocation, useSearchParams } from '../navigation/navigation.tsx';
import { formatDuration } from './span-tree.ts';
import { listTraces } from './trace-rows.ts';
import { parseTraceSearch } from './trace-search.ts';
import { TraceView } from './trace-view.tsx';
import { type TraceSummary, useGetTracesQuery } from './traces-endpoints.ts';
import './traces.css';

const REFRESH_MS = 2000;
const PAGE_LENGTH = 200;
const NO_GAPS: readonly RecordingGap[] = [];
const ROW_HEIGHT_PX = 58;
const EXAMPLES = ['status:error', 'kind:firestore', 'dur:>100', 'path:/orders'];

/** The traces of this run, and one of them as a waterfall. */
export default function TracesPage({ stack }: { stack: Stack }) {
  const { pathname } = useLocation();
  const [params, change] = useSearchParams();
  const [isPaused, setIsPaused] = useState(false);
  const text = params.get('q') ?? '';
  const { condition, params: bound, problems } = parseTraceSearch(text);
  const [limit, setLimit] = useState(PAGE_LENGTH);
  const polling = { pollingInterval: isPaused ? 0 : REFRESH_MS, skipPollingIfUnfocused: true };
  const { data, error, isFetching, refetch } = useGetTracesQuery(
    { condition, params: bound, limit },
    polling,
  );
  // A gap satisfies no search.
  const { data: gaps = NO_GAPS } = useGetGapsQuery({}, { ...polling, skip: text !== '' });
  const rows = useMemo(
    () => (data === undefined ? [] : listTraces(data, text === '' ? gaps : NO_GAPS)),
    [data, gaps, text],
  );
  const traceId = decodeURIComponent(pathname.split('/')[2] ?? '');
  return (
    <div className="page page-full">
      <div className="page-head accounts-head">
        <h1>Traces</h1>
        <input
          type="search"
          className="trace-search"
          value={text}
          placeholder={EXAMPLES.join(' ')}
          aria-label="Search traces"
          spellCheck={false}
          onChange={(event) => change({ q: event.target.value })}
        />
        <button
          type="button"
          className="button"
          aria-pressed={isPaused}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </div>
      <div className={traceId === '' ? 'trace-columns' : 'trace-columns trace-columns-open'}>
        <section className="panel" aria-label="Traces">
          {problems.map((problem) => (
            <p key={problem} className="problem trace-problem" role="alert">
              {problem}
            </p>
          ))}
          {error !== undefined ? (
            <Failure error={error} onRetry={refetch} />
          ) : data === undefined ? (
            <Loading what="traces" />
          ) : rows.length === 0 ? (
            <Empty title={text === '' ? 'No traces yet' : 'No such trace'}>
              {text === ''
                ? 'Use the app: each request becomes a trace.'
                : `Search like this: ${EXAMPLES.join(' ')}`}
            </Empty>
          ) : (
            <>
              <VList
                className="requests"
                data={rows}
                itemSize={ROW_HEIGHT_PX}
                onKeyDown={moveFocus}
                role="group"
                aria-label="Traces"
              >
                {({ trace, gap }) =>
                  trace === undefined ? (
                    <GapRow key={`gap-${gap.id}`} gap={gap} />
                  ) : (
                    <TraceRow
                      key={trace.trace_id}
                      trace={trace}
                      isSelected={trace.trace_id === traceId}
                      search={text}
                    />
                  )
                }
              </VList>
              {data.hasMore ? (
                <p className="requests-end">
                  <button
                    type="button"
                    className="button button-small"
                    disabled={isFetching}
                    onClick={() => setLimit(limit + PAGE_LENGTH)}
                  >
                    Show older traces
                  </button>
                </p>
              ) : null}
            </>
          )}
        </section>
        {traceId === '' ? null : (
          <TraceView key={traceId} stack={stack} traceId={traceId} isPaused={isPaused} />
        )}
      </div>
    </div>
  );
}

/** A gap in the recording, shown at its time. */
function GapRow({ gap: { time_ms, body } }: { gap: RecordingGap }) {
  return (
    <p className="request">
      <span className="badge">gap</span>
      <span className="request-target">Not recorded</span>
      <time className="muted request-time">{timeOfDay(time_ms)}</time>
      <span className="muted request-reason" title={body}>
        {body}
      </span>
    </p>
  );
}

function TraceRow({
  trace,
  isSelected,
  search,
}: {
  trace: TraceSummary;
  isSelected: boolean;
  search: string;
}) {
  const { trace_id, name, services, start_ms, end_ms, spans, errors } = trace;
  const query = search === '' ? '' : `?q=${encodeURIComponent(search)}`;
  return (
    <Link
      className="request"
      data-row=""
      href={`/traces/${encodeURIComponent(trace_id)}${query}`}
      aria-current={isSelected ? 'true' : undefined}
    >
      <span className={errors > 0 ? 'badge badge-bad' : 'badge badge-good'}>
        {errors > 0 ? 'error' : 'ok'}
      </span>
      <span className="request-target">{name}</span>
      <span className="muted request-time">
        {end_ms === null ? 'open' : formatDuration(end_ms - start_ms)}
      </span>
      <span className="muted request-reason">
        {preciseTimeOfDay(start_ms)} · {spans} {spans === 1 ? 'span' : 'spans'} ·{' '}
        {services.replaceAll(',', ', ')}
      </span>
    </Link>
  );
}
