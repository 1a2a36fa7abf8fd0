// Owns what the shop needs of a payment provider, in the shop's words. Orders know this file and nothing of Stripe.

export interface SessionRequest {
  readonly orderId: string;
  readonly email: string | undefined;
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[];
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly currency: string;
  /** When the page stops taking payments: 30 minutes to 24 hours from now. */
  readonly expiresAt: Date;
}

export interface PaymentSession {
  readonly sessionId: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** Address of the hosted page while the session is open. */
  readonly url: string | undefined;
  readonly payment: Payment | undefined;
}

/** Money that arrived for an order. */
export interface Payment {
  readonly orderId: string;
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** What a signed event of the provider says. */
export type PaymentEvent = { readonly id: string; readonly type: string } & (
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: 'failed' | 'expired'; readonly orderId: string; readonly sessionId: string }
  | {
      readonly kind: 'refunded';
      readonly orderId: string;
      readonly paymentIntentId: string;
      readonly refundedCents: number;
    }
  | { readonly kind: 'refund-failed'; readonly paymentIntentId: string }
  | { readonly kind: 'other' }
);

export interface PaymentGateway {
  /** Opens the hosted page; the same request twice answers with the same session. */
  openSession(request: SessionRequest): Promise<PaymentSession>;
  readSession(sessionId: string): Promise<PaymentSession>;
  /** Closes an open session; a session that is not open any more stays what it is. Answers what it is then. */
  closeSession(sessionId: string): Promise<PaymentSession>;
  /** Sends the money back, once however often it is asked. */
  refund(refund: { paymentIntentId: string; amountCents: number; orderId: string }): Promise<void>;
}
