import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { Link } from '../navigation/navigation.tsx';
import { type PlaceChange, useGetPlaceHistoryQuery } from './history-endpoints.ts';

const REFRESH_MS = 3000;
const MAX_LENGTH = 300;
const WHO = { owner: 'an administrator', user: 'user', guest: 'a client that is signed out' } as const;

/** The changes of a place that the event log has, the newest first. */
export function PlaceHistory({ namespace, path }: { namespace: string; path: readonly string[] }) {
  const history = useGetPlaceHistoryQuery(
    { namespace, path: path.join('/') },
    { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true },
  );
  if (history.error !== undefined) return <Failure error={history.error} onRetry={history.refetch} />;
  if (history.data === undefined) return <Loading what="the history" />;
  if (history.data.length === 0) {
    return <Empty title="No change is recorded">The event log has what was written since this start.</Empty>;
  }
  return (
    <ol className="history" aria-label="History">
      {history.data.map((change) => (
        <Version key={`${change.span_id} ${change.path}`} change={change} />
      ))}
    </ol>
  );
}

function Version({ change }: { change: PlaceChange }) {
  const { start_ms, trace_id, principal, user_id, path, before, after } = change;
  return (
    <li>
      <div className="history-head">
        <span className={`chip chip-${change.change}`}>{change.change}</span>
        <code>/{path}</code>
        <time dateTime={new Date(start_ms).toISOString()}>{dateAndTime(start_ms)}</time>
        {principal === null ? null : (
          <span className="muted">
            by {WHO[principal]}
            {user_id === null ? null : ` ${user_id}`}
          </span>
        )}
        <span className="spacer" />
        <Link href={`/traces/${trace_id}`}>Trace</Link>
      </div>
      {before === null || after === null ? (
        <p className="muted">The data is too long to be recorded.</p>
      ) : (
        <p className="history-value">
          {before === 'null' ? null : <del>{cut(before)}</del>}
          {after === 'null' ? null : <ins>{cut(after)}</ins>}
        </p>
      )}
    </li>
  );
}

function cut(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}
