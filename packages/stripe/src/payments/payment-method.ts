import { createHash } from 'node:crypto';
import type { Account } from '../state/account.ts';
import type { CardDetails, PaymentMethod } from '../state/resources.ts';
import { findTestCard } from './test-cards.ts';

/** The fingerprint of a card number, which is always the same for the same number. */
export function cardFingerprint(number: string): string {
  return createHash('sha256').update(`savepoint:${number}`).digest('base64url').slice(0, 16);
}

/** Creates a payment method of type card. */
export function createPaymentMethod(account: Account, card: CardDetails): PaymentMethod {
  const test = findTestCard(card.number);
  const method: PaymentMethod = {
    id: account.ids.generate('pm'),
    object: 'payment_method',
    allow_redisplay: 'limited',
    billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
    card: {
      brand: test.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: test.brand,
      exp_month: card.expMonth,
      exp_year: card.expYear,
      fingerprint: cardFingerprint(card.number),
      funding: test.funding,
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [test.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    created: account.clock.nowSeconds(),
    customer: null,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  };
  account.store.paymentMethods.set(method.id, method);
  return method;
}
