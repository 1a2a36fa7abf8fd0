import { useState } from 'react';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { preciseTimeOfDay } from '../components/time-text.ts';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { type LogLine, useGetLogServicesQuery, useGetLogsQuery } from './logs-endpoints.ts';
import './logs.css';

const REFRESH_MS = 2000;
const PAGE_LENGTH = 200;
const PROBLEM = /^(err|fatal|crit)/i;

/** The output of the stack's servers in this run, newest first. */
export default function LogsPage() {
  const [params, change] = useSearchParams();
  const [isPaused, setIsPaused] = useState(false);
  const [limit, setLimit] = useState(PAGE_LENGTH);
  const polling = { pollingInterval: isPaused ? 0 : REFRESH_MS, skipPollingIfUnfocused: true };
  const text = params.get('q') ?? '';
  const service = params.get('server') ?? '';
  const isProblem = params.has('problems');
  const { data, error, refetch } = useGetLogsQuery({ text, service, isProblem, limit }, polling);
  const { data: services = [] } = useGetLogServicesQuery(undefined, polling);
  const isFiltered = text !== '' || service !== '' || isProblem;
  return (
    <div className="page page-full">
      <div className="page-head accounts-head">
        <h1>Logs</h1>
        <input
          type="search"
          value={text}
          placeholder="A part of the line"
          aria-label="Search logs"
          onChange={(event) => change({ q: event.target.value })}
        />
        <select
          value={service}
          aria-label="Server"
          onChange={(event) => change({ server: event.target.value })}
        >
          <option value="">All servers</option>
          {[...new Set([...services, ...(service === '' ? [] : [service])])].map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <label className="check">
          <input
            type="checkbox"
            checked={isProblem}
            onChange={(event) => change({ problems: event.target.checked ? '1' : null })}
          />
          Only warnings and errors
        </label>
        <button
          type="button"
          className="button"
          aria-pressed={isPaused}
          onClick={() => setIsPaused(!isPaused)}
        >
          {isPaused ? 'Resume' : 'Pause'}
        </button>
      </div>
      <section className="log-panel" aria-label="Lines">
        {error !== undefined ? (
          <Failure error={error} onRetry={refetch} />
        ) : data === undefined ? (
          <Loading what="logs" />
        ) : data.length === 0 ? (
          <Empty title={isFiltered ? 'No such line' : 'No logs yet'}>
            {isFiltered
              ? 'Among what was recorded in this run.'
              : 'What functions and servers print appears here.'}
          </Empty>
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard.
          <ol className="log log-lines" tabIndex={0} aria-label="Logs">
            {data.map((line) => (
              <Line key={line.id} line={line} />
            ))}
            {data.length < limit ? null : (
              <li>
                <button type="button" className="button" onClick={() => setLimit(limit + PAGE_LENGTH)}>
                  Show more
                </button>
              </li>
            )}
          </ol>
        )}
      </section>
    </div>
  );
}

function Line({ line: { time_ms, trace_id, span_id, service, severity, body } }: { line: LogLine }) {
  const time = preciseTimeOfDay(time_ms);
  return (
    <li className="log-line">
      {trace_id === null || trace_id === '' ? (
        <span className="muted">{time}</span>
      ) : (
        <Link href={`/traces/${trace_id}?span=${span_id}`} aria-label={`${time}, show the trace`}>
          {time}
        </Link>
      )}
      <span className="muted">{service}</span>
      <span>
        <span className={PROBLEM.test(severity) ? 'badge badge-bad' : 'badge'}>{severity}</span>
      </span>
      <code>{body}</code>
    </li>
  );
}
