// The time in which an order can be returned, counted from its delivery.
import type { OrderStatus } from './order.ts';

/** Days after delivery in which a return can be requested. */
export const RETURN_DAYS = 30;
const DAY_MS = 86_400_000;

/** The end of the return window; undefined for an order that was not delivered. */
export function returnWindowEnd(
  timeline: readonly { readonly status: OrderStatus; readonly at: string | Date }[],
): Date | undefined {
  const delivered = timeline.find(({ status }) => status === 'delivered');
  return delivered && new Date(new Date(delivered.at).getTime() + RETURN_DAYS * DAY_MS);
}

/** True once the return window has ended. */
export function isReturnTooLate(timeline: Parameters<typeof returnWindowEnd>[0], now: Date): boolean {
  const end = returnWindowEnd(timeline);
  return end !== undefined && now > end;
}
