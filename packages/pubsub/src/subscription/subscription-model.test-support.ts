// A naive model of a subscription: a single list of messages that is searched from the start each
// time.

import type { PublishedMessage } from '../core/message.ts';
import type { SubscriptionSettings } from './subscription-state.ts';

interface Item {
  readonly message: PublishedMessage;
  status: 'available' | 'leased' | 'held' | 'acknowledged' | 'gone';
  ackId: string;
  deadlineMs: number;
  availableAtMs: number;
  failures: number;
}

/** A delivery in the model. */
export interface ModelDelivery {
  readonly ackId: string;
  readonly sequence: number;
  readonly attempt: number;
}

/** The reference model of SubscriptionState. */
export class SubscriptionModel {
  readonly #settings: SubscriptionSettings;
  #items: Item[] = [];
  #acks = 0;
  readonly deadLetters: [sequence: number, attempts: number][] = [];

  constructor(settings: SubscriptionSettings) {
    this.#settings = settings;
  }

  get unacknowledged(): number[] {
    return this.#items
      .filter(({ status }) => status !== 'acknowledged' && status !== 'gone')
      .map(({ message }) => message.sequence);
  }

  publish(message: PublishedMessage): void {
    const status = this.#settings.filter(message.attributes) ? 'available' : 'gone';
    this.#items.push({ message, status, ackId: '', deadlineMs: 0, availableAtMs: 0, failures: 0 });
  }

  pull(maxMessages: number, nowMs: number): ModelDelivery[] {
    this.passTime(nowMs);
    const before = new Set(this.#items.filter(({ status }) => status === 'leased' || status === 'held'));
    const deliveries: ModelDelivery[] = [];
    for (const item of this.#items) {
      if (deliveries.length === maxMessages) break;
      if (item.status !== 'available' || item.availableAtMs > nowMs) continue;
      // All earlier messages with the same key must be settled or part of this pull.
      const isBlocked = this.#earlierOfKey(item).some(
        (each) => before.has(each) || (each.status === 'available' && each !== item),
      );
      if (isBlocked) continue;
      this.#acks += 1;
      item.status = 'leased';
      item.ackId = `${this.#settings.name}:${this.#acks}`;
      item.deadlineMs = nowMs + this.#settings.ackDeadlineMs;
      const { sequence } = item.message;
      deliveries.push({ ackId: item.ackId, sequence, attempt: item.failures + 1 });
    }
    return deliveries;
  }

  acknowledge(ackId: string, nowMs: number): boolean {
    this.passTime(nowMs);
    const item = this.#items.find((each) => each.status === 'leased' && each.ackId === ackId);
    if (item === undefined) return false;
    item.status = 'held';
    this.#settleHeld();
    return true;
  }

  modifyAckDeadline(ackId: string, deadlineMs: number, nowMs: number): boolean {
    this.passTime(nowMs);
    const item = this.#items.find((each) => each.status === 'leased' && each.ackId === ackId);
    if (item === undefined) return false;
    if (deadlineMs === 0) this.#fail(item, nowMs);
    else item.deadlineMs = nowMs + deadlineMs;
    return true;
  }

  seekToTime(timeMs: number, nowMs: number): void {
    this.passTime(nowMs);
    for (const item of this.#items) {
      if (item.status === 'gone') continue;
      if (item.message.publishTimeMs < timeMs) {
        item.status = this.#settings.retainsAcknowledged ? 'acknowledged' : 'gone';
      } else {
        Object.assign(item, { status: 'available', availableAtMs: 0, failures: 0 });
      }
    }
  }

  passTime(nowMs: number): void {
    const oldestMs = nowMs - this.#settings.retentionMs;
    for (const item of this.#items) {
      if (item.message.publishTimeMs < oldestMs) item.status = 'gone';
    }
    this.#settleHeld();
    for (const item of this.#items) {
      if (item.status === 'leased' && item.deadlineMs <= nowMs) this.#fail(item, item.deadlineMs);
    }
  }

  #fail(item: Item, atMs: number): void {
    item.failures += 1;
    item.status = 'available';
    for (const later of this.#items.slice(this.#items.indexOf(item) + 1)) {
      const isOfKey = this.#earlierOfKey(later).includes(item);
      if (isOfKey && (later.status === 'leased' || later.status === 'held')) later.status = 'available';
    }
    const { retry, maxDeliveryAttempts } = this.#settings;
    if (maxDeliveryAttempts !== undefined && item.failures >= maxDeliveryAttempts) {
      this.deadLetters.push([item.message.sequence, item.failures]);
      item.status = this.#settings.retainsAcknowledged ? 'acknowledged' : 'gone';
      this.#settleHeld();
      return;
    }
    const waitMs =
      retry === undefined ? 0 : Math.min(retry.maximumMs, retry.minimumMs * 2 ** (item.failures - 1));
    item.availableAtMs = atMs + waitMs;
  }

  /** A held message is acknowledged once no earlier message of its key is open. */
  #settleHeld(): void {
    for (const item of this.#items) {
      if (item.status !== 'held') continue;
      const isOpen = this.#earlierOfKey(item).some(
        ({ status }) => status !== 'acknowledged' && status !== 'gone',
      );
      if (!isOpen) item.status = this.#settings.retainsAcknowledged ? 'acknowledged' : 'gone';
    }
  }

  /** The earlier messages with the same ordering key; none without ordering. */
  #earlierOfKey(item: Item): Item[] {
    const { orderingKey } = item.message;
    if (!this.#settings.isOrdered || orderingKey === '') return [];
    return this.#items
      .slice(0, this.#items.indexOf(item))
      .filter(({ message }) => message.orderingKey === orderingKey);
  }
}
