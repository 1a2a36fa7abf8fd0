import type { DocumentStore } from '../firestore/document-store.ts';
import type { MailShop } from './email-content.ts';
import type { OrderEmailData } from './order-email-content.ts';
import { orderEmails } from './order-emails.ts';
import { mailDocument, queueLimitedEmail } from './queue-email.ts';

/** A change of an order. */
interface OrderChange {
  readonly orderId: string;
  readonly before: OrderEmailData | undefined;
  readonly order: OrderEmailData;
}

/**
 * Queues the emails for a change of an order, each once, even if the change is reported several
 * times.
 */
export async function queueOrderEmails(
  store: DocumentStore,
  shop: MailShop,
  { orderId, before, order }: OrderChange,
  now: Date,
): Promise<void> {
  if (order.email === undefined) return;
  for (const { id, email, isUnpaid } of orderEmails(orderId, before, order, shop)) {
    if (isUnpaid) await queueLimitedEmail(store, id, order.email, email, now);
    else await store.create(`mail/${id}`, mailDocument(order.email, email, now));
  }
}
