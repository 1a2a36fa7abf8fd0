import type { Order } from '@savepoint/model/order';
import type { OrderEmail } from '@savepoint/model/order-emails';
import { useDispatch } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { errorMessage } from './admin-endpoints.ts';
import { formatDateTime } from './format-date-time.ts';
import { useOrderEmailsQuery, useResendOrderEmailMutation } from './order-endpoints.ts';

const STATES = {
  queued: ['Waiting to be sent', ''],
  sent: ['Sent', 'tag-mint'],
  failed: ['Not sent', 'tag-coral'],
} as const;

function Email({ email, orderId }: { email: OrderEmail; orderId: string }) {
  const dispatch = useDispatch();
  const [resend, { isLoading }] = useResendOrderEmailMutation();
  const { id, subject, to, at, state, error, sentAgain } = email;
  const [label, tone] = STATES[state];
  const send = async () => {
    const result = await resend({ orderId, emailId: id });
    dispatch(
      result.error === undefined
        ? toastShown({ text: 'The email is on its way again.' })
        : toastShown({ text: errorMessage(result.error), tone: 'error' }),
    );
  };
  return (
    <li>
      <div>
        <strong>{subject}</strong> <span className={`tag ${tone}`}>{label}</span>
        <span className="muted admin-small">
          {to}, {formatDateTime(at)}
          {sentAgain.length > 0 && `, again ${sentAgain.map(formatDateTime).join(', ')}`}
        </span>
        {error && <span className="muted admin-small">{error}</span>}
      </div>
      <div>
        <Button variant="quiet" busy={isLoading} onClick={send} aria-label={`Send again: ${subject}`}>
          Send again
        </Button>
      </div>
    </li>
  );
}

/** The emails of an order, each with a button to resend it. */
export function OrderEmails({ order }: { order: Order }) {
  const { id: orderId, updatedAt } = order;
  // Emails follow changes: each change of the order reads them again.
  const { data, isError, isFetching, refetch } = useOrderEmailsQuery({ orderId, updatedAt });
  return (
    <section className="card stack no-print" aria-labelledby="order-emails">
      <h2 id="order-emails">Emails</h2>
      {data === undefined && isError && <ErrorState resource="the emails" onRetry={refetch} />}
      {data === undefined && !isError && <Skeleton height="3rem" />}
      {data?.emails.length === 0 && <p className="muted">No email has been sent.</p>}
      {data !== undefined && data.emails.length > 0 && (
        <ul className="admin-rows">
          {data.emails.map((email) => (
            <Email key={email.id} email={email} orderId={orderId} />
          ))}
        </ul>
      )}
      {data !== undefined && (
        <div>
          <Button variant="quiet" busy={isFetching} onClick={() => refetch()}>
            Refresh
          </Button>
        </div>
      )}
    </section>
  );
}
