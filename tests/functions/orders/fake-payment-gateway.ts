// Behaves like Stripe may: sessions expire or are forgotten, events are delivered late, twice, in
// any order or never, refunds fail later, and a request may fail before or after it took effect.
import {
  type Payment,
  type PaymentEvent,
  type PaymentGateway,
  PaymentProviderError,
  type PaymentSession,
  type PaymentState,
  type RefundRequest,
  type SessionRequest,
} from '../../../functions/src/payments/payment-gateway.ts';

interface Session {
  readonly id: string;
  readonly request: SessionRequest;
  status: PaymentSession['status'];
  payment: Payment | undefined;
}

interface Refund {
  readonly paymentIntentId: string;
  readonly amountCents: number;
  /** Undefined for a refund made in the dashboard. */
  readonly attempt: number | undefined;
  hasFailed: boolean;
}

/** A payment gateway in memory. */
export class FakePaymentGateway implements PaymentGateway {
  readonly sessions: Session[] = [];
  readonly refunds: Refund[] = [];
  /** Every event so far, in order; the test decides which to deliver. */
  readonly events: PaymentEvent[] = [];
  /** The next request fails before or after it takes effect. */
  nextFailure: 'before' | 'after' | undefined;
  /** Every request fails. */
  isDown = false;
  /** Every request to refund fails, with this code. */
  refundFailure: string | undefined;
  requests = 0;
  readonly #now: () => Date;
  readonly #sessionById = new Map<string, Session>();
  readonly #sessionByIntent = new Map<string, Session>();
  #ids = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  async openSession(request: SessionRequest): Promise<PaymentSession> {
    return this.#withFailure(() => {
      // The idempotency key also returns a session that has since been forgotten.
      const same = this.sessions.find(
        (session) =>
          session.request.orderId === request.orderId &&
          session.request.editId === request.editId &&
          session.request.replaces === request.replaces &&
          session.request.expiresAt.getTime() === request.expiresAt.getTime(),
      );
      if (same !== undefined) return toPaymentSession(same);
      const session: Session = { id: this.#id('cs'), request, status: 'open', payment: undefined };
      this.sessions.push(session);
      this.#sessionById.set(session.id, session);
      return toPaymentSession(session);
    });
  }

  async readSession(sessionId: string): Promise<PaymentSession> {
    return this.#withFailure(() => toPaymentSession(this.#find(sessionId)));
  }

  async closeSession(sessionId: string): Promise<PaymentSession> {
    return this.#withFailure(() => {
      const session = this.#find(sessionId);
      if (session.status === 'open') this.#expire(session);
      return toPaymentSession(session);
    });
  }

  async readPayment(paymentIntentId: string): Promise<PaymentState> {
    return this.#withFailure(() => this.paymentState(paymentIntentId));
  }

  async refund({ paymentIntentId, amountCents, attempt }: RefundRequest): Promise<void> {
    this.#withFailure(() => {
      if (this.refundFailure !== undefined)
        throw new PaymentProviderError(this.refundFailure, 'Not refunded.');
      // One idempotency key per attempt; the first response is replayed even if the refund has
      // failed since.
      if (this.#refundsOf(paymentIntentId).some((refund) => refund.attempt === attempt)) return;
      this.#refund(paymentIntentId, amountCents, attempt);
    });
  }

  /** The paid and refunded amounts of a payment, without a request. */
  paymentState(paymentIntentId: string): PaymentState {
    const payment = this.#sessionByIntent.get(paymentIntentId)?.payment;
    if (payment === undefined) throw new PaymentProviderError('resource_missing', `No ${paymentIntentId}.`);
    const refundedCents = this.#refundsOf(paymentIntentId)
      .filter(({ hasFailed }) => !hasFailed)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { orderId: payment.orderId, paidCents: payment.amountCents, refundedCents };
  }

  /** Refunds part of a payment like somebody in the dashboard, at most the rest. */
  refundByHand(paymentIntentId: string, amountCents: number): void {
    const { paidCents, refundedCents } = this.paymentState(paymentIntentId);
    const cents = Math.min(amountCents, paidCents - refundedCents);
    if (cents > 0) this.#refund(paymentIntentId, cents, undefined);
  }

  /** The bank returns a sent refund. */
  failRefund(refund: Refund): void {
    if (refund.hasFailed) return;
    refund.hasFailed = true;
    this.#recordRefundChanged(refund.paymentIntentId, 'expired_or_canceled_card');
  }

  /** Pays an open session. Returns false when it is not open. */
  pay(session: Session): boolean {
    if (session.status !== 'open') return false;
    const { orderId, editId, lines, shippingCents, taxCents, currency } = session.request;
    const amountCents =
      lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0) + shippingCents + taxCents;
    session.status = 'complete';
    session.payment = {
      ...{ orderId, paymentIntentId: this.#id('pi'), amountCents, currency },
      ...(editId !== undefined && { editId }),
    };
    this.#sessionByIntent.set(session.payment.paymentIntentId, session);
    this.events.push({ id: this.#id('evt'), type: 'paid', kind: 'paid', payment: session.payment });
    return true;
  }

  /** The provider forgets an unpaid session, as after a change of account. */
  forget(session: Session): void {
    if (session.payment === undefined) session.status = 'unknown';
  }

  /** Expires open sessions that are due. */
  expireSessions(): void {
    for (const session of this.sessions)
      if (session.status === 'open' && session.request.expiresAt <= this.#now()) this.#expire(session);
  }

  #expire(session: Session): void {
    session.status = 'expired';
    const event = { kind: 'expired', orderId: session.request.orderId, sessionId: session.id } as const;
    this.events.push({ id: this.#id('evt'), type: 'expired', ...event });
  }

  #find(sessionId: string): Session {
    const session = this.#sessionById.get(sessionId);
    if (session === undefined) throw new Error(`No session ${sessionId}.`);
    return session;
  }

  #refundsOf(paymentIntentId: string): Refund[] {
    return this.refunds.filter((refund) => refund.paymentIntentId === paymentIntentId);
  }

  #refund(paymentIntentId: string, amountCents: number, attempt: number | undefined): void {
    const { paidCents, refundedCents } = this.paymentState(paymentIntentId);
    if (amountCents > paidCents - refundedCents)
      throw new PaymentProviderError('amount_too_large', 'The amount is greater than the unrefunded amount.');
    this.refunds.push({ paymentIntentId, amountCents, attempt, hasFailed: false });
    this.#recordRefundChanged(paymentIntentId, undefined);
  }

  #recordRefundChanged(paymentIntentId: string, failure: string | undefined): void {
    const id = this.#id('evt');
    this.events.push({ id, type: 'refund', kind: 'refund-changed', paymentIntentId, failure });
  }

  #withFailure<T>(work: () => T): T {
    this.requests += 1;
    const failure = this.isDown ? 'before' : this.nextFailure;
    this.nextFailure = undefined;
    if (failure === 'before')
      throw new PaymentProviderError('StripeConnectionError', 'The provider is unavailable.');
    const result = work();
    if (failure === 'after')
      throw new PaymentProviderError('StripeConnectionError', 'The connection broke before the response.');
    return result;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }
}

function toPaymentSession({ id, status, payment }: Session): PaymentSession {
  return { sessionId: id, status, url: status === 'open' ? `https://pay.test/${id}` : undefined, payment };
}
