import { type Cart, lineKey } from '@savepoint/model/cart';
import { homeRate, parcelOf, rateCents, type ShippingRate } from '@savepoint/model/shipping';
import type { DeliveryOption } from '@savepoint/model/totals';
import { useShopSettings } from '../../api/settings-endpoints.ts';

/**
 * Domestic standard delivery of these lines, which the cart shows while no destination is known.
 * Without a known rate, it costs nothing.
 */
export function useHomeDelivery(
  lines: Cart,
  weights: ReadonlyMap<string, number>,
): { readonly rate: ShippingRate | undefined; readonly option: Pick<DeliveryOption, 'id' | 'cents'> } {
  const { settings, isLoading } = useShopSettings();
  const rate = isLoading ? undefined : homeRate(settings.shipping, 'standard');
  const weighed = lines.map((line) => ({ ...line, grams: weights.get(lineKey(line)) }));
  const parcel = parcelOf(weighed, settings.shipping);
  return { rate, option: { id: 'standard', cents: rate === undefined ? 0 : rateCents(rate, parcel) } };
}
