import { Clock, frozenTime } from '@savepoint/server/core/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IdGenerator, seededBytes } from '../core/ids.ts';
import { StripeError } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import { EventLog } from '../state/event-log.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import { Store } from '../state/store.ts';
import { processingFee } from './balance.ts';
import { createSession, expireSession } from './checkout-session.ts';
import { attemptPayment, finishAuthentication } from './pay-session.ts';
import { createRefund } from './refund.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

const TOTAL = 9_000;

function createAccount(): Account {
  const clock = new Clock(frozenTime(1_800_000_000_000));
  const ids = new IdGenerator(seededBytes('test'));
  const store = new Store();
  return {
    clock,
    ids,
    store,
    events: new EventLog(clock, ids, store),
    publicUrl: () => 'http://127.0.0.1:1',
  };
}

function createTestSession(account: Account) {
  return createSession(account, {
    mode: 'payment',
    success_url: 'http://localhost/ok',
    line_items: [
      { quantity: 2, price_data: { currency: 'usd', unit_amount: TOTAL / 2, product_data: { name: 'Tee' } } },
    ],
  });
}

function card(number: string) {
  return { number, expMonth: 12, expYear: 2030, name: null, email: 'a@example.com' };
}

const SUCCEEDS = '4242424242424242';
const INSUFFICIENT_FUNDS = '4000000000009995';
const THREE_D_SECURE = '4000002760003184';
const THREE_D_SECURE_INSUFFICIENT_FUNDS = '4000008260003178';

type Step =
  | { kind: 'pay'; number: string; form: string }
  | { kind: 'authenticate'; passed: boolean }
  | { kind: 'expire' }
  | { kind: 'advance'; hours: number }
  | { kind: 'refund'; amount: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    number: fc.constantFrom(SUCCEEDS, INSUFFICIENT_FUNDS, THREE_D_SECURE, THREE_D_SECURE_INSUFFICIENT_FUNDS),
    form: fc.constantFrom('f1', 'f2', 'f3', 'f4', 'f5', 'f6'),
  }),
  fc.record({ kind: fc.constant('authenticate' as const), passed: fc.boolean() }),
  fc.constant({ kind: 'expire' as const }),
  fc.record({ kind: fc.constant('advance' as const), hours: fc.integer({ min: 1, max: 14 }) }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: TOTAL + 1_000 }) }),
);

/** The reference model: the lifecycle of a session in the simplest possible form. */
class ReferenceModel {
  status: 'open' | 'complete' | 'expired' = 'open';
  pending: string | null = null;
  hours = 0;
  refunded = 0;
  readonly forms = new Map<string, string>();

  pay(number: string, form: string): string {
    const previous = this.forms.get(form);
    if (previous !== undefined && previous !== 'authenticate') return previous;
    const outcome = this.#pay(number);
    this.forms.set(form, outcome);
    return outcome;
  }

  #pay(number: string): string {
    if (this.status !== 'open') return 'closed';
    if (number === THREE_D_SECURE || number === THREE_D_SECURE_INSUFFICIENT_FUNDS) {
      this.pending = number;
      return 'authenticate';
    }
    if (number === INSUFFICIENT_FUNDS) return 'declined';
    this.status = 'complete';
    return 'paid';
  }

  authenticate(passed: boolean): string {
    if (this.status !== 'open') return 'closed';
    const number = this.pending;
    this.pending = null;
    if (number !== THREE_D_SECURE || !passed) return 'declined';
    this.status = 'complete';
    return 'paid';
  }
}

describe('a checkout session', () => {
  it('is charged at most once, never after it has expired, and refunds no more than it has charged', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const account = createAccount();
        const record = createTestSession(account);
        const model = new ReferenceModel();
        for (const next of steps) await applyStep(account, record, model, next);
        const charges = [...account.store.charges.values()];
        expect(charges.filter((charge) => charge.paid)).toHaveLength(model.status === 'complete' ? 1 : 0);
        const net = [...account.store.balanceTransactions.values()].reduce(
          (sum, transaction) => sum + transaction.net,
          0,
        );
        expect(net).toBe(model.status === 'complete' ? TOTAL - processingFee(TOTAL) - model.refunded : 0);
        const types = [...account.store.events.values()].map((event) => event.type);
        expect(types.filter((type) => type === 'checkout.session.completed')).toHaveLength(
          model.status === 'complete' ? 1 : 0,
        );
        expect(types.filter((type) => type === 'checkout.session.expired')).toHaveLength(
          model.status === 'expired' ? 1 : 0,
        );
      }),
      { numRuns: 200 * DEEP },
    );
  });
});

async function applyStep(
  account: Account,
  record: ReturnType<typeof createTestSession>,
  model: ReferenceModel,
  next: Step,
): Promise<void> {
  switch (next.kind) {
    case 'pay':
      expect(attemptPayment(account, record, card(next.number), next.form).kind).toBe(
        model.pay(next.number, next.form),
      );
      break;
    case 'authenticate':
      expect(finishAuthentication(account, record, next.passed).kind).toBe(model.authenticate(next.passed));
      break;
    case 'expire':
      if (model.status === 'open') {
        expireSession(account, record, NO_REQUEST);
        model.status = 'expired';
      } else {
        expect(() => expireSession(account, record, NO_REQUEST)).toThrow(StripeError);
      }
      break;
    case 'advance':
      await account.clock.advance(next.hours * 3_600_000);
      model.hours += next.hours;
      if (model.hours >= 24 && model.status === 'open') model.status = 'expired';
      break;
    case 'refund': {
      const charge = [...account.store.charges.values()].findLast((candidate) => candidate.paid);
      if (charge === undefined) break;
      if (next.amount <= TOTAL - model.refunded) {
        createRefund(account, charge, { amount: next.amount }, NO_REQUEST);
        model.refunded += next.amount;
      } else {
        expect(() => createRefund(account, charge, { amount: next.amount }, NO_REQUEST)).toThrow(StripeError);
      }
      expect(charge.amount_refunded).toBe(model.refunded);
      break;
    }
  }
  expect(record.session.status).toBe(model.status);
  expect(record.session.url === null).toBe(model.status !== 'open');
}
