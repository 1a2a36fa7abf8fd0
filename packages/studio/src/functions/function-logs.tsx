import { Empty, Failure, Loading } from '../components/states.tsx';
import { preciseTimeOfDay } from '../components/time-text.ts';
import { Link } from '../navigation/navigation.tsx';
import { useGetFunctionLogsQuery } from './function-logs-endpoints.ts';

const REFRESH_MS = 5000;

/** The output of a function's last calls, newest first, each line with the trace of its call. */
export function FunctionLogs({ name }: { name: string }) {
  const { data, error, refetch } = useGetFunctionLogsQuery(name, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  return (
    <section className="function-logs" aria-labelledby="function-logs">
      <h3 id="function-logs">Logs</h3>
      {error !== undefined ? (
        <Failure error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Loading what="logs" />
      ) : data.length === 0 ? (
        <Empty title="No logs">What {name} prints in this run of the stack appears here.</Empty>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long list is scrolled with the keyboard.
        <ul className="log" tabIndex={0} aria-label={`Logs of ${name}`}>
          {data.map(({ id, time_ms, severity, body, trace_id, span_id }) => (
            <li key={id}>
              <Link className="muted" href={`/traces/${trace_id}?span=${span_id}`}>
                {preciseTimeOfDay(time_ms)}
              </Link>{' '}
              <span className={/err|fatal|crit/i.test(severity) ? 'badge badge-bad' : 'badge'}>
                {severity}
              </span>{' '}
              <code>{body}</code>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
