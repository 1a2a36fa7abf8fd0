// The port to the payment provider. Order use cases depend on this file, not on Stripe.

/** A payment session to open. */
export interface SessionRequest {
  readonly orderId: string;
  /** The edit that the payment is for; absent for the order itself. */
  readonly editId?: string;
  readonly email: string | undefined;
  readonly lines: readonly { readonly name: string; readonly unitCents: number; readonly quantity: number }[];
  readonly shippingCents: number;
  readonly taxCents: number;
  readonly currency: string;
  /** When the session expires: 30 minutes to 24 hours from now. */
  readonly expiresAt: Date;
  /** The session that this one replaces, because the provider no longer knows it. */
  readonly replaces?: string;
}

/**
 * Every failure of a payment gateway. `code` is the provider's, such as `resource_missing` or
 * `charge_disputed`.
 */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  readonly code: string;

  constructor(code: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}

/** A hosted payment page. */
export interface PaymentSession {
  readonly sessionId: string;
  /** `unknown` if the provider has no such session: nobody can pay it. */
  readonly status: 'open' | 'complete' | 'expired' | 'unknown';
  /** URL of the page while the session is open. */
  readonly url: string | undefined;
  readonly payment: Payment | undefined;
}

/** A successful payment for an order. */
export interface Payment {
  readonly orderId: string;
  readonly editId?: string;
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly currency: string;
}

/**
 * The provider's current state of a payment, with every refund made here or in its dashboard.
 * Failed refunds do not count.
 */
export interface PaymentState {
  /** Undefined for a payment that does not belong to this shop. */
  readonly orderId: string | undefined;
  readonly paidCents: number;
  readonly refundedCents: number;
}

/** A part of a payment to refund. */
export interface RefundRequest {
  readonly paymentIntentId: string;
  readonly amountCents: number;
  readonly orderId: string;
  /** Counts the attempts to refund this payment. Each attempt is executed once. */
  readonly attempt: number;
}

/** A verified event of the provider. `other` has no effect on orders. */
export type PaymentEvent = { readonly id: string; readonly type: string } & (
  | { readonly kind: 'paid'; readonly payment: Payment }
  | { readonly kind: 'failed' | 'expired'; readonly orderId: string; readonly sessionId: string }
  // Refund events arrive in any order, so this only says that the payment must be read again;
  // `failure` is the code of a failed refund.
  | {
      readonly kind: 'refund-changed';
      readonly paymentIntentId: string;
      readonly failure: string | undefined;
    }
  | { readonly kind: 'other' }
);

/**
 * Every method rejects with a PaymentProviderError if the provider is unavailable or rejects the
 * request.
 */
export interface PaymentGateway {
  /** Opens a session. Idempotent: the same request returns the same session. */
  openSession(request: SessionRequest): Promise<PaymentSession>;
  /** The current session. */
  readSession(sessionId: string): Promise<PaymentSession>;
  /** Expires the session if it is open, and returns its resulting state. */
  closeSession(sessionId: string): Promise<PaymentSession>;
  /** The current payment. */
  readPayment(paymentIntentId: string): Promise<PaymentState>;
  /** Refunds part of a payment. Rejects if less than that is left. */
  refund(request: RefundRequest): Promise<void>;
}
