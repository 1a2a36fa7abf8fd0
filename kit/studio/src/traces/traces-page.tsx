import { useState } from 'react';
import { VList } from 'virtua';
import type { Stack } from '../api/stack-api.ts';
import { moveFocus } from '../components/move-focus.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { Link, useLocation, useSearchParams } from '../navigation/navigation.tsx';
import { formatDuration } from './span-tree.ts';
import { parseTraceSearch } from './trace-search.ts';
import { TraceView } from './trace-view.tsx';
import { type TraceSummary, useGetTracesQuery } from './traces-endpoints.ts';
import './traces.css';

const REFRESH_MS = 2000;
const ROW_HEIGHT_PX = 58;
const EXAMPLES = ['status:error', 'kind:firestore', 'dur:>100', 'path:/orders'];

/** The traces of this run, and one of them as a waterfall. */
export default function TracesPage(_: { stack: Stack }) {
  const { pathname } = useLocation();
  const [params, change] = useSearchParams();
  const [isPaused, setIsPaused] = useState(false);
  const text = params.get('q') ?? '';
  const { condition, params: bound, problems } = parseTraceSearch(text);
  const { data, error, refetch } = useGetTracesQuery(
    { condition, params: bound },
    { pollingInterval: isPaused ? 0 : REFRESH_MS, skipPollingIfUnfocused: true },
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
          ) : data.length === 0 ? (
            <Empty title={text === '' ? 'No traces yet' : 'No such trace'}>
              {text === ''
                ? 'Use the app: each request becomes a trace.'
                : `Search like this: ${EXAMPLES.join(' ')}`}
            </Empty>
          ) : (
            <VList
              className="requests"
              data={data}
              itemSize={ROW_HEIGHT_PX}
              onKeyDown={moveFocus}
              role="group"
              aria-label="Traces"
            >
              {(trace) => (
                <TraceRow
                  key={trace.trace_id}
                  trace={trace}
                  isSelected={trace.trace_id === traceId}
                  search={text}
                />
              )}
            </VList>
          )}
        </section>
        {traceId === '' ? null : <TraceView key={traceId} traceId={traceId} isPaused={isPaused} />}
      </div>
    </div>
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
        {new Date(start_ms).toISOString().slice(11, 23)} · {spans} {spans === 1 ? 'span' : 'spans'} ·{' '}
        {services}
      </span>
    </Link>
  );
}
