import { StripeError } from '../core/stripe-error.ts';
import type { Store } from '../state/store.ts';

const MAX_DEPTH = 4;

type Json = { [name: string]: unknown };

/** Lists that an object contains only when they are expanded, by object type. */
const EXPANDABLE_LISTS: Record<string, (store: Store, object: Json) => Record<string, () => unknown>> = {
  'checkout.session': (store, session) => ({
    line_items: () => ({
      object: 'list',
      data: structuredClone(store.checkoutSessions.get(String(session.id))?.lineItems ?? []),
      has_more: false,
      url: `/v1/checkout/sessions/${String(session.id)}/line_items`,
    }),
  }),
  charge: (store, charge) => ({
    refunds: () => {
      const data = [...store.refunds.values()].filter((refund) => refund.charge === charge.id).reverse();
      return {
        object: 'list',
        data: structuredClone(data),
        has_more: false,
        url: `/v1/charges/${String(charge.id)}/refunds`,
      };
    },
  }),
};

/** Fields that contain an id, with the referenced objects. Other fields cannot be expanded. */
const REFERENCES: Record<string, (store: Store) => ReadonlyMap<string, unknown>> = {
  payment_intent: (store) => store.paymentIntents,
  latest_charge: (store) => store.charges,
  charge: (store) => store.charges,
  customer: (store) => store.customers,
  payment_method: (store) => store.paymentMethods,
  balance_transaction: (store) => store.balanceTransactions,
  product: (store) => store.products,
  shipping_rate: (store) => store.shippingRates,
};

/**
 * Returns a copy of a response in which the ids at `paths` are replaced with their objects.
 * `data.payment_intent` applies to each item of a list.
 * @throws StripeError 400 for a path that cannot be expanded or has more than four levels
 * @see https://docs.stripe.com/api/expanding_objects
 */
export function expand(store: Store, response: object, paths: readonly string[]): unknown {
  const copy = structuredClone(response) as Json;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > MAX_DEPTH + (steps[0] === 'data' ? 1 : 0)) {
      throw invalidRequest(
        `You cannot expand more than ${MAX_DEPTH} levels of a property. You requested expansion of ${path}.`,
      );
    }
    walk(store, copy, steps, path);
  }
  return copy;
}

function walk(store: Store, object: Json, steps: readonly string[], path: string): void {
  const [step, ...rest] = steps;
  if (step === undefined) return;
  if (object.object === 'list' && step === 'data' && Array.isArray(object.data)) {
    for (const item of object.data as Json[]) walk(store, item, rest, path);
    return;
  }
  const lists = EXPANDABLE_LISTS[String(object.object)]?.(store, object)[step];
  if (lists !== undefined && object[step] === undefined) object[step] = lists();
  const value = object[step];
  if (typeof value === 'string') {
    const found = REFERENCES[step]?.(store).get(value);
    if (found === undefined) throw cannotExpand(object, step, path);
    object[step] = structuredClone(found);
  } else if (value === undefined) {
    throw cannotExpand(object, step, path);
  }
  const next = object[step];
  if (next === null) return;
  if (typeof next !== 'object') throw cannotExpand(object, step, path);
  walk(store, next as Json, rest, path);
}

function cannotExpand(object: Json, step: string, path: string): StripeError {
  const hint = object.object === 'list' ? ` You may want to try expanding 'data.${step}' instead.` : '';
  return invalidRequest(`This property cannot be expanded (${path}).${hint}`);
}

function invalidRequest(message: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message });
}
