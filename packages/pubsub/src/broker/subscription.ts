import type { Clock, Timer } from '@savepoint/server/core/clock';
import type { RpcError } from '@savepoint/server/core/rpc-error';
import { durationMs } from '../core/duration.ts';
import type { PublishedMessage } from '../core/message.ts';
import type { Subscription as Resource } from '../gen/google/pubsub/v1/pubsub_pb.js';
import { compileFilter } from '../subscription/filter.ts';
import {
  type Delivery,
  type ForwardDeadLetter,
  type PullOptions,
  type SubscriptionSettings,
  SubscriptionState,
} from '../subscription/subscription-state.ts';
import { DeliverySpans } from './message-traces.ts';

/** The default retention of an unacknowledged message: seven days. */
export const DEFAULT_RETENTION_SECONDS = 604_800n;
/**
 * The back-off of pushes without a retry policy
 * (https://cloud.google.com/pubsub/docs/push#push_backoff).
 */
const PUSH_BACK_OFF = { minimumMs: 100, maximumMs: 60_000 };
/** The defaults for the bounds of a retry policy. */
const DEFAULT_BACK_OFF = { minimumMs: 10_000, maximumMs: 600_000 };

/** Throws INVALID_ARGUMENT for an invalid filter. */
function settingsOf(resource: Resource): SubscriptionSettings {
  const { retryPolicy, deadLetterPolicy, messageRetentionDuration, pushConfig } = resource;
  const { minimumBackoff, maximumBackoff } = retryPolicy ?? {};
  const minimumMs = minimumBackoff ? durationMs(minimumBackoff) : DEFAULT_BACK_OFF.minimumMs;
  const maximumMs = maximumBackoff ? durationMs(maximumBackoff) : DEFAULT_BACK_OFF.maximumMs;
  const withoutPolicy = pushConfig?.pushEndpoint ? PUSH_BACK_OFF : undefined;
  return {
    name: resource.name,
    filter: compileFilter(resource.filter),
    isOrdered: resource.enableMessageOrdering,
    ackDeadlineMs: resource.ackDeadlineSeconds * 1000,
    retentionMs: messageRetentionDuration
      ? durationMs(messageRetentionDuration)
      : Number(DEFAULT_RETENTION_SECONDS) * 1000,
    retainsAcknowledged: resource.retainAckedMessages,
    retry: retryPolicy === undefined ? withoutPolicy : { minimumMs, maximumMs },
    maxDeliveryAttempts: deadLetterPolicy?.deadLetterTopic ? deadLetterPolicy.maxDeliveryAttempts : undefined,
  };
}

/** A subscription: its resource, its messages, and its waiting subscribers. */
export class Subscription {
  #resource: Resource;
  readonly #clock: Clock;
  readonly #state: SubscriptionState;
  readonly #spans = new DeliverySpans();
  readonly #listeners = new Set<() => void>();
  #timer: Timer | undefined;
  #timerMs = Number.POSITIVE_INFINITY;
  #closedBy: RpcError | undefined;

  /** Throws INVALID_ARGUMENT for an invalid filter. */
  constructor(resource: Resource, clock: Clock, forward: ForwardDeadLetter) {
    this.#resource = resource;
    this.#clock = clock;
    this.#state = new SubscriptionState(settingsOf(resource), forward);
  }

  /** The resource as seen by clients. It is replaced, never modified. */
  get resource(): Resource {
    return this.#resource;
  }

  /** The reason why it no longer delivers: it is deleted or detached. */
  get closedBy(): RpcError | undefined {
    return this.#closedBy;
  }

  get unacknowledged(): PublishedMessage[] {
    this.#state.expire(this.#clock.nowMs());
    return this.#state.unacknowledged;
  }

  /** Applies a changed resource. */
  update(resource: Resource): void {
    this.#state.settings = settingsOf(resource);
    this.#resource = resource;
    this.#changed();
  }

  /** Replaces a field that does not affect the messages. */
  setField(fields: Partial<Pick<Resource, 'topic' | 'detached'>>): void {
    this.#resource = { ...this.#resource, ...fields };
  }

  publish(messages: readonly PublishedMessage[]): void {
    if (this.#closedBy !== undefined) return;
    this.#state.publish(messages);
    this.#changed();
  }

  /** Leases available messages. */
  pull(options: PullOptions): Delivery[] {
    if (this.#closedBy !== undefined) return [];
    const deliveries = this.#state.pull(options, this.#clock.nowMs());
    this.#spans.begin(this.#resource.name, deliveries);
    this.#setTimer();
    return deliveries;
  }

  /** The header with which the receiver of a delivery continues its trace. */
  traceparent(ackId: string): string | undefined {
    return this.#spans.traceparent(ackId);
  }

  isLeased(ackId: string): boolean {
    return this.#state.isLeased(ackId, this.#clock.nowMs());
  }

  hasIssued(ackId: string): boolean {
    return this.#state.hasIssued(ackId);
  }

  /** Acknowledges messages. Returns the ids whose lease has ended. */
  acknowledge(ackIds: readonly string[]): string[] {
    const expired = this.#state.acknowledge(ackIds, this.#clock.nowMs());
    this.#spans.end(ackIds.filter((ackId) => !expired.includes(ackId)));
    this.#changed();
    return expired;
  }

  /** Changes deadlines; 0 is a negative acknowledgement. Returns the ids whose lease has ended. */
  modifyAckDeadline(ackIds: readonly string[], seconds: number): string[] {
    const expired = this.#state.modifyAckDeadline(ackIds, seconds * 1000, this.#clock.nowMs());
    if (seconds === 0) this.#spans.end(ackIds, 'negative acknowledgement');
    this.#changed();
    return expired;
  }

  seekToTime(timeMs: number, retained: readonly PublishedMessage[]): void {
    this.#state.seekToTime(timeMs, retained, this.#clock.nowMs());
    this.#endSpans();
    this.#changed();
  }

  seekToMessages(messages: readonly PublishedMessage[]): void {
    this.#state.seekToMessages(messages, this.#clock.nowMs());
    this.#endSpans();
    this.#changed();
  }

  /**
   * Calls `listener` after each change that may make a message available or end a lease. Returns a
   * function that unsubscribes it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Drops all messages. */
  clear(): void {
    this.#state.clear();
    this.#changed();
  }

  /** Drops all messages and stops delivering; open pulls end with this error. */
  close(error: RpcError): void {
    this.#closedBy = error;
    this.#timer?.cancel();
    this.clear();
  }

  #changed(): void {
    this.#setTimer();
    for (const listener of [...this.#listeners]) listener();
  }

  #setTimer(): void {
    const { nextEventMs } = this.#state;
    if (nextEventMs >= this.#timerMs) return;
    this.#timer?.cancel();
    this.#timerMs = nextEventMs;
    this.#timer = this.#clock.setTimer(nextEventMs, () => {
      this.#timerMs = Number.POSITIVE_INFINITY;
      this.#state.expire(this.#clock.nowMs());
      this.#endSpans();
      this.#changed();
    });
  }

  #endSpans(): void {
    this.#spans.endExpired((ackId) => this.isLeased(ackId));
  }
}
