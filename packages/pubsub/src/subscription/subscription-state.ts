// The messages of one subscription and their states. Time is an argument: this code reads no clock
// and sets no timer.
//
// A message in the backlog is available, leased to a subscriber until its acknowledgement deadline,
// or waiting for its retry back-off. With ordering, the messages of a key form a queue. One pull
// leases the longest possible run from its front, and the next pull gets more of that key only
// after the whole run is acknowledged. A worked history of one key with the messages 1, 2 and 3:
//
//   pull -> 1, 2
//   ack 2: held, because 1 is not acknowledged yet
//   deadline of 1 passes: 1 and 2 are available again, in order
//   pull -> 1, 2
//   ack 1: gone; ack 2: gone
//   pull -> 3

import type { PublishedMessage } from '../core/message.ts';
import type { Filter } from './filter.ts';

/** The settings of a subscription that affect its messages. Times are in milliseconds. */
export interface SubscriptionSettings {
  /** The prefix of acknowledgement ids: the name of the subscription. */
  readonly name: string;
  readonly filter: Filter;
  readonly isOrdered: boolean;
  readonly ackDeadlineMs: number;
  readonly retentionMs: number;
  readonly retainsAcknowledged: boolean;
  /**
   * The delay after a failed delivery, doubled each time up to the maximum. If absent, a message is
   * immediately available.
   */
  readonly retry?: { readonly minimumMs: number; readonly maximumMs: number } | undefined;
  /** After this many failed deliveries, a message is forwarded to the dead-letter topic. */
  readonly maxDeliveryAttempts?: number | undefined;
}

/** One delivery of a message. */
export interface Delivery {
  readonly ackId: string;
  readonly message: PublishedMessage;
  /** 1 for the first delivery. */
  readonly attempt: number;
}

/** The parameters of a pull. */
export interface PullOptions {
  readonly maxMessages: number;
  /** Ends before the message that would exceed this, but returns at least one. */
  readonly maxBytes?: number;
  /** Replaces the subscription's acknowledgement deadline. */
  readonly ackDeadlineMs?: number | undefined;
}

/**
 * Forwards a message to the dead-letter topic. Returns false if that is not possible; the message
 * is then kept.
 */
export type ForwardDeadLetter = (message: PublishedMessage, attempts: number) => boolean;

interface Entry {
  readonly message: PublishedMessage;
  /** Deliveries that ended with a negative acknowledgement or after the deadline. */
  failures: number;
  availableAtMs: number;
  lease: { readonly ackId: string; deadlineMs: number } | undefined;
  /** True if it was acknowledged before an earlier message of the same key. */
  isHeld: boolean;
}

/** The state of one subscription. */
export class SubscriptionState {
  settings: SubscriptionSettings;
  readonly #forward: ForwardDeadLetter;
  /** By sequence number, in that order. */
  readonly #backlog = new Map<number, Entry>();
  /** Per ordering key, in order. Empty without ordering. */
  readonly #queues = new Map<string, Entry[]>();
  readonly #leased = new Map<string, Entry>();
  readonly #acknowledged = new Map<number, PublishedMessage>();
  #lastAckNumber = 0;
  #nextEventMs = Number.POSITIVE_INFINITY;
  /** No stored message was published before this time. */
  #oldestMs = Number.POSITIVE_INFINITY;

  constructor(settings: SubscriptionSettings, forward: ForwardDeadLetter = () => false) {
    this.settings = settings;
    this.#forward = forward;
  }

  /**
   * The earliest time at which a deadline or back-off may end, or Infinity. It may be too early but
   * never too late: call {@link expire} then.
   */
  get nextEventMs(): number {
    return this.#nextEventMs;
  }

