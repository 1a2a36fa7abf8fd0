import { Link, useSearchParams } from 'react-router-dom';
import { toCallableFailure } from '../api/callable-failure.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useConfirmSubscriptionMutation } from '../features/newsletter/subscribe-endpoints.ts';

const NOT_CONFIRMED = 'That did not work. Please try again in a moment.';

function ConfirmView({ token }: { token: string }) {
  const [confirm, { isLoading, isSuccess, error }] = useConfirmSubscriptionMutation();
  if (isSuccess)
    return (
      <EmptyState icon="check" title="You are on the list" headingLevel={1}>
        <p role="status">See you at the next drop.</p>
        <ButtonLink to="/shop">Go to the shop</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState icon="mail" title="Confirm your subscription" headingLevel={1}>
      <p>We will write to you when there is a new drop. You can unsubscribe at any time.</p>
      {error !== undefined && (
        <p className="notice notice-error" role="alert">
          {toCallableFailure(error, NOT_CONFIRMED)?.message}
        </p>
      )}
      <Button busy={isLoading} onClick={() => void confirm({ token })}>
        Subscribe
      </Button>
    </EmptyState>
  );
}

/**
 * The /subscribe page, linked from the email to a new subscriber. It asks first: email scanners
 * open every link.
 */
export function Component() {
  const [query] = useSearchParams();
  const token = query.get('token') ?? '';
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Subscribe" description="Confirm your subscription to Savepoint emails." noindex />
      {/^[\w-]{43}$/.test(token) ? (
        <ConfirmView key={token} token={token} />
      ) : (
        <EmptyState icon="alert" title="This link is incomplete" headingLevel={1}>
          <p>Copy the whole link from the email, or sign up again below.</p>
          <Link to="/contact">Contact us</Link>
        </EmptyState>
      )}
    </main>
  );
}
