import { DOMESTIC_DELIVERY } from '@savepoint/model/totals';
import { useEffect, useState } from 'react';
import { formatDelivery } from '../../lib/format-delivery.ts';

/**
 * When an order of now would arrive in the United States: no other destination is known here. The
 * server, whose page is cached, cannot know: it renders the days that a parcel takes.
 */
export function DeliveryNote() {
  const [now, setNow] = useState<Date>();
  useEffect(() => setNow(new Date()), []);
  return (
    <p className="delivery-note">
      {now === undefined
        ? 'Delivered in the US in 3 to 5 working days, or on the next one with express.'
        : `Order now and get it in the US ${formatDelivery(DOMESTIC_DELIVERY.standard, now)}, or ${formatDelivery(DOMESTIC_DELIVERY.express, now)} with express.`}
    </p>
  );
}
