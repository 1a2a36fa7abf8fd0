import type { AuditChange, AuditEntry } from '@savepoint/model/callables';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field, SelectField } from '../../components/field.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage, useAuditLogQuery, useRestoreDeletedMutation } from './admin-endpoints.ts';
import {
  type AuditFilter,
  actionLabel,
  describeChange,
  describeTarget,
  filterAuditLog,
} from './audit-view.ts';
import { formatDateTime } from './format-date-time.ts';

const PAGE_SIZE = 200;
/** Further changes of an entry are collapsed. */
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

/** Restores the entry's deleted document. */
function RestoreButton({ entry, deletedId }: { entry: AuditEntry; deletedId: string }) {
  const dispatch = useDispatch();
  const [restore, { isLoading }] = useRestoreDeletedMutation();
  const restoreDocument = async () => {
    const { error } = await restore({ deletedId });
    dispatch(
      error === undefined
        ? toastShown({ text: `${describeTarget(entry.target).name} is restored.` })
        : toastShown({ text: errorMessage(error), tone: 'error' }),
    );
  };
  return (
    <Button
      variant="secondary"
      busy={isLoading}
      aria-label={`Restore ${describeTarget(entry.target).name}`}
      onClick={restoreDocument}
    >
      Restore
    </Button>
  );
}

function Target({ target }: { target: string }) {
  const { name, path } = describeTarget(target);
  return path === undefined ? name : <ShopLink to={path}>{name}</ShopLink>;
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
                <strong>{actionLabel(entry.action)}</strong>
                <span className="admin-small">{entry.summary}</span>
                {entry.changes !== undefined && <Changes changes={entry.changes} />}
                {entry.deletedId !== undefined && (
                  <div>
                    <RestoreButton entry={entry} deletedId={entry.deletedId} />
                  </div>
                )}
              </td>
              <td>
                <Target target={entry.target} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** The distinct values of a field of the entries, for a filter, by label. */
function optionsOf(
  entries: readonly AuditEntry[],
  textOf: (entry: AuditEntry) => string,
  labelOf = (value: string) => value,
) {
  const values = [...new Set(entries.map(textOf))];
  return values
    .sort((a, b) => labelOf(a).localeCompare(labelOf(b)))
    .map((value) => (
      <option key={value} value={value}>
        {labelOf(value)}
      </option>
    ));
}

/** Who changed what, with old and new values, newest first, with filters. */
export function AuditLog() {
  const [limit, setLimit] = useState(PAGE_SIZE);
  const [filter, setFilter] = useState<AuditFilter>({ text: '', who: '', action: '' });
  const { data: entries, isError, isFetching, refetch } = useAuditLogQuery(limit);
  if (entries === undefined) {
    return isError ? <ErrorState resource="the audit log" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  if (entries.length === 0)
    return (
      <EmptyState icon="check" title="No changes yet">
        <p>What staff change appears here, with who changed it and when.</p>
      </EmptyState>
    );
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
          {optionsOf(entries, ({ action }) => action, actionLabel)}
        </SelectField>
      </search>
      <p role="status">
        {shown.length < entries.length && `${shown.length} of the newest `}
        {entries.length} {entries.length === 1 ? 'entry' : 'entries'}
      </p>
      {shown.length === 0 ? (
        <EmptyState icon="search" title="No entries match">
          <p>Change the search or the filters.</p>
        </EmptyState>
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
