// The emails sent for an order, for staff.
import * as z from 'zod/mini';
import { DocumentIdSchema } from './document-id.ts';

/** An email of an order, without its content. */
export interface OrderEmail {
  readonly id: string;
  readonly subject: string;
  readonly to: string;
  /** ISO time. */
  readonly at: string;
  /** `queued` until the mail server has accepted it or, with `error`, rejected it. */
  readonly state: 'queued' | 'sent' | 'failed';
  readonly error?: string;
  /** The times at which it was sent again, in order. */
  readonly sentAgain: readonly string[];
}

/** Response of `readOrderEmails`, newest first. */
export interface OrderEmailsResponse {
  readonly emails: readonly OrderEmail[];
}

/** `resendOrderEmail`: sends an email of an order again, to the order's current address. */
export const ResendOrderEmailRequestSchema = z.strictObject({
  orderId: DocumentIdSchema,
  emailId: DocumentIdSchema,
});
export type ResendOrderEmailRequest = z.infer<typeof ResendOrderEmailRequestSchema>;
