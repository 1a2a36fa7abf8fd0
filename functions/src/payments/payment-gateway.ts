// The port to the payment provider. Order use cases depend on this file, not on Stripe.

/** A payment session to open. */
export interface SessionRequest {
  readonly orderId: string;
  readonly email: string | undefined;
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[];
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly currency: string;
  /** When the session expires: 30 minutes to 24 hours from now. */
  readonly expiresAt: Date;
}

/** A hosted payment page. */
export interface PaymentSession {
  readonly sessionId: string;
  readonly status: 'open' | 'complete' | 'expired';
  /** URL of the page while the session is open. */
  readonly url: string | undefined;
  readonly payment: Payment | undefined;
}

/** A successful payment for an order. */
export interface Payment {
  readonly orderId: string;
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/** A verified event of the provider. `other` has no effect on orders. */
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

/** Every method rejects when the provider is unavailable. */
export interface PaymentGateway {
  /** Opens a session. Idempotent: the same request returns the same session. */
  openSession(request: SessionRequest): Promise<PaymentSession>;
  /** The session as it is now. */
  readSession(sessionId: string): Promise<PaymentSession>;
  /** Expires the session if it is open, and returns it as it is then. */
  closeSession(sessionId: string): Promise<PaymentSession>;
  /** Refunds a payment. Idempotent per payment. */
  refund(refund: { paymentIntentId: string; amountCents: number; orderId: string }): Promise<void>;
}
