// Stripe as seen by the shop: sessions and payments, each request with its latency, events that are
// late, duplicate and out of order, declined cards, payments that the bank decides later, and
// refunds that it returns. Its stored data is the truth about the money.
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
import type { FaultPlan } from '../cloud/fault-plan.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { PAYMENTS } from '../production.ts';

const HOUR_MS = 3_600_000;

interface Session {
  readonly id: string;
  readonly request: SessionRequest;
  status: PaymentSession['status'];
  payment: Payment | undefined;
}

interface Refund {
  readonly amountCents: number;
  readonly attempt: number;
  hasFailed: boolean;
}

type Carry = <T>(request: () => Promise<T>) => Promise<T>;
type EventContent = PaymentEvent extends infer Event
  ? Event extends PaymentEvent
    ? Omit<Event, 'id' | 'type'>
    : never
  : never;

export class PaymentProvider {
  readonly #simulation: Simulation;
  readonly #random: RandomStream;
  readonly #faults: FaultPlan;
  readonly #startedAt: number;
  readonly #deliver: (event: PaymentEvent) => Promise<boolean>;
  readonly #sessions = new Map<string, Session>();
  /** Keyed by idempotency key. */
  readonly #opened = new Map<string, Session>();
  readonly #payments = new Map<string, Payment>();
  readonly #refunds = new Map<string, Refund[]>();
  #ids = 0;

  /** `deliver` sends an event to the shop, and resolves with whether it was acknowledged. */
  constructor(
    simulation: Simulation,
    faults: FaultPlan,
    startedAt: number,
    deliver: (event: PaymentEvent) => Promise<boolean>,
  ) {
    this.#simulation = simulation;
    this.#random = simulation.random('payments');
    this.#faults = faults;
    this.#startedAt = startedAt;
    this.#deliver = deliver;
  }

