// Behaves as Stripe may: sessions expire, events are delivered late, twice, in any order or never, and a request may fail before or after
// it took effect.
import type {
  Payment,
  PaymentEvent,
  PaymentGateway,
  PaymentSession,
  SessionRequest,
} from '../../../functions/src/payments/payment-gateway.ts';

interface Session {
  readonly id: string;
  readonly request: SessionRequest;
  status: PaymentSession['status'];
  payment: Payment | undefined;
}

/** A payment gateway in memory. */
export class FakePaymentGateway implements PaymentGateway {
  readonly sessions: Session[] = [];
  /** Refunded cents by payment intent. */
  readonly refunds = new Map<string, number>();
  /** Every event so far, in order; the test decides which to deliver. */
  readonly events: PaymentEvent[] = [];
  /** The next request fails before or after it takes effect. */
  nextFailure: 'before' | 'after' | undefined;
  readonly #now: () => Date;
  #ids = 0;

  constructor(now: () => Date) {
    this.#now = now;
  }

  async openSession(request: SessionRequest): Promise<PaymentSession> {
    return this.withFailure(() => {
      const same = this.sessions.find(
        (session) =>
          session.request.orderId === request.orderId &&
          session.request.expiresAt.getTime() === request.expiresAt.getTime(),
      );
      if (same !== undefined) return this.toPaymentSession(same);
      const session: Session = { id: this.#id('cs'), request, status: 'open', payment: undefined };
      this.sessions.push(session);
      return this.toPaymentSession(session);
    });
  }

  async readSession(sessionId: string): Promise<PaymentSession> {
    return this.withFailure(() => this.toPaymentSession(this.#find(sessionId)));
  }

  async closeSession(sessionId: string): Promise<PaymentSession> {
    return this.withFailure(() => {
      const session = this.#find(sessionId);
      if (session.status === 'open') this.#expire(session);
      return this.toPaymentSession(session);
    });
  }

  async refund({
    paymentIntentId,
    amountCents,
  }: {
    paymentIntentId: string;
    amountCents: number;
  }): Promise<void> {
    this.withFailure(() => {
      // One idempotency key per payment.
      if (!this.refunds.has(paymentIntentId)) this.refunds.set(paymentIntentId, amountCents);
    });
  }

  /** Pays an open session. Returns false when it is not open. */
  pay(session: Session): boolean {
    if (session.status !== 'open') return false;
    const { orderId, lines, shippingCents, taxCents, currency } = session.request;
    const amountCents =
      lines.reduce((sum, line) => sum + line.unitCents * line.quantity, 0) + shippingCents + taxCents;
    session.status = 'complete';
    session.payment = { orderId, paymentIntentId: this.#id('pi'), amountCents, currency };
    this.events.push({ id: this.#id('evt'), type: 'paid', kind: 'paid', payment: session.payment });
    return true;
  }

  /** Expires open sessions whose time is over. */
  expireSessions(): void {
    for (const session of this.sessions)
      if (session.status === 'open' && session.request.expiresAt <= this.#now()) this.#expire(session);
  }

  /** Payments for an order minus refunds. */
  netCents(orderId: string): number {
    return this.sessions
      .filter((session) => session.request.orderId === orderId)
      .map(({ payment }) =>
        payment ? payment.amountCents - (this.refunds.get(payment.paymentIntentId) ?? 0) : 0,
      )
      .reduce((sum, cents) => sum + cents, 0);
  }

  #expire(session: Session): void {
    session.status = 'expired';
    const event = { kind: 'expired', orderId: session.request.orderId, sessionId: session.id } as const;
    this.events.push({ id: this.#id('evt'), type: 'expired', ...event });
  }

  #find(sessionId: string): Session {
    const session = this.sessions.find(({ id }) => id === sessionId);
    if (session === undefined) throw new Error(`No session ${sessionId}.`);
    return session;
  }

  toPaymentSession(session: Session): PaymentSession {
    const url = session.status === 'open' ? `https://pay.test/${session.id}` : undefined;
    return { sessionId: session.id, status: session.status, url, payment: session.payment };
  }

  withFailure<T>(work: () => T): T {
    const failure = this.nextFailure;
    this.nextFailure = undefined;
    if (failure === 'before') throw new Error('The provider is unavailable.');
    const result = work();
    if (failure === 'after') throw new Error('The connection broke before the response.');
    return result;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }
}
