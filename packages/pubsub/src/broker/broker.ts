// Topics, subscriptions and snapshots, and the flow of messages between them. Independent of
// requests: arguments are already validated.

import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import type { Clock } from '@savepoint/server/core/clock';
import { RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import type { PublishedMessage } from '../core/message.ts';
import { DELETED_TOPIC } from '../core/resource-name.ts';
import {
  SnapshotSchema,
  type Subscription as SubscriptionResource,
  type Topic as TopicResource,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import { continueTrace, recordPublished } from './message-traces.ts';
import type { Snapshot } from './snapshot.ts';
import { Subscription } from './subscription.ts';
import { Topic } from './topic.ts';

/** A snapshot lives for seven days minus the age of its oldest unacknowledged message. */
const SNAPSHOT_LIFETIME_MS = 604_800_000;
/** A snapshot with a shorter lifetime is not created. */
const MIN_SNAPSHOT_LIFETIME_MS = 3_600_000;

/** A message to publish, without the fields that the server adds. */
export type NewMessage = Pick<PublishedMessage, 'data' | 'attributes' | 'orderingKey'>;

/** All resources of all projects. */
export class Broker {
  readonly clock: Clock;
  readonly #topics = new Map<string, Topic>();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #snapshots = new Map<string, Snapshot>();
  readonly #createdListeners = new Set<(subscription: Subscription) => void>();
  #lastSequence = 0;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  /** All topics, by name. */
  get topics(): ReadonlyMap<string, Topic> {
    return this.#topics;
  }

  /** All subscriptions, by name. */
  get subscriptions(): ReadonlyMap<string, Subscription> {
    return this.#subscriptions;
  }

  /** The snapshots that have not expired, by name. */
  get snapshots(): ReadonlyMap<string, Snapshot> {
    const nowMs = this.clock.nowMs();
    for (const [name, { expiresMs }] of this.#snapshots) if (expiresMs <= nowMs) this.#snapshots.delete(name);
    return this.#snapshots;
  }

  /** Throws NOT_FOUND. */
  topic(name: string): Topic {
    return found(this.#topics, name);
  }

  /** Throws NOT_FOUND. */
  subscription(name: string): Subscription {
    return found(this.#subscriptions, name);
  }

  /**
   * The header with which a subscriber continues the trace of a delivery; undefined for an unknown
   * or ended one.
   */
  traceparent(ackId: string): string | undefined {
    return this.#subscriptions.get(ackId.slice(0, ackId.lastIndexOf(':')))?.traceparent(ackId);
  }

  /** Throws NOT_FOUND, including for an expired snapshot. */
  snapshot(name: string): Snapshot {
    return found(this.snapshots, name);
  }

  /** Throws ALREADY_EXISTS. */
  createTopic(resource: TopicResource): Topic {
    return add(this.#topics, resource.name, () => new Topic(resource));
  }

  /**
   * Deletes a topic. Its subscriptions and snapshots stay, with `_deleted-topic_` as their topic.
   * Throws NOT_FOUND.
   */
  deleteTopic(name: string): void {
    this.topic(name);
    this.#topics.delete(name);
    for (const subscription of this.#subscriptionsOf(name)) subscription.setField({ topic: DELETED_TOPIC });
    for (const snapshot of this.#snapshots.values()) {
      if (snapshot.resource.topic === name)
        snapshot.resource = { ...snapshot.resource, topic: DELETED_TOPIC };
    }
  }

  /**
   * Publishes messages to the subscriptions of a topic. Returns them with their ids. Throws
   * NOT_FOUND.
   * @example publish('projects/p/topics/news', [{ data, attributes: {}, orderingKey: '' }])
   */
  publish(topicName: string, newMessages: readonly NewMessage[]): PublishedMessage[] {
    const topic = this.topic(topicName);
    const publishTimeMs = this.clock.nowMs();
    const messages = newMessages.map((message): PublishedMessage => {
      this.#lastSequence += 1;
      return { ...message, sequence: this.#lastSequence, publishTimeMs };
    });
    for (const message of messages) recordPublished(topicName, message);
    topic.retain(messages);
    for (const { resource, messages: stored } of this.snapshots.values()) {
      if (resource.topic === topicName) stored.push(...messages);
    }
    for (const subscription of this.#subscriptionsOf(topicName)) subscription.publish(messages);
    return messages;
  }

  /**
   * Throws NOT_FOUND if the topic does not exist, ALREADY_EXISTS, and INVALID_ARGUMENT for an
   * invalid filter.
   */
  createSubscription(resource: SubscriptionResource): Subscription {
    this.topic(resource.topic);
    const subscription = add(
      this.#subscriptions,
      resource.name,
      () =>
        new Subscription(resource, this.clock, (message, attempts) =>
          this.#forwardDeadLetter(resource.name, message, attempts),
        ),
    );
    for (const listener of this.#createdListeners) listener(subscription);
    return subscription;
  }

  /** Calls `listener` with each new subscription. */
  onSubscriptionCreated(listener: (subscription: Subscription) => void): void {
    this.#createdListeners.add(listener);
  }

  /** Throws NOT_FOUND. */
  deleteSubscription(name: string): void {
    const subscription = this.subscription(name);
    this.#subscriptions.delete(name);
    subscription.close(notFound(name));
  }

  /** Detaches a subscription from its topic and drops its messages. Throws NOT_FOUND. */
  detachSubscription(name: string): void {
    const subscription = this.subscription(name);
    subscription.setField({ detached: true });
    subscription.close(
      new RpcError(
        StatusCode.FAILED_PRECONDITION,
        `The subscription is detached from its topic (resource=${name}).`,
      ),
    );
  }

  /**
   * Throws NOT_FOUND, ALREADY_EXISTS, and FAILED_PRECONDITION if it would expire within an hour.
   */
  createSnapshot(name: string, subscriptionName: string, labels: Record<string, string>): Snapshot {
    const subscription = this.subscription(subscriptionName);
    return add(this.#snapshots, name, () => {
      const nowMs = this.clock.nowMs();
      const messages = subscription.unacknowledged;
      const expiresMs = (messages[0]?.publishTimeMs ?? nowMs) + SNAPSHOT_LIFETIME_MS;
      if (expiresMs - nowMs < MIN_SNAPSHOT_LIFETIME_MS) {
        throw new RpcError(
          StatusCode.FAILED_PRECONDITION,
          `The oldest unacknowledged message of ${subscriptionName} is too old for a snapshot.`,
        );
      }
      const { topic } = subscription.resource;
      const expireTime = timestampFromMs(expiresMs);
      return { resource: create(SnapshotSchema, { name, topic, labels, expireTime }), messages, expiresMs };
    });
  }

  /** Throws NOT_FOUND. */
  deleteSnapshot(name: string): void {
    this.snapshot(name);
    this.#snapshots.delete(name);
  }

  /** Seeks a subscription to a time in milliseconds since the Unix epoch. Throws NOT_FOUND. */
  seekToTime(subscriptionName: string, timeMs: number): void {
    const subscription = this.subscription(subscriptionName);
    const retained = this.#topics.get(subscription.resource.topic)?.retained(this.clock.nowMs()) ?? [];
    subscription.seekToTime(timeMs, retained);
  }

  /** Throws NOT_FOUND, and FAILED_PRECONDITION for a snapshot of another topic. */
  seekToSnapshot(subscriptionName: string, snapshotName: string): void {
    const subscription = this.subscription(subscriptionName);
    const snapshot = this.snapshot(snapshotName);
    if (snapshot.resource.topic !== subscription.resource.topic) {
      throw new RpcError(
        StatusCode.FAILED_PRECONDITION,
        `The snapshot ${snapshotName} belongs to a different topic than ${subscriptionName}.`,
      );
    }
    subscription.seekToMessages(snapshot.messages);
  }

  /**
   * Removes all messages and snapshots. Topics and subscriptions stay, because clients are
   * connected to them.
   */
  clearMessages(): void {
    this.#snapshots.clear();
    for (const topic of this.#topics.values()) topic.clear();
    for (const subscription of this.#subscriptions.values()) subscription.clear();
  }

  #subscriptionsOf(topicName: string): Subscription[] {
    return [...this.#subscriptions.values()].filter(({ resource }) => resource.topic === topicName);
  }

  #forwardDeadLetter(subscriptionName: string, message: PublishedMessage, attempts: number): boolean {
    const { deadLetterPolicy } = this.subscription(subscriptionName).resource;
    const topicName = deadLetterPolicy?.deadLetterTopic ?? '';
    if (!this.#topics.has(topicName)) return false;
    const [, project = '', , id = ''] = subscriptionName.split('/');
    const attributes = {
      ...message.attributes,
      CloudPubSubDeadLetterSourceDeliveryCount: String(attempts),
      CloudPubSubDeadLetterSourceSubscription: id,
      CloudPubSubDeadLetterSourceSubscriptionProject: project,
      CloudPubSubDeadLetterSourceTopicPublishTime: new Date(message.publishTimeMs).toISOString(),
    };
    const { data, orderingKey } = message;
    continueTrace(message, () => this.publish(topicName, [{ data, attributes, orderingKey }]));
    return true;
  }
}

function notFound(name: string): RpcError {
  return new RpcError(StatusCode.NOT_FOUND, `Resource not found (resource=${name}).`);
}

function found<T>(resources: ReadonlyMap<string, T>, name: string): T {
  const resource = resources.get(name);
  if (resource === undefined) throw notFound(name);
  return resource;
}

function add<T>(resources: Map<string, T>, name: string, make: () => T): T {
  if (resources.has(name)) {
    throw new RpcError(
      StatusCode.ALREADY_EXISTS,
      `Resource already exists in the project (resource=${name}).`,
    );
  }
  const resource = make();
  resources.set(name, resource);
  return resource;
}
