import type { OrderStatus } from '@savepoint/model/order';

/** The button label of an order transition. */
export function transitionLabel(from: OrderStatus, to: OrderStatus): string {
  if (from === 'return-requested' && to === 'delivered') return 'Decline return';
  const labels: Readonly<Partial<Record<OrderStatus, string>>> = {
    packed: 'Mark packed',
    shipped: 'Mark shipped',
    delivered: 'Mark delivered',
    cancelled: 'Cancel',
    refunded: 'Refund',
  };
  return labels[to] ?? to;
}

/** Whether a transition needs a reason: those that refund or end an order, and every decision about a return. */
export function requiresReason(to: OrderStatus, from: OrderStatus): boolean {
  return to === 'cancelled' || to === 'refunded' || from === 'return-requested';
}

/** An ISO time as a short date and time; empty for undefined, unchanged when it is not a valid time. */
export function formatDateTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? iso
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
