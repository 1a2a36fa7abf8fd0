import { formatCents } from '@savepoint/model/money';
import { useSelector } from 'react-redux';
import { useCreditEntriesQuery, useStoreCreditQuery } from '../api/credit-endpoints.ts';
import { CreditEntries } from '../components/credit-entries.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { RedeemForm } from '../features/credit/redeem-form.tsx';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';

/** The /account/credit page. Requires sign-in. */
export function Component() {
  const uid = useSelector(selectUser)?.uid ?? '';
  const skip = uid === '';
  const credit = useStoreCreditQuery(uid, { skip });
  const entries = useCreditEntriesQuery(uid, { skip, refetchOnMountOrArgChange: true });
  const hasFailed = credit.isError || (entries.isError && entries.data === undefined);
  const retry = () => {
    credit.refetch();
    entries.refetch();
  };
  return (
    <AccountLayout title="Store credit" logout={<LogoutButton />}>
      <PageHead title="Store credit" description="Your store credit and gift cards." noindex />
      {hasFailed && <ErrorState resource="your store credit" onRetry={retry} />}
      {!hasFailed && (credit.data === undefined || entries.data === undefined) && <Skeleton height="16rem" />}
      {!hasFailed && credit.data !== undefined && entries.data !== undefined && (
        <section className="card stack" aria-labelledby="credit-balance">
          <h2 id="credit-balance">Balance</h2>
          <p className="credit-balance">{formatCents(credit.data?.cents ?? 0)}</p>
          <p className="muted">Use it at the checkout, for a part of an order or all of it.</p>
          {entries.data.length > 0 && <CreditEntries entries={entries.data} orderPath={orderPath} />}
        </section>
      )}
      <section className="card stack" aria-labelledby="credit-redeem">
        <h2 id="credit-redeem">Redeem a gift card</h2>
        <RedeemForm />
      </section>
    </AccountLayout>
  );
}
