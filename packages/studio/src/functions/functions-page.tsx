import { useGetSchedulesQuery } from '../api/command-endpoints.ts';
import { type LoadedFunction, useGetFunctionsQuery } from '../api/functions-endpoints.ts';
import type { Stack } from '../api/stack-api.ts';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { UnloadedFunctions } from '../components/unloaded-functions.tsx';
import { Link, useSearchParams } from '../navigation/navigation.tsx';
import { CallFunction } from './call-function.tsx';
import { FunctionLogs } from './function-logs.tsx';
import { RunSchedule } from './run-schedule.tsx';
import { TriggerEvents } from './trigger-events.tsx';
import './functions.css';

const TIME_FORMAT = {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
} as const;
const REFRESH_MS = 5000;
/** A command reads the next runs, which takes longer than a request. */
const SCHEDULES_REFRESH_MS = 60_000;

/** The loaded functions with their triggers. */
export default function FunctionsPage({ stack }: { stack: Stack }) {
  const { data, error, refetch } = useGetFunctionsQuery(undefined, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
  });
  const { data: schedules = [] } = useGetSchedulesQuery(undefined, {
    pollingInterval: SCHEDULES_REFRESH_MS,
    skipPollingIfUnfocused: true,
    skip: !stack.hasCommands,
  });
  const nextRuns = new Map(schedules.map(({ name, next }) => [name, next]));
  const [params, change] = useSearchParams();
  const text = params.get('q')?.toLowerCase() ?? '';
  const shown = data?.filter(({ name, trigger }) => `${name} ${trigger}`.toLowerCase().includes(text)) ?? [];
  const selected = data?.find(({ name }) => name === params.get('function'));
  return (
    <div className="page">
      <div className="page-head">
        <h1>Functions</h1>
        <input
          type="search"
          value={params.get('q') ?? ''}
          placeholder="Name or trigger"
          aria-label="Search functions"
          onChange={(event) => change({ q: event.target.value })}
        />
      </div>
      <UnloadedFunctions />
      {selected === undefined ? null : (
        <section className="card function-panel" aria-labelledby="function">
          <div className="toolbar">
            <h2 id="function">{selected.name}</h2>
            <span className="spacer" />
            <button type="button" className="button button-small" onClick={() => change({ function: null })}>
              Close
            </button>
          </div>
          <FunctionDetails
            key={selected.id}
            stack={stack}
            target={selected}
            next={nextRuns.get(selected.name)}
          />
          {stack.eventLog === null ? null : <FunctionLogs name={selected.name} />}
        </section>
      )}
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="functions" />
      ) : shown.length === 0 ? (
        <Empty title={data.length === 0 ? 'No functions are loaded' : 'No such function'} />
      ) : (
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Function</th>
              <th scope="col">Trigger</th>
              <th scope="col">Region</th>
              <th scope="col">
                <span className="sr-only">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ name, trigger, kind, region }) => (
              <tr key={`${region} ${name}`}>
                <td>
                  <Link href={hrefOf(params, name)} className="function-name">
                    <code>{name}</code>
                  </Link>
                </td>
                <td className="trigger">
                  <span className="badge">{kind}</span> {trigger === kind ? null : trigger}
                  <NextRun next={nextRuns.get(name)} />
                </td>
                <td className="muted region">{region}</td>
                <td>
                  <div className="toolbar function-actions">
                    {kind === 'schedule' && stack.hasCommands ? <RunSchedule name={name} /> : null}
                    {kind === 'schedule' || (kind === 'event' && stack.firestore === null) ? null : (
                      <Link
                        className="button button-small"
                        href={hrefOf(params, name)}
                        aria-label={kind === 'event' ? `Events of ${name}` : `Call ${name}`}
                      >
                        {kind === 'event' ? 'Events' : 'Call'}
                      </Link>
                    )}
                    {stack.eventLog === null ? null : (
                      <Link href={`/traces?q=${encodeURIComponent(`name:${name}`)}`}>Traces</Link>
                    )}
                  </div>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

interface FunctionDetailsProps {
  readonly stack: Stack;
  readonly target: LoadedFunction;
  readonly next: string | null | undefined;
}

/** The available actions for a function, which depend on its trigger. */
function FunctionDetails({ stack, target, next }: FunctionDetailsProps) {
  const { kind, name, trigger } = target;
  if (kind === 'schedule') {
    return (
      <div className="toolbar">
        <span>
          {trigger}
          <NextRun next={next} />
        </span>
        {stack.hasCommands ? <RunSchedule name={name} /> : null}
      </div>
    );
  }
  if (kind !== 'event') return <CallFunction stack={stack} target={target} />;
  return stack.firestore === null ? null : <TriggerEvents stack={stack} trigger={target} />;
}

/** The next run of a schedule; nothing for other functions, and while it is unknown. */
function NextRun({ next }: { next: string | null | undefined }) {
  if (next === undefined) return null;
  if (next === null) return <span className="muted"> · does not run here</span>;
  return (
    <span className="muted">
      {' '}
      · next run <time dateTime={next}>{new Date(next).toLocaleString('en', TIME_FORMAT)}</time>
    </span>
  );
}

function hrefOf(params: URLSearchParams, name: string): string {
  const next = new URLSearchParams(params);
  next.set('function', name);
  return `/functions?${next}`;
}
