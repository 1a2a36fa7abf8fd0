// The emails that an order has sent, for the people of the shop.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';

/** An email of an order, without what it says. */
export interface OrderEmail {
  readonly id: string;
  readonly subject: string;
  readonly to: string;
  /** ISO time. */
  readonly at: string;
  /** `queued` until the mail server has taken it or, with `error`, has refused it. */
  readonly state: 'queued' | 'sent' | 'failed';
  readonly error?: string;
  /** When it was sent again, in the order of time. */
  readonly sentAgain: readonly string[];
}

/** Response of `readOrderEmails`, newest first. */
export interface OrderEmailsResponse {
  readonly emails: readonly OrderEmail[];
}

/** `resendOrderEmail`: sends an email of an order again, to the address that the order has now. */
export const ResendOrderEmailRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  emailId: DocumentIdSchema,
});
export type ResendOrderEmailRequest = z.infer<typeof ResendOrderEmailRequestSchema>;
