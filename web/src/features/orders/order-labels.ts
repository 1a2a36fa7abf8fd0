import type { OrderStatus, TimelineEntry } from '@savepoint/model/order';
import type { ReturnState } from '@savepoint/model/return-status';

interface StatusLabel {
  readonly label: string;
  readonly tag: '' | 'tag-mint' | 'tag-sun' | 'tag-coral';
  /** The entry of the timeline. */
  readonly event: string;
}

export const STATUS_LABELS: Readonly<Record<OrderStatus, StatusLabel>> = {
  pending: { label: 'Waiting for payment', tag: 'tag-sun', event: 'Order placed' },
  paid: { label: 'Paid', tag: 'tag-mint', event: 'Payment confirmed' },
  packed: { label: 'Packed', tag: '', event: 'Packed' },
  shipped: { label: 'On its way', tag: '', event: 'Handed to the carrier' },
  delivered: { label: 'Delivered', tag: 'tag-mint', event: 'Delivered' },
  cancelled: { label: 'Canceled', tag: 'tag-coral', event: 'Canceled' },
  expired: { label: 'Expired', tag: 'tag-coral', event: 'Expired without payment' },
  refunded: { label: 'Refunded', tag: '', event: 'Refunded' },
  'refund-failed': {
    label: 'Refund delayed',
    tag: 'tag-sun',
    event: 'The refund did not go through; we will try again',
  },
};

/** Each state of a return. */
export const RETURN_LABELS: Readonly<Record<ReturnState, Pick<StatusLabel, 'label' | 'tag'>>> = {
  requested: { label: 'Return requested', tag: 'tag-sun' },
  approved: { label: 'Send it back', tag: 'tag-sun' },
  declined: { label: 'Return declined', tag: 'tag-coral' },
  received: { label: 'Received', tag: 'tag-mint' },
  closed: { label: 'Return closed', tag: '' },
};

const ACTORS: Readonly<Partial<Record<TimelineEntry['actor'], string>>> = {
  shopper: 'you',
  admin: 'the shop',
  payment: 'the payment service',
};

/** The text of a timeline entry; `wasPacked`: the order was packed before it. */
export function eventLabel({ status }: Pick<TimelineEntry, 'status'>, wasPacked: boolean): string {
  return status === 'paid' && wasPacked ? 'Not packed yet' : STATUS_LABELS[status].event;
}

/** The author of a change, as shown in the timeline; undefined for automatic ones. */
export function actorLabel(actor: TimelineEntry['actor']): string | undefined {
  return ACTORS[actor];
}

/** An ISO time as a short date and time in the local time zone; unchanged if it is invalid. */
export function formatDateTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  return time.toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' });
}

/** An ISO time as a short date in the local time zone; unchanged if it is invalid. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? iso : time.toLocaleDateString('en', { dateStyle: 'medium' });
}
