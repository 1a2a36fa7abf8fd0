import type { AuditChange, AuditEntry } from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useAuditLogQuery, useRestoreDeletedMutation } from './admin-endpoints.ts';
import { type AuditFilter, describeChange, filterAuditLog } from './audit-view.ts';
import { formatDateTime } from './format-date-time.ts';

const PAGE_SIZE = 200;
/** More changes of one entry are folded. */
const SHOWN_CHANGES = 4;

function Changes({ changes }: { changes: readonly AuditChange[] }) {
  const list = (shown: readonly AuditChange[]) => (
    <ul className="admin-changes">
      {shown.map((change) => {
        const { label, before, after } = describeChange(change);
        return (
          <li key={change.field}>
            {label}: <del>{before}</del> → <ins>{after}</ins>
          </li>
        );
      })}
    </ul>
  );
  const rest = changes.slice(SHOWN_CHANGES);
  return (
    <>
      {list(changes.slice(0, SHOWN_CHANGES))}
      {rest.length > 0 && (
        <details>
          <summary>{rest.length === 1 ? '1 more change' : `${rest.length} more changes`}</summary>
          {list(rest)}
        </details>
      )}
    </>
  );
}

/** Restores what the entry says was deleted. */
function RestoreButton({ entry, deletedId }: { entry: AuditEntry; deletedId: string }) {
  const dispatch = useDispatch();
  const [restore, { isLoading }] = useRestoreDeletedMutation();
  const restoreDocument = async () => {
    const { error } = await restore({ deletedId });
    dispatch(
      error === undefined
        ? toastShown({ text: `${entry.target} is restored.` })
        : toastShown({ text: errorMessage(error), tone: 'error' }),
    );
  };
  return (
    <Button
      variant="secondary"
      busy={isLoading}
      aria-label={`Restore ${entry.target}`}
      onClick={restoreDocument}
    >
      Restore
    </Button>
  );
}

function Entries({ entries }: { entries: readonly AuditEntry[] }) {
  return (
    <section className="admin-scroll" aria-label="Audit log">
      <table className="admin-table admin-cards">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            <th scope="col">Where</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="admin-timestamp">{formatDateTime(entry.at)}</td>
              <td>{entry.email ?? entry.uid}</td>
              <td>
                {entry.summary}
                {entry.changes !== undefined && <Changes changes={entry.changes} />}
                {entry.deletedId !== undefined && (
                  <div>
                    <RestoreButton entry={entry} deletedId={entry.deletedId} />
                  </div>
                )}
              </td>
              <td>{entry.target}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The values of a field of the entries, for a filter. */
function optionsOf(entries: readonly AuditEntry[], textOf: (entry: AuditEntry) => string) {
  return [...new Set(entries.map(textOf))].sort().map((value) => <option key={value}>{value}</option>);
}

/** Who changed what from which value to which, newest first, with filters. */
export function AuditLog() {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [filter, setFilter] = useState<AuditFilter>({ text: '', who: '', action: '' });
  const { data: entries, isError, isFetching, refetch } = useAuditLogQuery(limit);
  if (entries === undefined) {
    return isError ? <ErrorState resource="the audit log" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  if (entries.length === 0) return <EmptyState icon="check" title="No changes yet" />;
  const shown = filterAuditLog(entries, filter);
  const set = (change: Partial<AuditFilter>) => setFilter({ ...filter, ...change });
  return (
    <>
      <search className="admin-filters">
        <Field
          label="Search the log"
          type="search"
          value={filter.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        <SelectField label="Who" value={filter.who} onChange={(event) => set({ who: event.target.value })}>
          <option value="">Anyone</option>
          {optionsOf(entries, ({ email, uid }) => email ?? uid)}
        </SelectField>
        <SelectField
          label="Action"
          value={filter.action}
          onChange={(event) => set({ action: event.target.value })}
        >
          <option value="">Any</option>
          {optionsOf(entries, ({ action }) => action)}
        </SelectField>
      </search>
      <p role="status">
        {shown.length < entries.length && `${shown.length} of the newest `}
        {entries.length} {entries.length === 1 ? 'entry' : 'entries'}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon="search" title="No entries match" />
      ) : (
        <Entries entries={shown} />
      )}
      {entries.length === limit && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            Load older entries
          </Button>
        </div>
      )}
    </>
  );
}
