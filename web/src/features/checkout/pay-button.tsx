import { useEffect, useState } from 'react';
import { useDispatch } from 'react-redux';
import { useCreatePaymentSessionMutation } from '../../api/order-endpoints.ts';
import { Button } from '../../components/button.tsx';
import { toastShown } from '../../lib/toast-slice.ts';

/**
 * Opens the payment page of a pending order. Leaves the busy state when the page is restored from
 * the back/forward cache.
 */
export function PayButton({ orderId, label = 'Pay now' }: { orderId: string; label?: string }) {
  const dispatch = useDispatch();
  const [createSession] = useCreatePaymentSessionMutation();
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    const onShow = (event: PageTransitionEvent) => event.persisted && setBusy(false);
    addEventListener('pageshow', onShow);
    return () => removeEventListener('pageshow', onShow);
  }, []);
  const pay = async () => {
    setBusy(true);
    const result = await createSession(orderId);
    if (result.data !== undefined) {
      location.assign(result.data.paymentUrl);
      return;
    }
    setBusy(false);
    const message = (result.error as { message?: string } | undefined)?.message;
    dispatch(
      toastShown({ text: message ?? 'The payment page could not be opened. Try again.', tone: 'error' }),
    );
  };
  return (
    <Button busy={busy} onClick={pay}>
      {busy ? 'Opening the payment page…' : label}
    </Button>
  );
}
