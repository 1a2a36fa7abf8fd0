import { type Address, isSameAddress } from '@savepoint/model/address';
import { checkAddress } from '@savepoint/model/address-rules';
import type { DoneResponse } from '@savepoint/model/callables';
import { countryName } from '@savepoint/model/countries';
import { formatCents } from '@savepoint/model/money';
import { type CorrectAddressRequest, canCorrectAddress } from '@savepoint/model/order-changes';
import { ADDRESS_CORRECTIONS_MAX } from '@savepoint/model/order-limits';
import { orderSearchTerms } from '@savepoint/model/order-number';
import { may } from '@savepoint/model/roles';
import { type SettingsValues, settingsPath, settingsValue } from '@savepoint/model/settings';
import { deliveryOptions, parcelOf } from '@savepoint/model/shipping';
import { taxRate } from '@savepoint/model/tax';
import { DELIVERY_NAMES, type DeliveryOption, priceOrder } from '@savepoint/model/totals';
import type { UserRecordFields } from '@savepoint/model/user';
import { httpsError } from '../callable/https-error.ts';
import { NO_SUCH_ORDER } from './change-order.ts';
import type { OrderContext, StaffMember } from './order-context.ts';
import { orderPath, type StoredOrder, userPath } from './records.ts';
import { editWaits } from './transition-order.ts';

/**
 * Corrects the address of an order until it is packed, by its shopper or by staff, for the agreed
 * price; also where it is saved in the shopper's account. Does nothing if the address is unchanged.
 * Rejects with failed-precondition if the order is packed, if delivery or tax would differ at the
 * new address, or after ADDRESS_CORRECTIONS_MAX of them; with invalid-argument for the field of an
 * address that is invalid or not delivered to; and with not-found.
 */
export async function correctAddress(
  context: OrderContext,
  caller: StaffMember,
  { orderId, address }: CorrectAddressRequest,
): Promise<DoneResponse> {
  for (const [field, message] of Object.entries(checkAddress(address)))
    throw httpsError('invalid-argument', message, { field: `address.${field}` });
  const at = context.now();
  return context.store.runTransaction(async (transaction) => {
    const [order, shipping, tax] = await transaction.getAll<unknown>([
      orderPath(orderId),
      settingsPath('shipping'),
      settingsPath('tax'),
    ]);
    const found = order as StoredOrder | null;
    const isOwn = found?.userId === caller.uid;
    // The same error for another user's order, so that ids reveal nothing.
    if (found === null || !(isOwn || may(caller.role, 'correctAddresses')))
      throw httpsError('not-found', NO_SUCH_ORDER);
    if (!canCorrectAddress(found.status)) throw tooLate(found, isOwn);
    if (found.pendingEdit) throw editWaits(found, 'change');
    if (isSameAddress(found.address, address)) return { done: true };
    const actor = isOwn ? 'shopper' : 'admin';
    const corrections = found.addressCorrections ?? [];
    if (corrections.filter((each) => each.actor === actor).length >= ADDRESS_CORRECTIONS_MAX)
      throw httpsError(
        'failed-precondition',
        `The address of this order was corrected ${ADDRESS_CORRECTIONS_MAX} times. ${isOwn ? 'Please contact us.' : 'Cancel the order, so that it is placed again.'}`,
      );
    const option = requireSamePrice(
      { shipping: settingsValue('shipping', shipping), tax: settingsValue('tax', tax) },
      found,
      address,
    );
    const shopper = await transaction.get<Pick<UserRecordFields, 'addresses'>>(userPath(found.userId));
    const saved = correctSaved(shopper?.addresses ?? [], found.address, address);
    if (saved !== undefined) transaction.update(userPath(found.userId), { addresses: saved, updatedAt: at });
    transaction.update(orderPath(orderId), {
      address,
      workingDays: option.workingDays,
      searchTerms: orderSearchTerms({ id: orderId, email: found.email, address }),
      addressCorrections: [...corrections, { at, actor }],
      updatedAt: at,
    });
    if (actor === 'admin')
      transaction.set(`audit/${at.getTime()}-address-${orderId}`, {
        at: at.toISOString(),
        uid: caller.uid,
        ...(caller.email === undefined ? {} : { email: caller.email }),
        action: 'correctAddress',
        target: orderPath(orderId),
        summary: 'Corrected the delivery address',
      });
    return { done: true };
  });
}

/** The saved addresses with the wrong one corrected; undefined if it is not among them. */
function correctSaved(saved: readonly Address[], wrong: Address, right: Address): Address[] | undefined {
  if (!saved.some((each) => isSameAddress(each, wrong))) return undefined;
  const corrected = saved.map((each) => (isSameAddress(each, wrong) ? right : each));
  return corrected.filter(
    (each, index) => corrected.findIndex((other) => isSameAddress(other, each)) === index,
  );
}

function tooLate({ status }: StoredOrder, isOwn: boolean): Error {
  if (status !== 'packed')
    return httpsError(
      'failed-precondition',
      `This order is ${status}; its address can no longer be changed.`,
    );
  return httpsError(
    'failed-precondition',
    isOwn
      ? 'We have packed your order in the meantime, so its address can no longer be changed. Please contact us.'
      : 'This order has been packed in the meantime. Mark it not packed, then correct the address.',
    { status },
  );
}

/**
 * The delivery option at the new address. Both addresses are priced with the current settings,
 * which may differ from those at the time of the order.
 */
function requireSamePrice(
  { shipping, tax }: Pick<SettingsValues, 'shipping' | 'tax'>,
  order: StoredOrder,
  address: Address,
): DeliveryOption {
  const { grams = parcelOf(order.lines, shipping).grams, subtotalCents, delivery } = order;
  const quote = (to: Address) => {
    const option = deliveryOptions(shipping, to, { subtotalCents, grams }).find(({ id }) => id === delivery);
    return option && { option, totals: priceOrder(order.lines, option, taxRate(tax, to)) };
  };
  const [before, after] = [quote(order.address), quote(address)];
  if (after === undefined)
    throw httpsError(
      'invalid-argument',
      `There is no ${DELIVERY_NAMES[delivery].toLowerCase()} delivery to this address (${countryName(address.country)}).`,
      { field: 'address.country' },
    );
  const agreed = before?.totals ?? order;
  const difference =
    after.totals.shippingCents + after.totals.taxCents - agreed.shippingCents - agreed.taxCents;
  if (difference === 0) return after.option;
  throw httpsError(
    'failed-precondition',
    `Delivery and tax cost ${formatCents(Math.abs(difference))} ${difference > 0 ? 'more' : 'less'} at this address. Cancel the order and place it again.`,
    { field: 'address.country' },
  );
}
