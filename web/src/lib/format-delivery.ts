import { estimateDelivery } from '@savepoint/model/delivery-estimate';
import type { DeliveryOption } from '@savepoint/model/totals';

/** The days on which an order of `now` would arrive: `Wed, Dec 2 to Fri, Dec 4`, or one day. */
export function formatDelivery(option: Pick<DeliveryOption, 'workingDays'>, now: Date): string {
  const { earliest, latest } = estimateDelivery(now, option);
  // Not when the module is evaluated: the first DateTimeFormat of a page is slow.
  const weekday = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    ...({ weekday: 'short', month: 'short', day: 'numeric' } as const),
  });
  const days = [...new Set([earliest, latest])].map((date) => weekday.format(new Date(date)));
  return days.join(' to ');
}
