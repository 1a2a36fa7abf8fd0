import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { mergeGaps, type RecordingGap, useGetGapsQuery } from '../api/recording-gaps.ts';
import { HistoryGap } from '../components/history-gap.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import { Link } from '../navigation/navigation.tsx';
import { toastAdded } from '../toasts/toasts-slice.ts';
import {
  type PlaceChange,
  useGetPartlyNamedWritesQuery,
  useGetPlaceHistoryQuery,
} from './history-endpoints.ts';
import { restorable } from './restorable.ts';
import { placeText, useWriteWithUndo } from './use-write-with-undo.ts';

const POLLING = { pollingInterval: 3000, skipPollingIfUnfocused: true };
const NO_GAPS: readonly RecordingGap[] = [];
const MAX_LENGTH = 300;
const WHO = { owner: 'an administrator', user: 'user', guest: 'a client that is signed out' } as const;

/** A change, or a gap between changes. */
type HistoryRow =
  | { readonly change: PlaceChange; readonly gap?: undefined }
  | { readonly change?: undefined; readonly gap: RecordingGap };

/**
 * The recorded changes of a location and the gaps between them, newest first. The result of each
 * change can be restored.
 */
export function PlaceHistory({ namespace, path }: { namespace: string; path: readonly string[] }) {
  const { data, error, refetch } = useGetPlaceHistoryQuery({ namespace, path: path.join('/') }, POLLING);
  const { data: gaps = NO_GAPS } = useGetGapsQuery({ service: 'database' }, POLLING);
  const { data: partlyNamed = NO_GAPS } = useGetPartlyNamedWritesQuery(namespace, POLLING);
  const { restore, isBusy } = useRestore(namespace);
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="the history" />;
  const rows: readonly HistoryRow[] = mergeGaps(
    data.map((change) => ({ at: change.start_ms, row: { change } })),
    [...gaps, ...partlyNamed],
  );
  if (rows.length === 0) {
    return (
      <Empty title="No change is recorded">
        The event log has what was written since this start of the stack, unless it was full.
      </Empty>
    );
  }
  return (
    <ol className="history" aria-label="History">
      {rows.map(({ change, gap }) =>
        change === undefined ? (
          <HistoryGap key={`gap-${gap.id}-${gap.time_ms}`} gap={gap} of="place" />
        ) : (
          <Version
            key={`${change.span_id} ${change.path}`}
            change={change}
            isBusy={isBusy}
            onRestore={restore}
          />
        ),
      )}
    </ol>
  );
}

/** Restores a version at the location that was written. */
function useRestore(namespace: string) {
  const dispatch = useDispatch();
  const write = useWriteWithUndo(namespace);
  const [isBusy, setIsBusy] = useState(false);
  return {
    isBusy,
    async restore(path: string, json: string): Promise<void> {
      setIsBusy(true);
      try {
        const keys = path.split('/').filter((key) => key !== '');
        const body = new Blob([json], { type: 'application/json' });
        await write(keys, body, `Restored ${placeText(keys)}.`);
      } catch (error) {
        dispatch(toastAdded({ message: (error as Error).message, isError: true }));
      }
      setIsBusy(false);
    },
  };
}

interface VersionProps {
  readonly change: PlaceChange;
  readonly isBusy: boolean;
  readonly onRestore: (path: string, json: string) => void;
}

function Version({ change, isBusy, onRestore }: VersionProps) {
  const { start_ms, trace_id, principal, user_id, path, before, after } = change;
  const { json, problem } = restorable(change);
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
        <span className="history-tools">
          <Link href={`/traces/${trace_id}`}>Trace</Link>
          {json === undefined ? null : (
            <button
              type="button"
              className="button button-small"
              disabled={isBusy}
              aria-label={`Restore /${path}`}
              onClick={() => onRestore(path, json)}
            >
              <Icon name="back" /> Restore
            </button>
          )}
        </span>
      </div>
      {problem === undefined ? null : <p className="muted">{problem}</p>}
      {before === null || after === null ? null : (
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
