// Owns `expand[]`: the replacing of an id in an answer by the object it names.

import { StripeError } from '../core/stripe-error.ts';
import type { Store } from '../state/store.ts';

const DEEPEST = 4;

type Json = { [name: string]: unknown };

/** Fields that exist only when asked for, by the type of object that has them. */
const EXPANDABLE_LISTS: Record<string, (store: Store, object: Json) => Record<string, () => unknown>> = {
  'checkout.session': (store, session) => ({
    line_items: () => ({
      object: 'list',
      data: structuredClone(store.checkouts.get(String(session.id))?.lineItems ?? []),
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

/** Fields that hold an id, and where the object lies. A path not named here cannot be expanded. */
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
 * A copy of the answer with these paths expanded; `data.payment_intent` reaches into each item of a list.
 * @throws StripeError for a path that leads nowhere or goes deeper than four steps
 */
export function expand(store: Store, answer: object, paths: readonly string[]): unknown {
  const copy = structuredClone(answer) as Json;
  for (const path of paths) {
    const steps = path.split('.');
    if (steps.length > DEEPEST + (steps[0] === 'data' ? 1 : 0)) {
      throw refuse(
        `You cannot expand more than ${DEEPEST} levels of a property. You requested expansion of ${path}.`,
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
  const hidden = EXPANDABLE_LISTS[String(object.object)]?.(store, object)[step];
  if (hidden !== undefined && object[step] === undefined) object[step] = hidden();
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
  return refuse(`This property cannot be expanded (${path}).${hint}`);
}

function refuse(message: string): StripeError {
  return new StripeError(400, { type: 'invalid_request_error', message });
}
