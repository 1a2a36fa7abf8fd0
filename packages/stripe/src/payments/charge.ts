import type { Account } from '../state/account.ts';
import type { CardDetails, Charge, PaymentIntent } from '../state/resources.ts';
import { createBalanceTransaction } from './balance.ts';
import { cardFingerprint } from './payment-method.ts';
import { findTestCard } from './test-cards.ts';

/** The failure of a charge: its error code, decline code and message for the shopper. */
interface ChargeFailure {
  readonly code: string;
  readonly declineCode: string | null;
  readonly message: string;
}

/**
 * Creates a failed or succeeded charge of a PaymentIntent's amount; a succeeded one has a balance
 * transaction.
 */
export function createCharge(
  account: Account,
  intent: PaymentIntent,
  card: CardDetails,
  methodId: string,
  result: { readonly authenticated: boolean; readonly failure: ChargeFailure | null },
): Charge {
  const id = account.ids.generate('ch');
  const { failure } = result;
  const paid = failure === null;
  const charge: Charge = {
    id,
    object: 'charge',
    amount: intent.amount,
    amount_captured: paid ? intent.amount : 0,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: card.email, name: card.name, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SAVEPOINT TEST',
    captured: paid,
    created: account.clock.nowSeconds(),
    currency: intent.currency,
    customer: intent.customer,
    description: intent.description,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: failure?.code ?? null,
    failure_message: failure?.message ?? null,
    fraud_details: {},
    livemode: false,
    metadata: { ...intent.metadata },
    on_behalf_of: null,
    outcome: outcomeOf(failure),
    paid,
    payment_intent: intent.id,
    payment_method: methodId,
    payment_method_details: { type: 'card', card: cardDetails(card, intent.amount, result.authenticated) },
    receipt_email: intent.receipt_email,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: intent.statement_descriptor,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: paid ? 'succeeded' : 'failed',
    transfer_data: null,
    transfer_group: intent.transfer_group,
  };
  if (paid)
    charge.balance_transaction = createBalanceTransaction(account, 'charge', charge, charge.amount).id;
  account.store.charges.set(id, charge);
  return charge;
}

function outcomeOf(failure: ChargeFailure | null): Charge['outcome'] {
  const approved = failure === null;
  return {
    advice_code: null,
    network_advice_code: null,
    network_decline_code: approved ? null : '05',
    network_status: approved ? 'approved_by_network' : 'declined_by_network',
    reason: failure?.declineCode ?? null,
    risk_level: 'normal',
    risk_score: 10,
    seller_message: approved
      ? 'Payment complete.'
      : 'The bank did not return any further details with this decline.',
    type: approved ? 'authorized' : 'issuer_declined',
  };
}

function cardDetails(
  card: CardDetails,
  amount: number,
  authenticated: boolean,
): NonNullable<NonNullable<Charge['payment_method_details']>['card']> {
  const test = findTestCard(card.number);
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: test.brand,
    checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
    country: 'US',
    electronic_commerce_indicator: null,
    exp_month: card.expMonth,
    exp_year: card.expYear,
    fingerprint: cardFingerprint(card.number),
    funding: test.funding,
    installments: null,
    last4: card.number.slice(-4),
    mandate: null,
    network: test.brand,
    network_transaction_id: null,
    regulated_status: 'unregulated',
    three_d_secure: authenticated
      ? {
          authentication_flow: 'challenge',
          electronic_commerce_indicator: '05',
          exemption_indicator: null,
          result: 'authenticated',
          result_reason: null,
          transaction_id: null,
          version: '2.2.0',
        }
      : null,
    transaction_link_id: null,
    wallet: null,
  };
}
