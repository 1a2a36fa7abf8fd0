import { describeWorkingDays, homeRate, type ShippingRate } from '@savepoint/model/shipping';
import { useEffect, useState } from 'react';
import { useShopSettings } from '../../api/settings-endpoints.ts';
import { formatDelivery } from '../../lib/format-delivery.ts';

/**
 * When an order of now would arrive in the United States: no other destination is known here. The
 * server, whose page is cached, cannot know: it renders the days that a parcel takes.
 */
export function DeliveryNote() {
  const { shipping } = useShopSettings().settings;
  const [now, setNow] = useState<Date>();
  useEffect(() => setNow(new Date()), []);
  const [standard, express] = [homeRate(shipping, 'standard'), homeRate(shipping, 'express')];
  const first = standard ?? express;
  if (first === undefined) return null;
  const second = standard && express;
  const inTime = (rate: ShippingRate) =>
    now === undefined ? describeWorkingDays(rate.workingDays).toLowerCase() : formatDelivery(rate, now);
  return (
    <p className="delivery-note">
      {now === undefined ? 'Delivered in the US: ' : 'Order now and get it in the US '}
      {inTime(first)}
      {second && `, or ${inTime(second)} with express`}.
    </p>
  );
}
