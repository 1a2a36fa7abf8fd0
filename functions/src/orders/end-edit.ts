// Ends edits that are withdrawn or not paid in time. The payment page is closed first: a payment
// made there counts.
import { httpsError } from '../callable/https-error.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import type { OrderContext, StaffMember } from './order-context.ts';
import { type AttemptOutcome, claimAttempt } from './process-due.ts';
import { recordPayment } from './record-payment.ts';
import { type EditRecord, editPath, orderPath } from './records.ts';
import { readOrderAggregate, releaseEdit } from './transition-order.ts';

/**
 * Ends an edit, and returns its reserved units. False if it has ended, or was paid. `staff` is the
 * member who withdraws it, for the audit log. Rejects with a PaymentProviderError, and with
 * failed-precondition while its payment is under way.
 */
export async function endEdit(
  context: OrderContext,
  orderId: string,
  editId: string,
  staff?: StaffMember,
): Promise<boolean> {
  const record = await context.store.get<EditRecord>(editPath(orderId));
  if (record?.editId !== editId) return false;
  if (record.sessionId !== undefined) {
    const session = await context.payments?.closeSession(record.sessionId);
    if (session?.payment !== undefined) await recordPayment(context, session.payment);
    else if (session?.status === 'complete')
      throw httpsError('failed-precondition', 'The payment for this edit is under way.');
  }
  return context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId);
    if (found?.edit?.editId !== editId) return false;
    const at = context.now();
    const actor = staff === undefined ? 'system' : 'admin';
    releaseEdit(transaction, found, { at, actor, email: staff?.email });
    transaction.update(orderPath(orderId), { pendingEdit: null, updatedAt: at });
    if (staff !== undefined)
      transaction.set(`audit/${at.getTime()}-edit-${orderId}`, {
        at: at.toISOString(),
        uid: staff.uid,
        ...(staff.email === undefined ? {} : { email: staff.email }),
        action: 'withdrawEdit',
        target: orderPath(orderId),
        summary: 'Withdrew an edit that waited for its payment',
      });
    return true;
  });
}

/** Ends an edit that has expired. */
export async function attemptEditEnd(context: OrderContext, orderId: string): Promise<AttemptOutcome> {
  const claimed = await claimAttempt<EditRecord>(context, editPath(orderId), 'open');
  if (claimed === undefined) return 'skipped';
  try {
    return (await endEdit(context, orderId, claimed.editId)) ? 'done' : 'skipped';
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('edit-not-ended', { orderId, failure: error.code }, error);
    return 'failed';
  }
}
