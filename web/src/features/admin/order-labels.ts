// Owns what the people who run the shop press to move an order on.
import type { OrderStatus } from '@savepoint/model/order';

/** The button that moves an order from one status to another. */
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

/** Moves that give money back or end an order ask why. */
export function requiresReason(to: OrderStatus, from: OrderStatus): boolean {
  return to === 'cancelled' || to === 'refunded' || from === 'return-requested';
}

export function formatDateTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return Number.isNaN(time.getTime())
    ? iso
    : time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}
