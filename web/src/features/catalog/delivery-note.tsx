import { useEffect, useState } from 'react';
import { formatDelivery } from '../../lib/format-delivery.ts';

/** When an order of now would arrive. The server, whose page is cached, cannot know: it renders the days that a parcel takes. */
export function DeliveryNote() {
  const [now, setNow] = useState<Date>();
  useEffect(() => setNow(new Date()), []);
  return (
    <p className="delivery-note">
      {now === undefined
        ? 'Delivered in 3 to 5 working days, or on the next one with express.'
        : `Order now and get it ${formatDelivery('standard', now)}, or ${formatDelivery('express', now)} with express.`}
    </p>
  );
}
