import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useAuditLogQuery } from './admin-endpoints.ts';
import { formatDateTime } from './order-labels.ts';

/** Who changed what, newest first. */
export function AuditLog() {
  const { data: entries, isError, refetch } = useAuditLogQuery();
  if (entries === undefined) {
    return isError ? <ErrorState resource="the audit log" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  if (entries.length === 0) return <EmptyState icon="check" title="Nothing was changed yet" />;
  return (
    <section className="admin-scroll" aria-label="Audit log">
      <table className="admin-table">
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
              <td>{entry.summary}</td>
              <td>{entry.target}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
