import { CREDIT_CENTS_MAX, GiveCreditRequestSchema } from '@savepoint/model/credit-changes';
import { formatCents } from '@savepoint/model/money';
import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCreditEntriesQuery, useStoreCreditQuery } from '../../api/credit-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { CreditEntries } from '../../components/credit-entries.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { Form, SubmitButton, useForm } from '../../components/form.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { toFailure } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { useGiveCreditMutation } from './credit-endpoints.ts';
import { typedCents } from './typed-numbers.ts';

function GiveCreditForm({ uid, onGiven }: { uid: string; onGiven: () => void }) {
  const dispatch = useDispatch();
  const [give] = useGiveCreditMutation();
  const [requestId] = useState(() => crypto.randomUUID());
  const form = useForm({
    schema: GiveCreditRequestSchema,
    toInput: ({ cents, reason }) => ({ userId: uid, cents: typedCents(cents), reason, requestId }),
    messages: {
      cents: `Enter an amount up to ${formatCents(CREDIT_CENTS_MAX)}, such as 10 or 10.50.`,
      reason: 'Give a reason; the customer sees it.',
    },
    onSubmit: async (request) => {
      const { error } = await give(request);
      if (error !== undefined) return toFailure(error);
      dispatch(toastShown({ text: `${formatCents(request.cents)} of store credit given.` }));
      onGiven();
      return undefined;
    },
  });
  return (
    <Form form={form} className="stack" aria-label="Give store credit">
      <Field label="Amount in $" inputMode="decimal" {...form.field('cents')} />
      <Field label="Reason" hint="The customer sees it." {...form.field('reason')} />
      <div>
        <SubmitButton form={form}>Give credit</SubmitButton>
      </div>
    </Form>
  );
}

/** A customer's store credit, and a button to give more. */
export function CustomerCredit({ uid }: { uid: string }) {
  const credit = useStoreCreditQuery(uid);
  const entries = useCreditEntriesQuery(uid, { refetchOnMountOrArgChange: true });
  const [open, setOpen] = useState(false);
  return (
    <section className="card stack" aria-labelledby="customer-credit">
      <h2 id="customer-credit">Store credit</h2>
      {credit.isError && <ErrorState resource="the store credit" onRetry={credit.refetch} />}
      {credit.isLoading && <Skeleton height="3rem" />}
      {credit.data !== undefined && <p>{formatCents(credit.data?.cents ?? 0)} available</p>}
      {entries.data !== undefined && entries.data.length > 0 && (
        <CreditEntries entries={entries.data} orderPath={adminOrderPath} />
      )}
      <div>
        <Button variant="secondary" onClick={() => setOpen(true)}>
          Give store credit
        </Button>
      </div>
      <Dialog open={open} title="Give store credit" onClose={() => setOpen(false)}>
        <GiveCreditForm uid={uid} onGiven={() => setOpen(false)} />
      </Dialog>
    </section>
  );
}
