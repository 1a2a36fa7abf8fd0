// PaymentIntents, charges, refunds, balance and payment methods.

import { currency } from '../core/currency.ts';
import { integer, metadata, metadataChange, oneOf, optional, text, unsupported } from '../core/parameters.ts';
import {
  invalidParameter,
  missingParameter,
  referenceMissing,
  resourceMissing,
  unexpectedState,
} from '../core/stripe-error.ts';
import { retrieveBalance } from '../payments/balance.ts';
import { cancelPaymentIntent } from '../payments/payment-intent.ts';
import { createRefund, updateRefund } from '../payments/refund.ts';
import type { Account } from '../state/account.ts';
import type { Charge, PaymentIntent, Refund } from '../state/resources.ts';
import { defineEndpoint, findById } from './endpoint.ts';
import { CREATED_PARAMETER, LIST_PARAMETERS, listPage } from './list-page.ts';

function intentOf(account: Account, id: string | undefined): PaymentIntent {
  return findById(account.store.paymentIntents, id, (missing) =>
    resourceMissing('payment_intent', missing, 'intent'),
  );
}

function refundOf(account: Account, id: string | undefined): Refund {
  return findById(account.store.refunds, id, (missing) => resourceMissing('refund', missing, 'refund'));
}

/** The charge to refund, identified by its id or its PaymentIntent. */
function chargeToRefund(account: Account, reference: { charge?: string; payment_intent?: string }): Charge {
  const { charge, payment_intent: intentId } = reference;
  if (charge !== undefined && intentId !== undefined) {
    throw invalidParameter('charge', 'You may only specify one of these parameters: charge, payment_intent.');
  }
  const chargeById = (id: string): Charge =>
    findById(account.store.charges, id, (missing) => referenceMissing('charge', missing, 'charge'));
  if (charge !== undefined) return chargeById(charge);
  if (intentId === undefined) throw missingParameter('payment_intent');
  const intent = findById(account.store.paymentIntents, intentId, (missing) =>
    referenceMissing('payment_intent', missing, 'payment_intent'),
  );
  if (intent.status !== 'succeeded') {
    throw unexpectedState(`This PaymentIntent (${intent.id}) does not have a successful charge to refund.`, {
      code: 'payment_intent_unexpected_state',
      param: 'payment_intent',
    });
  }
  return chargeById(String(intent.latest_charge));
}

const CANCELLATION_REASONS = ['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'] as const;
const REFUND_REASONS = ['duplicate', 'fraudulent', 'requested_by_customer'] as const;

export const PAYMENT_ENDPOINTS = [
  defineEndpoint('GET', '/v1/payment_intents/:intent', {}, ({ account, ids }) =>
    intentOf(account, ids.intent),
  ),
  defineEndpoint(
    'GET',
    '/v1/payment_intents',
    {
      ...LIST_PARAMETERS,
      ...CREATED_PARAMETER,
      customer: optional(text()),
      ...unsupported('customer_account'),
    },
    ({ account, parameters }) => {
      const { created, customer } = parameters;
      const intents = [...account.store.paymentIntents.values()]
        .filter((intent) => created?.(intent.created) ?? true)
        .filter((intent) => customer === undefined || intent.customer === customer)
        .reverse();
      return listPage(intents, parameters, '/v1/payment_intents', 'payment_intent');
    },
  ),
  defineEndpoint(
    'POST',
    '/v1/payment_intents/:intent/cancel',
    { cancellation_reason: optional(oneOf(CANCELLATION_REASONS)) },
    ({ account, ids, parameters, request }) =>
      cancelPaymentIntent(
        account,
        intentOf(account, ids.intent),
        parameters.cancellation_reason ?? null,
        request,
      ),
  ),
  defineEndpoint('GET', '/v1/charges/:charge', {}, ({ account, ids }) =>
    findById(account.store.charges, ids.charge, (id) => resourceMissing('charge', id, 'id')),
  ),
  defineEndpoint(
    'GET',
    '/v1/charges',
    {
      ...LIST_PARAMETERS,
      ...CREATED_PARAMETER,
      payment_intent: optional(text()),
      customer: optional(text()),
    },
    ({ account, parameters }) => {
      const { created, customer, payment_intent } = parameters;
      const charges = [...account.store.charges.values()]
        .filter((charge) => created?.(charge.created) ?? true)
        .filter((charge) => customer === undefined || charge.customer === customer)
        .filter((charge) => payment_intent === undefined || charge.payment_intent === payment_intent)
        .reverse();
      return listPage(charges, parameters, '/v1/charges', 'charge');
    },
  ),
  defineEndpoint(
    'POST',
    '/v1/refunds',
    {
      amount: optional(integer(1)),
      charge: optional(text()),
      currency: optional(currency()),
      metadata: optional(metadata()),
      payment_intent: optional(text()),
      reason: optional(oneOf(REFUND_REASONS)),
      ...unsupported(
        'customer',
        'instructions_email',
        'origin',
        'refund_application_fee',
        'reverse_transfer',
      ),
    },
    ({ account, parameters, request }) =>
      createRefund(account, chargeToRefund(account, parameters), parameters, request),
  ),
  defineEndpoint('GET', '/v1/refunds/:refund', {}, ({ account, ids }) => refundOf(account, ids.refund)),
  defineEndpoint(
    'POST',
    '/v1/refunds/:refund',
    { metadata: optional(metadataChange()) },
    ({ account, ids, parameters, request }) =>
      updateRefund(account, refundOf(account, ids.refund), parameters.metadata, request),
  ),
  defineEndpoint(
    'GET',
    '/v1/refunds',
    { ...LIST_PARAMETERS, ...CREATED_PARAMETER, charge: optional(text()), payment_intent: optional(text()) },
    ({ account, parameters }) => {
      const { charge, created, payment_intent } = parameters;
      const refunds = [...account.store.refunds.values()]
        .filter((refund) => created?.(refund.created) ?? true)
        .filter((refund) => charge === undefined || refund.charge === charge)
        .filter((refund) => payment_intent === undefined || refund.payment_intent === payment_intent)
        .reverse();
      return listPage(refunds, parameters, '/v1/refunds', 'refund');
    },
  ),
  defineEndpoint('GET', '/v1/balance', {}, ({ account }) => retrieveBalance(account)),
  defineEndpoint('GET', '/v1/balance_transactions/:transaction', {}, ({ account, ids }) =>
    findById(account.store.balanceTransactions, ids.transaction, (id) =>
      resourceMissing('balance_transaction', id, 'id'),
    ),
  ),
  defineEndpoint(
    'GET',
    '/v1/balance_transactions',
    { ...LIST_PARAMETERS, ...CREATED_PARAMETER },
    ({ account, parameters }) => {
      const { created } = parameters;
      const transactions = [...account.store.balanceTransactions.values()]
        .filter((transaction) => created?.(transaction.created) ?? true)
        .reverse();
      return listPage(transactions, parameters, '/v1/balance_transactions', 'balance_transaction');
    },
  ),
  defineEndpoint('GET', '/v1/payment_methods/:method', {}, ({ account, ids }) =>
    findById(account.store.paymentMethods, ids.method, (id) =>
      resourceMissing('PaymentMethod', id, 'payment_method'),
    ),
  ),
];
