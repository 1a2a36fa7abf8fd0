import type { UnsubscribeRequest } from '@savepoint/model/callables';
import { Link, useSearchParams } from 'react-router-dom';
import { toCallableFailure } from '../api/callable-failure.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { useUnsubscribeMutation } from '../features/newsletter/unsubscribe-endpoints.ts';

const NOT_UNSUBSCRIBED = 'That did not work. Please try again in a moment.';

const QUESTIONS: Readonly<Record<UnsubscribeRequest['list'], string>> = {
  newsletter: 'We will stop sending you the newsletter. Emails about your orders still reach you.',
  reminders:
    'We will stop reminding you of your cart and asking for reviews. Emails about your orders still reach you.',
  stock:
    'We will stop telling you when products are back in stock. Emails about your orders still reach you.',
  drops:
    'We will stop reminding you of drops that you asked about. Emails about drops that you entered still reach you.',
};
const isList = (list: string | null): list is UnsubscribeRequest['list'] =>
  list !== null && Object.hasOwn(QUESTIONS, list);

function readRequest(query: URLSearchParams): UnsubscribeRequest | undefined {
  const [list, token] = [query.get('list'), query.get('token') ?? ''];
  if (!isList(list) || !/^[\w-]{43}$/.test(token)) return undefined;
  return { list, token };
}

function UnsubscribeView({ request }: { request: UnsubscribeRequest }) {
  const [unsubscribe, { isLoading, isSuccess, error }] = useUnsubscribeMutation();
  if (isSuccess)
    return (
      <EmptyState icon="check" title="You are unsubscribed" headingLevel={1}>
        <p role="status">You can sign up again at any time.</p>
        <ButtonLink to="/shop">Go to the shop</ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState icon="mail" title="Unsubscribe" headingLevel={1}>
      <p>{QUESTIONS[request.list]}</p>
      {error !== undefined && (
        <p className="notice notice-error" role="alert">
          {toCallableFailure(error, NOT_UNSUBSCRIBED)?.message}
        </p>
      )}
      <Button busy={isLoading} onClick={() => void unsubscribe(request)}>
        Unsubscribe
      </Button>
    </EmptyState>
  );
}

/**
 * The /unsubscribe page, linked from the emails of a list. It asks first: email scanners open every
 * link.
 */
export function Component() {
  const [query] = useSearchParams();
  const request = readRequest(query);
  return (
    <main className="page" id="main" tabIndex={-1}>
      <PageHead title="Unsubscribe" description="Unsubscribe from Savepoint emails." noindex />
      {request === undefined ? (
        <EmptyState icon="alert" title="This link is incomplete" headingLevel={1}>
          <p>Copy the whole link from the email, or change what you get in your settings.</p>
          <ButtonLink to="/account/settings">Go to your settings</ButtonLink>
          <Link to="/contact">Contact us</Link>
        </EmptyState>
      ) : (
        <UnsubscribeView key={request.token} request={request} />
      )}
    </main>
  );
}
