// Owns a payment provider in memory that behaves as the real one may: sessions end at their time, events are told late,
// twice, in any order or never, and a request may fail before or after it was done.
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

export class FakePaymentGateway implements PaymentGateway {
  readonly sessions: Session[] = [];
  /** Cents sent back, by payment. */
  readonly refunds = new Map<string, number>();
  /** Events not yet told; telling one does not remove it unless asked. */
  readonly events: PaymentEvent[] = [];
  /** The next request fails: 'before' doing its work or 'after' it. */
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
      // An idempotency key per payment: asking twice sends once.
      if (!this.refunds.has(paymentIntentId)) this.refunds.set(paymentIntentId, amountCents);
    });
  }

  /** The shopper pays on an open page. Answers whether the page still took money. */
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

  /** Pages end by themselves when their time is over. */
  expireSessions(): void {
    for (const session of this.sessions)
      if (session.status === 'open' && session.request.expiresAt <= this.#now()) this.#expire(session);
  }

  /** What arrived for an order minus what went back. */
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
    const fault = this.nextFailure;
    this.nextFailure = undefined;
    if (fault === 'before') throw new Error('The provider cannot be reached.');
    const answer = work();
    if (fault === 'after') throw new Error('The connection broke before the answer.');
    return answer;
  }

  #id(prefix: string): string {
    this.#ids += 1;
    return `${prefix}_${this.#ids}`;
  }
}