  /** The unacknowledged messages, in order. */
  get unacknowledged(): PublishedMessage[] {
    return [...this.#backlog.values()].map(({ message }) => message);
  }

  /**
   * Adds messages that were published after all current ones. Messages that the filter rejects
   * count as acknowledged.
   */
  publish(messages: readonly PublishedMessage[]): void {
    for (const message of messages) if (this.settings.filter(message.attributes)) this.#add(message);
  }

  /** Leases available messages, in order. */
  pull(
    { maxMessages, maxBytes = Number.POSITIVE_INFINITY, ackDeadlineMs }: PullOptions,
    nowMs: number,
  ): Delivery[] {
    this.expire(nowMs);
    const deadlineMs = nowMs + (ackDeadlineMs ?? this.settings.ackDeadlineMs);
    const deliveries: Delivery[] = [];
    const blockedKeys = new Set<string>();
    let bytes = 0;
    for (const entry of this.#backlog.values()) {
      if (deliveries.length >= maxMessages) break;
      const key = this.#keyOf(entry);
      if (key !== undefined && blockedKeys.has(key)) continue;
      if (entry.lease !== undefined || entry.isHeld || entry.availableAtMs > nowMs) {
        if (key !== undefined) blockedKeys.add(key);
        continue;
      }
      bytes += entry.message.data.length;
      if (bytes > maxBytes && deliveries.length > 0) break;
      deliveries.push(this.#lease(entry, deadlineMs));
    }
    return deliveries;
  }

  /** Returns whether the lease is active. */
  isLeased(ackId: string, nowMs: number): boolean {
    const lease = this.#leased.get(ackId)?.lease;
    return lease !== undefined && lease.deadlineMs > nowMs;
  }

  /** Returns whether a delivery of this subscription had the id. */
  hasIssued(ackId: string): boolean {
    const [, digits] = /^.*:([1-9]\d{0,15})$/.exec(ackId) ?? [];
    return ackId === `${this.settings.name}:${digits}` && Number(digits) <= this.#lastAckNumber;
  }

  /** Acknowledges messages. Returns the ids whose lease has ended; their messages stay. */
  acknowledge(ackIds: readonly string[], nowMs: number): string[] {
    this.expire(nowMs);
    return ackIds.filter((ackId) => {
      const entry = this.#leased.get(ackId);
      if (entry === undefined) return true;
      this.#endLease(entry);
      this.#settle(entry);
      return false;
    });
  }

  /** Changes deadlines; 0 is a negative acknowledgement. Returns the ids whose lease has ended. */
  modifyAckDeadline(ackIds: readonly string[], deadlineMs: number, nowMs: number): string[] {
    this.expire(nowMs);
    return ackIds.filter((ackId) => {
      const entry = this.#leased.get(ackId);
      if (entry?.lease === undefined) return true;
      if (deadlineMs === 0) this.#fail(entry, nowMs);
      else {
        entry.lease.deadlineMs = nowMs + deadlineMs;
        this.#expectEvent(entry.lease.deadlineMs);
      }
      return false;
    });
  }

  /** Ends leases whose deadline has passed, and drops messages older than the retention time. */
  expire(nowMs: number): void {
    this.#dropOld(nowMs);
    if (nowMs < this.#nextEventMs) return;
    this.#nextEventMs = Number.POSITIVE_INFINITY;
    const expired = [...this.#leased.values()].filter(({ lease }) => (lease?.deadlineMs ?? 0) <= nowMs);
    for (const entry of inOrder(expired)) {
      // An earlier message of its key may have ended its lease.
      if (entry.lease !== undefined) this.#fail(entry, entry.lease.deadlineMs);
    }
    for (const { lease } of this.#leased.values()) this.#expectEvent(lease?.deadlineMs ?? nowMs);
    for (const { availableAtMs } of this.#backlog.values()) {
      if (availableAtMs > nowMs) this.#expectEvent(availableAtMs);
    }
  }

  /**
   * Acknowledges all messages published before `timeMs` and makes later ones unacknowledged if they
   * are stored, either here or in `retained` by the topic.
   */
  seekToTime(timeMs: number, retained: readonly PublishedMessage[], nowMs: number): void {
    this.expire(nowMs);
    const stored = [...this.#acknowledged.values(), ...retained, ...this.unacknowledged];
    this.#replaceBacklog(
      stored.filter(({ publishTimeMs }) => publishTimeMs >= timeMs),
      nowMs,
    );
  }

  /** Makes exactly the messages of a snapshot unacknowledged. */
  seekToMessages(messages: readonly PublishedMessage[], nowMs: number): void {
    this.expire(nowMs);
    this.#replaceBacklog(messages, nowMs);
  }

  /** Drops all messages. */
  clear(): void {
    this.#backlog.clear();
    this.#queues.clear();
    this.#leased.clear();
    this.#acknowledged.clear();
    this.#nextEventMs = Number.POSITIVE_INFINITY;
  }

  #keyOf({ message }: Entry): string | undefined {
    return this.settings.isOrdered && message.orderingKey !== '' ? message.orderingKey : undefined;
  }

  #add(message: PublishedMessage): void {
    const entry: Entry = { message, failures: 0, availableAtMs: 0, lease: undefined, isHeld: false };
    this.#backlog.set(entry.message.sequence, entry);
    this.#oldestMs = Math.min(this.#oldestMs, entry.message.publishTimeMs);
    const key = this.#keyOf(entry);
    if (key === undefined) return;
    const queue = this.#queues.get(key);
    if (queue === undefined) this.#queues.set(key, [entry]);
    else queue.push(entry);
  }

  #lease(entry: Entry, deadlineMs: number): Delivery {
    this.#lastAckNumber += 1;
    const ackId = `${this.settings.name}:${this.#lastAckNumber}`;
    entry.lease = { ackId, deadlineMs };
    this.#leased.set(ackId, entry);
    this.#expectEvent(deadlineMs);
    return { ackId, message: entry.message, attempt: entry.failures + 1 };
  }

  #endLease(entry: Entry): void {
    if (entry.lease !== undefined) this.#leased.delete(entry.lease.ackId);
    entry.lease = undefined;
  }

  /**
   * Removes an acknowledged message, or holds it while an earlier one of its key is unacknowledged.
   */
  #settle(entry: Entry): void {
    const key = this.#keyOf(entry);
    const queue = key === undefined ? undefined : this.#queues.get(key);
    if (queue === undefined || key === undefined) {
      this.#remove(entry);
      return;
    }
    entry.isHeld = true;
    while (queue[0]?.isHeld === true) this.#remove(queue.shift() as Entry);
    if (queue.length === 0) this.#queues.delete(key);
  }

