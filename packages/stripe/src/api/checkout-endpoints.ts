import { metadataChange, oneOf, optional, text } from '../core/parameters.ts';
import { resourceMissing } from '../core/stripe-error.ts';
import { createSession, expireSession } from '../payments/checkout-session.ts';
import { SESSION_PARAMETERS } from '../payments/session-parameters.ts';
import type { CheckoutSessionRecord } from '../state/resources.ts';
import type { EndpointContext } from './endpoint.ts';
import { defineEndpoint, findById } from './endpoint.ts';
import { CREATED_PARAMETER, LIST_PARAMETERS, listPage } from './list-page.ts';

function recordOf({ account, ids }: EndpointContext<unknown>): CheckoutSessionRecord {
  return findById(account.store.checkoutSessions, ids.session, (id) =>
    resourceMissing('checkout.session', id, 'session'),
  );
}

export const CHECKOUT_ENDPOINTS = [
  defineEndpoint(
    'POST',
    '/v1/checkout/sessions',
    SESSION_PARAMETERS,
    ({ account, parameters }) => createSession(account, parameters).session,
  ),
  defineEndpoint('GET', '/v1/checkout/sessions/:session', {}, (call) => recordOf(call).session),
  defineEndpoint(
    'POST',
    '/v1/checkout/sessions/:session',
    { metadata: optional(metadataChange()) },
    (call) => {
      const { session } = recordOf(call);
      const { metadata: change } = call.parameters;
      if (change !== undefined) session.metadata = change(session.metadata ?? {});
      return session;
    },
  ),
  defineEndpoint('POST', '/v1/checkout/sessions/:session/expire', {}, (call) =>
    expireSession(call.account, recordOf(call), call.request),
  ),
  defineEndpoint('GET', '/v1/checkout/sessions/:session/line_items', LIST_PARAMETERS, (call) => {
    const { session, lineItems } = recordOf(call);
    return listPage(lineItems, call.parameters, `/v1/checkout/sessions/${session.id}/line_items`, 'item');
  }),
  defineEndpoint(
    'GET',
    '/v1/checkout/sessions',
    {
      ...LIST_PARAMETERS,
      ...CREATED_PARAMETER,
      customer: optional(text()),
      payment_intent: optional(text()),
      status: optional(oneOf(['complete', 'expired', 'open'])),
    },
    ({ account, parameters }) => {
      const { created, customer, payment_intent, status } = parameters;
      const sessions = [...account.store.checkoutSessions.values()]
        .map(({ session }) => session)
        .filter(
          (session) =>
            (created?.(session.created) ?? true) &&
            (customer === undefined || session.customer === customer) &&
            (payment_intent === undefined || session.payment_intent === payment_intent) &&
            (status === undefined || session.status === status),
        )
        .reverse();
      return listPage(sessions, parameters, '/v1/checkout/sessions', 'checkout.session');
    },
  ),
];
