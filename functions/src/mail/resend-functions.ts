import { OrderIdRequestSchema } from '@savepoint/model/callables';
import { ResendOrderEmailRequestSchema } from '@savepoint/model/order-emails';
import { callable } from '../callable/callable.ts';
import { isMailInboxEnabled } from '../config/settings.ts';
import { database } from '../firestore/database.ts';
import * as emails from './resend-email.ts';

/** Lists the emails of an order; see resend-email.ts. */
export const readOrderEmails = callable({
  name: 'readOrderEmails',
  access: 'resendEmails',
  schema: OrderIdRequestSchema,
  handle: ({ orderId }) =>
    emails.readOrderEmails(database(), orderId, isMailInboxEnabled() ? 'sent' : 'queued'),
});

/** Sends an email of an order again. */
export const resendOrderEmail = callable({
  name: 'resendOrderEmail',
  access: 'resendEmails',
  schema: ResendOrderEmailRequestSchema,
  handle: (request, admin) => emails.resendOrderEmail(database(), admin, request, new Date()),
});
