// The payment provider in virtual time: it takes a while, declines, fails before or after a request
// took effect, and sends each event late, perhaps twice and in any order.
import type {
  PaymentEvent,
  PaymentGateway,
  RefundRequest,
  SessionRequest,
} from '../../functions/src/payments/payment-gateway.ts';
import { FakePaymentGateway } from '../functions/orders/fake-payment-gateway.ts';
import type { VirtualTime } from './virtual-time.ts';

const LATENCY_MS = { least: 80, spread: 250 };
const FAILURE_SHARE = 0.01;
const EVENT = { delayMs: { least: 300, spread: 4000 }, repeatedShare: 0.05, retryMs: 30_000, attempts: 8 };

/** Applies an event; a rejection is answered with an error, and the event is sent again. */
export type DeliverEvent = (event: PaymentEvent) => Promise<unknown>;

export class SimulatedPayments implements PaymentGateway {
  readonly gateway: FakePaymentGateway;
  readonly #time: VirtualTime;
  readonly #random: () => number;
  readonly #deliver: DeliverEvent;
  #sent = 0;

  constructor(time: VirtualTime, random: () => number, deliver: DeliverEvent) {
    this.gateway = new FakePaymentGateway(() => time.date());
    this.#time = time;
    this.#random = random;
    this.#deliver = deliver;
  }

  openSession = (request: SessionRequest) => this.#request(() => this.gateway.openSession(request));
  readSession = (id: string) => this.#request(() => this.gateway.readSession(id));
  closeSession = (id: string) => this.#request(() => this.gateway.closeSession(id));
  readPayment = (id: string) => this.#request(() => this.gateway.readPayment(id));
  refund = (request: RefundRequest) => this.#request(() => this.gateway.refund(request));

  /** Pays the session of a payment page; false when it is not open any more. */
  pay(url: string): boolean {
    const session = this.gateway.sessions.find(({ id }) => url.endsWith(`/${id}`));
    const isPaid = session !== undefined && this.gateway.pay(session);
    this.#sendEvents();
    return isPaid;
  }

  /** What the provider does by itself, such as ending sessions that are over. */
  tick(): void {
    this.gateway.expireSessions();
    this.#sendEvents();
  }

  async #request<T>(send: () => Promise<T>): Promise<T> {
    await this.#time.sleep(LATENCY_MS.least + this.#random() * LATENCY_MS.spread);
    const dice = this.#random();
    if (dice < FAILURE_SHARE) this.gateway.nextFailure = dice < FAILURE_SHARE / 2 ? 'before' : 'after';
    try {
      return await send();
    } finally {
      this.#sendEvents();
    }
  }

  #sendEvents(): void {
    for (const event of this.gateway.events.slice(this.#sent)) {
      this.#send(event, 1);
      if (this.#random() < EVENT.repeatedShare) this.#send(event, 1);
    }
    this.#sent = this.gateway.events.length;
  }

  #send(event: PaymentEvent, attempt: number): void {
    const delay = EVENT.delayMs.least + this.#random() * EVENT.delayMs.spread;
    this.#time.after(attempt === 1 ? delay : EVENT.retryMs * attempt, () => {
      this.#deliver(event).catch(() => {
        if (attempt < EVENT.attempts) this.#send(event, attempt + 1);
      });
    });
  }
}