  /** The API as a function instance reaches it. */
  gateway(carry: Carry): PaymentGateway {
    const request = <T>(work: () => T) => carry(() => this.#request(work));
    return {
      openSession: (session) => request(() => this.#open(session)),
      readSession: (id) => request(() => toPaymentSession(this.#find(id))),
      closeSession: (id) => request(() => this.#close(id)),
      readPayment: (id) => request(() => this.paymentState(id)),
      refund: (refund) => request(() => this.#refund(refund)),
    };
  }

  /** Every payment so far. */
  payments(): readonly Payment[] {
    return [...this.#payments.values()];
  }

  /** Sessions that can still be paid. */
  openSessions(): number {
    return [...this.#sessions.values()].filter(({ status }) => status === 'open').length;
  }

  /** The current paid and refunded amounts of a payment. */
  paymentState(paymentIntentId: string): PaymentState {
    const payment = this.#payments.get(paymentIntentId);
    if (payment === undefined) throw new PaymentProviderError('resource_missing', `No ${paymentIntentId}.`);
    const refundedCents = this.#refundsOf(paymentIntentId)
      .filter(({ hasFailed }) => !hasFailed)
      .reduce((sum, { amountCents }) => sum + amountCents, 0);
    return { orderId: payment.orderId, paidCents: payment.amountCents, refundedCents };
  }

  /** The result for a shopper who enters a card on the page at `url`. */
  pay(url: string): 'paid' | 'pending' | 'declined' | 'closed' {
    const session = this.#sessions.get(url.slice(url.lastIndexOf('/') + 1));
    if (session === undefined || session.status !== 'open') return 'closed';
    if (this.#faults.happens('declinedCard')) return 'declined';
    session.status = 'complete';
    if (!this.#faults.happens('slowPayment')) {
      this.#settle(session);
      return 'paid';
    }
    this.#simulation.after(this.#random.between(0.1, 6) * HOUR_MS, () => {
      if (this.#random.chance(0.7)) this.#settle(session);
      else this.#send({ kind: 'failed', orderId: session.request.orderId, sessionId: session.id });
    });
    return 'pending';
  }

  async #request<T>(work: () => T): Promise<T> {
    const durationMs = this.#random.logNormal(PAYMENTS.requestMs);
    await this.#simulation.sleep(durationMs / 2);
    const fails = this.#faults.happens('providerError');
    const isBefore = this.#random.chance(0.5);
    if (fails && isBefore)
      throw new PaymentProviderError('StripeConnectionError', 'The provider is unavailable.');
    const result = work();
    await this.#simulation.sleep(durationMs / 2);
    if (fails) throw new PaymentProviderError('StripeConnectionError', 'No response of the provider.');
    return result;
  }

  #open(request: SessionRequest): PaymentSession {
    const key = [request.orderId, request.expiresAt.getTime(), request.replaces].join();
    let session = this.#opened.get(key);
    if (session === undefined) {
      session = { id: `cs_${++this.#ids}`, request, status: 'open', payment: undefined };
      this.#opened.set(key, session);
      this.#sessions.set(session.id, session);
      const expired = session;
      const endsInMs = request.expiresAt.getTime() - this.#startedAt - this.#simulation.now;
      this.#simulation.after(endsInMs, () => this.#expire(expired));
    }
    return toPaymentSession(session);
  }

  #close(id: string): PaymentSession {
    const session = this.#find(id);
    this.#expire(session);
    return toPaymentSession(session);
  }

  #expire(session: Session): void {
    if (session.status !== 'open') return;
    session.status = 'expired';
    this.#send({ kind: 'expired', orderId: session.request.orderId, sessionId: session.id });
  }

  #settle(session: Session): void {
    const { orderId, lines, shippingCents, taxCents, currency } = session.request;
    const goodsCents = lines.reduce((sum, { unitCents, quantity }) => sum + unitCents * quantity, 0);
    const amountCents = goodsCents + shippingCents + taxCents;
    const payment: Payment = { orderId, paymentIntentId: `pi_${++this.#ids}`, amountCents, currency };
    session.payment = payment;
    this.#payments.set(payment.paymentIntentId, payment);
    this.#simulation.record('paid', `${payment.paymentIntentId} ${orderId} ${amountCents}`);
    this.#send({ kind: 'paid', payment });
  }

  #refund({ paymentIntentId, amountCents, attempt }: RefundRequest): void {
    const refunds = this.#refundsOf(paymentIntentId);
    // The idempotency key: the first response is replayed, even if the refund has since failed.
    if (refunds.some((refund) => refund.attempt === attempt)) return;
    const { paidCents, refundedCents } = this.paymentState(paymentIntentId);
    if (amountCents > paidCents - refundedCents)
      throw new PaymentProviderError('amount_too_large', 'More than is left of the payment.');
    const refund: Refund = { amountCents, attempt, hasFailed: false };
    this.#refunds.set(paymentIntentId, [...refunds, refund]);
    this.#simulation.record('refunded', `${paymentIntentId} ${amountCents}`);
    this.#send({ kind: 'refund-changed', paymentIntentId, failure: undefined });
    if (!this.#faults.happens('failedRefund')) return;
    this.#simulation.after(this.#random.between(1, 48) * HOUR_MS, () => {
      refund.hasFailed = true;
      this.#send({ kind: 'refund-changed', paymentIntentId, failure: 'expired_or_canceled_card' });
    });
  }

  #send(content: EventContent): void {
    const event = { ...content, id: `evt_${++this.#ids}`, type: content.kind } as PaymentEvent;
    const deliver = (delayMs: number) =>
      this.#simulation.after(delayMs, () => this.#simulation.spawn(() => this.#deliverUntilReceived(event)));
    const isLate = this.#faults.happens('lateWebhook');
    deliver(isLate ? this.#random.between(0.1, 4) * HOUR_MS : this.#random.logNormal(PAYMENTS.webhookMs));
    if (this.#faults.happens('repeatedWebhook')) deliver(this.#random.between(0, 0.5) * HOUR_MS);
  }

  async #deliverUntilReceived(event: PaymentEvent): Promise<void> {
    for (const pauseMs of PAYMENTS.webhookRetryMs) {
      if (await this.#deliver(event)) return;
      await this.#simulation.sleep(pauseMs);
    }
    this.#simulation.record('undelivered', event.id);
  }

  #find(id: string): Session {
    const session = this.#sessions.get(id);
    if (session === undefined) throw new Error(`No session ${id}.`);
    return session;
  }

  #refundsOf(paymentIntentId: string): readonly Refund[] {
    return this.#refunds.get(paymentIntentId) ?? [];
  }
}

function toPaymentSession({ id, status, payment }: Session): PaymentSession {
  return { sessionId: id, status, url: status === 'open' ? `https://pay.test/${id}` : undefined, payment };
}
