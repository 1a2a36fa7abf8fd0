import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { downloadCsv } from './download-csv.ts';
import { formatDateTime } from './format-date-time.ts';
import { useSubscribersQuery } from './people-endpoints.ts';

const SHOWN_MAX = 200;

/**
 * The subscribers of the newsletter, newest first, with a search and an export for the program that
 * sends it.
 */
export function SubscriberTable() {
  const [text, setText] = useState('');
  const {
    data: subscribers,
    isError,
    refetch,
  } = useSubscribersQuery(undefined, { refetchOnMountOrArgChange: true });
  if (subscribers === undefined) {
    return isError ? (
      <ErrorState resource="the subscribers" onRetry={refetch} />
    ) : (
      <Skeleton height="20rem" />
    );
  }
  if (subscribers.length === 0)
    return (
      <EmptyState icon="mail" title="Nobody has subscribed yet">
        <p>Whoever confirms the newsletter box of the footer appears here.</p>
      </EmptyState>
    );
  const found = subscribers.filter(({ email }) => email.includes(text.trim().toLowerCase()));
  const exportAll = () =>
    downloadCsv('subscribers.csv', [
      ['email', 'subscribedAt'],
      ...found.map(({ email, createdAt }) => [email, createdAt]),
    ]);
  return (
    <>
      <search className="admin-filters">
        <Field
          label="Search subscribers"
          type="search"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button variant="secondary" disabled={found.length === 0} onClick={exportAll}>
            Export CSV
          </Button>
        </div>
      </search>
      <p role="status">
        {found.length === 1 ? '1 subscriber' : `${found.length} subscribers`}
        {found.length > SHOWN_MAX && `; the newest ${SHOWN_MAX} are shown, the export has all`}
      </p>
      <section className="admin-scroll" aria-label="Subscribers">
        <table className="admin-table admin-cards">
          <thead>
            <tr>
              <th scope="col">Email</th>
              <th scope="col">Since</th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, SHOWN_MAX).map(({ id, email, createdAt }) => (
              <tr key={id}>
                <th scope="row">{email}</th>
                <td className="admin-timestamp">{formatDateTime(createdAt)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
