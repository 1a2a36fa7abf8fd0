import { mergeGaps, type RecordingGap, useGetGapsQuery } from '../api/recording-gaps.ts';
import { HistoryGap } from '../components/history-gap.tsx';
import { Icon } from '../components/icon.tsx';
import { Empty, Failure, Loading } from '../components/states.tsx';
import { dateAndTime } from '../components/time-text.ts';
import type { Document } from '../firestore/requests.ts';
import type { Fields } from '../firestore/values.ts';
import { Link } from '../navigation/navigation.tsx';
import { describeChange, type FieldChange } from './describe-change.ts';
import { isEqual } from './field-tree.ts';
import { type DocumentChange, useGetHistoryQuery } from './history-endpoints.ts';
import { useCommitWithUndo } from './use-commit-with-undo.ts';

const REFRESH_MS = 2000;
const NO_GAPS: readonly RecordingGap[] = [];
const WHO = {
  owner: 'Admin SDK or Studio',
  user: 'user',
  guest: 'a guest',
  system: 'Firestore',
} as const;

/** A change, or a gap between changes. */
type HistoryRow =
  | { readonly change: DocumentChange; readonly gap?: undefined }
  | { readonly change?: undefined; readonly gap: RecordingGap };

interface HistoryProps {
  readonly name: string;
  readonly database: string;
  /** Null if it does not currently exist. */
  readonly document: Document | null;
}

/**
 * The recorded versions of a document and the gaps between them, newest first. Each version can be
 * restored.
 */
export default function DocumentHistory({ name, database, document }: HistoryProps) {
  const { data, error, refetch } = useGetHistoryQuery(name, {
    pollingInterval: REFRESH_MS,
    skipPollingIfUnfocused: true,
    refetchOnMountOrArgChange: true,
  });
  const { data: gaps = NO_GAPS } = useGetGapsQuery(
    { service: 'firestore' },
    { pollingInterval: REFRESH_MS, skipPollingIfUnfocused: true },
  );
  const { run, isBusy } = useCommitWithUndo(database);
  const restore = (fields: Fields) =>
    run(
      {
        update: { name, fields },
        currentDocument: document === null ? { exists: false } : { updateTime: document.updateTime },
      },
      (updateTime) =>
        document === null
          ? { delete: name, currentDocument: { updateTime } }
          : { update: { name, fields: document.fields ?? {} }, currentDocument: { updateTime } },
      'Restored the version.',
    );
  if (error !== undefined) return <Failure error={error} onRetry={refetch} />;
  if (data === undefined) return <Loading what="the history" />;
  const rows: readonly HistoryRow[] = mergeGaps(
    data.map((change) => ({ at: change.start_ms, row: { change } })),
    gaps,
  );
  if (rows.length === 0) {
    return (
      <Empty title="No change is recorded">
        The event log has what happened since this start of the stack, unless it was full.
      </Empty>
    );
  }
  return (
    <ol className="history" aria-label="History">
      {rows.map(({ change, gap }) =>
        change === undefined ? (
          <HistoryGap key={`gap-${gap.id}`} gap={gap} of="document" />
        ) : (
          <Version
            key={change.span_id}
            change={change}
            current={document?.fields}
            isBusy={isBusy}
            onRestore={restore}
          />
        ),
      )}
    </ol>
  );
}

interface VersionProps {
  readonly change: DocumentChange;
  /** The current fields of the document; undefined if it does not exist. */
  readonly current: Fields | undefined;
  readonly isBusy: boolean;
  readonly onRestore: (fields: Fields) => void;
}

function Version({ change, current, isBusy, onRestore }: VersionProps) {
  const { fields, version, problem } = describeChange(change);
  const by = change.principal === null ? undefined : WHO[change.principal];
  const time = new Date(change.start_ms);
  return (
    <li>
      <div className="history-head">
        <span className={`chip chip-${change.change}`}>{change.change}</span>
        <time dateTime={time.toISOString()}>{dateAndTime(change.start_ms)}</time>
        {by === undefined ? null : (
          <span className="muted">
            by {by}
            {change.user_id === null ? null : ` ${change.user_id}`}
          </span>
        )}
        <span className="history-tools">
          <Link href={`/traces/${change.trace_id}`}>Trace</Link>
          {version === undefined || isEqual(version, current) ? null : (
            <button
              type="button"
              className="button button-small"
              disabled={isBusy}
              onClick={() => onRestore(version)}
            >
              <Icon name="back" /> Restore
            </button>
          )}
        </span>
      </div>
      {problem === undefined ? null : <p className="muted">{problem}</p>}
      {fields.length === 0 ? null : <FieldChanges fields={fields} />}
    </li>
  );
}

function FieldChanges({ fields }: { fields: readonly FieldChange[] }) {
  return (
    <dl className="history-fields">
      {fields.map(({ name, before, after }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before === undefined ? null : <del>{before}</del>}
            {after === undefined ? null : <ins>{after}</ins>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
