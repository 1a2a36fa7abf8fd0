// The life of one session against a naive model: what was paid, what came back, what the account holds.

import { Clock, frozenTime } from '@savepoint/emulator-shared/core/clock';
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

const TOTAL = 9_000;

function anAccount(): Account {
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

function aSession(account: Account) {
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

const GOOD = '4242424242424242';
const POOR = '4000000000009995';
const SECURE = '4000002760003184';
const SECURE_POOR = '4000008260003178';

type Step =
  | { kind: 'pay'; number: string; form: string }
  | { kind: 'verdict'; passed: boolean }
  | { kind: 'expire' }
  | { kind: 'wait'; hours: number }
  | { kind: 'refund'; amount: number };

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant('pay' as const),
    number: fc.constantFrom(GOOD, POOR, SECURE, SECURE_POOR),
    form: fc.constantFrom('f1', 'f2', 'f3', 'f4', 'f5', 'f6'),
  }),
  fc.record({ kind: fc.constant('verdict' as const), passed: fc.boolean() }),
  fc.constant({ kind: 'expire' as const }),
  fc.record({ kind: fc.constant('wait' as const), hours: fc.integer({ min: 1, max: 14 }) }),
  fc.record({ kind: fc.constant('refund' as const), amount: fc.integer({ min: 1, max: TOTAL + 1_000 }) }),
);

/** What a session should be, kept the simplest way. */
class Model {
  status: 'open' | 'complete' | 'expired' = 'open';
  pending: string | null = null;
  hours = 0;
  refunded = 0;
  readonly forms = new Map<string, string>();

  pay(number: string, form: string): string {
    const before = this.forms.get(form);
    if (before !== undefined && before !== 'authenticate') return before;
    const outcome = this.#pay(number);
    this.forms.set(form, outcome);
    return outcome;
  }

  #pay(number: string): string {
    if (this.status !== 'open') return 'closed';
    if (number === SECURE || number === SECURE_POOR) {
      this.pending = number;
      return 'authenticate';
    }
    if (number === POOR) return 'declined';
    this.status = 'complete';
    return 'paid';
  }

  verdict(passed: boolean): string {
    if (this.status !== 'open') return 'closed';
    const number = this.pending;
    this.pending = null;
    if (number !== SECURE || !passed) return 'declined';
    this.status = 'complete';
    return 'paid';
  }
}

describe('a checkout session', () => {
  it('is paid at most once, never after it expired, and gives back no more than it took', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
        const account = anAccount();
        const record = aSession(account);
        const model = new Model();
        for (const next of steps) await play(account, record, model, next);
        const charges = [...account.store.charges.values()];
        expect(charges.filter((charge) => charge.paid)).toHaveLength(model.status === 'complete' ? 1 : 0);
        const net = [...account.store.balanceTransactions.values()].reduce(
          (sum, entry) => sum + entry.net,
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
      { numRuns: 400 },
    );
  });
});

async function play(
  account: Account,
  record: ReturnType<typeof aSession>,
  model: Model,
  next: Step,
): Promise<void> {
  switch (next.kind) {
    case 'pay':
      expect(attemptPayment(account, record, card(next.number), next.form).kind).toBe(
        model.pay(next.number, next.form),
      );
      break;
    case 'verdict':
      expect(finishAuthentication(account, record, next.passed).kind).toBe(model.verdict(next.passed));
      break;
    case 'expire':
      if (model.status === 'open') {
        expireSession(account, record, NO_REQUEST);
        model.status = 'expired';
      } else {
        expect(() => expireSession(account, record, NO_REQUEST)).toThrow(StripeError);
      }
      break;
    case 'wait':
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