  #remove({ message }: Entry): void {
    this.#backlog.delete(message.sequence);
    if (this.settings.retainsAcknowledged) this.#acknowledged.set(message.sequence, message);
  }

  /** Ends a failed delivery: the message, and those after it in its key, will be redelivered. */
  #fail(entry: Entry, atMs: number): void {
    this.#endLease(entry);
    entry.failures += 1;
    const key = this.#keyOf(entry);
    const queue = key === undefined ? [] : (this.#queues.get(key) ?? []);
    for (const later of queue.slice(queue.indexOf(entry) + 1)) {
      this.#endLease(later);
      later.isHeld = false;
    }
    const { maxDeliveryAttempts = Number.POSITIVE_INFINITY } = this.settings;
    if (entry.failures >= maxDeliveryAttempts && this.#forward(entry.message, entry.failures)) {
      this.#drop(entry);
      return;
    }
    entry.availableAtMs = atMs + this.#backOffMs(entry.failures);
    this.#expectEvent(entry.availableAtMs);
  }

  /** Removes a message, ignoring the order of its key. */
  #drop(entry: Entry): void {
    this.#endLease(entry);
    this.#remove(entry);
    const key = this.#keyOf(entry);
    const queue = key === undefined ? undefined : this.#queues.get(key);
    if (key === undefined || queue === undefined) return;
    queue.splice(queue.indexOf(entry), 1);
    while (queue[0]?.isHeld === true) this.#remove(queue.shift() as Entry);
    if (queue.length === 0) this.#queues.delete(key);
  }

  #backOffMs(failures: number): number {
    const { retry } = this.settings;
    return retry === undefined ? 0 : Math.min(retry.maximumMs, retry.minimumMs * 2 ** (failures - 1));
  }

  #expectEvent(atMs: number): void {
    this.#nextEventMs = Math.min(this.#nextEventMs, atMs);
  }

  #dropOld(nowMs: number): void {
    const oldestMs = nowMs - this.settings.retentionMs;
    if (oldestMs <= this.#oldestMs) return;
    this.#oldestMs = Number.POSITIVE_INFINITY;
    for (const entry of [...this.#backlog.values()]) {
      if (entry.message.publishTimeMs < oldestMs) this.#drop(entry);
      else this.#oldestMs = Math.min(this.#oldestMs, entry.message.publishTimeMs);
    }
    for (const { sequence, publishTimeMs } of this.#acknowledged.values()) {
      if (publishTimeMs < oldestMs) this.#acknowledged.delete(sequence);
      else this.#oldestMs = Math.min(this.#oldestMs, publishTimeMs);
    }
  }

  /**
   * A seek resets everything: leases end, so a late acknowledgement cannot remove a message that
   * should be redelivered, and the delivery count of each message restarts.
   */
  #replaceBacklog(messages: readonly PublishedMessage[], nowMs: number): void {
    const oldestMs = nowMs - this.settings.retentionMs;
    const wanted = new Map(
      messages
        .filter(
          ({ attributes, publishTimeMs }) => publishTimeMs >= oldestMs && this.settings.filter(attributes),
        )
        .map((message) => [message.sequence, message]),
    );
    for (const entry of [...this.#backlog.values()]) this.#remove(entry);
    this.#queues.clear();
    this.#leased.clear();
    for (const sequence of [...wanted.keys()].sort((a, b) => a - b)) {
      this.#acknowledged.delete(sequence);
      this.#add(wanted.get(sequence) as PublishedMessage);
    }
  }
}

function inOrder(entries: readonly Entry[]): Entry[] {
  return [...entries].sort((a, b) => a.message.sequence - b.message.sequence);
}
