import { checkAmount } from '../core/currency.ts';
import { missingParameter, referenceMissing } from '../core/stripe-error.ts';
import type { Account } from '../state/account.ts';
import type { LineItem, ShippingRate } from '../state/resources.ts';
import type { LineItemParameters, ShippingOptionParameters } from './session-parameters.ts';

/**
 * Creates a line item with its own price and product.
 * @param index of the item, for parameter names in errors
 * @throws StripeError if the item has no `price_data`, because this emulator stores no prices
 */
export function createLineItem(
  account: Account,
  item: LineItemParameters,
  index: number,
  currency: string,
): LineItem {
  const param = `line_items[${index}]`;
  const data = item.price_data;
  if (item.price !== undefined) throw referenceMissing('price', item.price, `${param}[price]`);
  if (data === undefined) throw missingParameter(`${param}[price_data]`);
  if (data.unit_amount === undefined) {
    throw missingParameter(`${param}[price_data][unit_amount]`);
  }
  checkAmount(data.unit_amount, currency, `${param}[price_data][unit_amount]`);
  const now = account.clock.nowSeconds();
  const productId = createProduct(account, data.product_data);
  const amount = data.unit_amount * item.quantity;
  return {
    id: account.ids.generate('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency,
    description: data.product_data.name,
    metadata: item.metadata ?? {},
    price: {
      id: account.ids.generate('price'),
      object: 'price',
      active: false,
      billing_scheme: 'per_unit',
      created: now,
      currency,
      custom_unit_amount: null,
      livemode: false,
      lookup_key: null,
      metadata: {},
      nickname: null,
      product: productId,
      recurring: null,
      tax_behavior: data.tax_behavior ?? 'unspecified',
      tiers_mode: null,
      transform_quantity: null,
      type: 'one_time',
      unit_amount: data.unit_amount,
      unit_amount_decimal: String(data.unit_amount),
    },
    quantity: item.quantity,
  };
}

/** Creates a shipping rate. `index` is as in {@link createLineItem}. */
export function createShippingRate(
  account: Account,
  option: ShippingOptionParameters,
  index: number,
): ShippingRate {
  const data = option.shipping_rate_data;
  const { amount, currency } = data.fixed_amount;
  checkAmount(amount, currency, `shipping_options[${index}][shipping_rate_data][fixed_amount][amount]`);
  const rate: ShippingRate = {
    id: account.ids.generate('shr'),
    object: 'shipping_rate',
    active: true,
    created: account.clock.nowSeconds(),
    delivery_estimate: null,
    display_name: data.display_name,
    fixed_amount: { amount, currency },
    livemode: false,
    metadata: data.metadata ?? {},
    tax_behavior: 'unspecified',
    tax_code: null,
    type: 'fixed_amount',
  };
  account.store.shippingRates.set(rate.id, rate);
  return rate;
}

/** Creates the product of a line item and returns its id. */
function createProduct(
  account: Account,
  product: NonNullable<LineItemParameters['price_data']>['product_data'],
): string {
  const now = account.clock.nowSeconds();
  const productId = account.ids.generate('prod', 14);
  account.store.products.set(productId, {
    id: productId,
    object: 'product',
    active: false,
    created: now,
    default_price: null,
    description: product.description ?? null,
    images: product.images ?? [],
    livemode: false,
    marketing_features: [],
    metadata: product.metadata ?? {},
    name: product.name,
    package_dimensions: null,
    shippable: null,
    statement_descriptor: null,
    tax_code: null,
    tax_details: null,
    type: 'service',
    unit_label: null,
    updated: now,
    url: null,
  });
  return productId;
}
