import { estimateDelivery, shopDay } from '@savepoint/model/delivery-estimate';
import type { Order } from '@savepoint/model/order';
import type { DeliveryOption } from '@savepoint/model/totals';
import { formatWeekday } from './format-date.ts';

type Timed = Pick<DeliveryOption, 'workingDays'>;

/** The delivery dates of an order placed at `now`: `Wed, Dec 2 to Fri, Dec 4`, or one day. */
export function formatDelivery(option: Timed, now: Date): string {
  const { earliest, latest } = estimateDelivery(now, option);
  return [...new Set([earliest, latest])].map(formatWeekday).join(' to ');
}

/** The last of these days: `Fri, Dec 4`. */
export function formatArrival(option: Timed, now: Date): string {
  return formatWeekday(estimateDelivery(now, option).latest);
}

/** The last day on which a paid order arrives; undefined if it has arrived, ended or is overdue. */
export function formatOrderArrival(
  { status, workingDays, createdAt }: Pick<Order, 'status' | 'workingDays' | 'createdAt'>,
  now: Date,
): string | undefined {
  const isUnderWay = status === 'paid' || status === 'packed' || status === 'shipped';
  if (!isUnderWay || workingDays === undefined) return undefined;
  const { latest } = estimateDelivery(new Date(createdAt), { workingDays });
  return latest < shopDay(now) ? undefined : formatWeekday(latest);
}
