import { create } from '@bufbuild/protobuf';
import { invalidArgument } from '@savepoint/server/core/rpc-error';
import type { Broker } from '../broker/broker.ts';
import type { Subscription } from '../broker/subscription.ts';
import { timestampMs } from '../core/duration.ts';
import { assignName, checkName, checkProject, isInProject } from '../core/resource-name.ts';
import {
  PushConfigSchema,
  type Subscription as Resource,
  SnapshotSchema,
  type Subscriber,
  SubscriptionSchema,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import { acknowledge, modifyAckDeadline, rejectExpired } from './acknowledge.ts';
import { checkPushConfig, checkSubscription, rejectPush } from './check-subscription.ts';
import { applyFieldMask } from './field-mask.ts';
import { pageOf } from './page.ts';
import { receivedMessage } from './received-message.ts';
import type { ServiceImplementation } from './service.ts';
import { streamingPull } from './streaming-pull.ts';
import { waitForDeliveries } from './wait-for-deliveries.ts';

const MAX_MESSAGES_PER_PULL = 1000;

const MUTABLE_FIELDS: ReadonlySet<string> = new Set([
  'ack_deadline_seconds',
  'bigquery_config',
  'bigtable_config',
  'cloud_storage_config',
  'dead_letter_policy',
  'enable_exactly_once_delivery',
  'expiration_policy',
  'labels',
  'message_retention_duration',
  'message_transforms',
  'push_config',
  'retain_acked_messages',
  'retry_policy',
]);
const MUTABLE_SNAPSHOT_FIELDS: ReadonlySet<string> = new Set(['labels']);

/** google.pubsub.v1.Subscriber. */
export function createSubscriberService(broker: Broker): ServiceImplementation<typeof Subscriber> {
  const existing = (name: string): Subscription => {
    checkName('subscriptions', name);
    return broker.subscription(name);
  };
  /** Adds the field that is derived from its topic. */
  const withTopic = (resource: Resource): Resource => {
    const duration = broker.topics.get(resource.topic)?.resource.messageRetentionDuration;
    return duration === undefined ? resource : { ...resource, topicMessageRetentionDuration: duration };
  };
  const update = (subscription: Subscription, resource: Resource): void => {
    subscription.update(checkSubscription(broker, resource));
  };
  return {
    createSubscription(request) {
      checkName('topics', request.topic);
      const name = request.name || assignName('subscriptions', request.topic);
      // The server sets these two fields.
      const resource = { ...request, name, detached: false, topicMessageRetentionDuration: undefined };
      return withTopic(broker.createSubscription(checkSubscription(broker, resource)).resource);
    },

    getSubscription({ subscription }) {
      return withTopic(existing(subscription).resource);
    },

    updateSubscription({ subscription: source, updateMask: mask }) {
      const subscription = existing(source?.name ?? '');
      const changes = { source: source ?? create(SubscriptionSchema), mask, mutable: MUTABLE_FIELDS };
      update(subscription, applyFieldMask(SubscriptionSchema, subscription.resource, changes));
      return withTopic(subscription.resource);
    },

    listSubscriptions(request) {
      checkProject(request.project);
      const inProject = [...broker.subscriptions.keys()].filter((name) => isInProject(name, request.project));
      const { names, nextPageToken } = pageOf(inProject, request.project, request);
      const subscriptions = names.map((name) => withTopic(broker.subscription(name).resource));
      return { subscriptions, nextPageToken };
    },

    deleteSubscription({ subscription }) {
      broker.deleteSubscription(existing(subscription).resource.name);
      return {};
    },

    modifyAckDeadline({ subscription: name, ackIds, ackDeadlineSeconds }) {
      const subscription = existing(name);
      requireAckIds(ackIds);
      rejectExpired(subscription, modifyAckDeadline(subscription, ackIds, ackDeadlineSeconds));
      return {};
    },

    acknowledge({ subscription: name, ackIds }) {
      const subscription = existing(name);
      requireAckIds(ackIds);
      rejectExpired(subscription, acknowledge(subscription, ackIds));
      return {};
    },

    async pull({ subscription: name, maxMessages, returnImmediately }, { signal }) {
      const subscription = existing(name);
      if (maxMessages <= 0) throw invalidArgument('max_messages must be positive.');
      if (subscription.closedBy !== undefined) throw subscription.closedBy;
      rejectPush(subscription.resource);
      const options = { maxMessages: Math.min(maxMessages, MAX_MESSAGES_PER_PULL) };
      const deliveries = returnImmediately
        ? subscription.pull(options)
        : await waitForDeliveries(subscription, options, { clock: broker.clock, signal });
      const { resource } = subscription;
      return { receivedMessages: deliveries.map((delivery) => receivedMessage(delivery, resource)) };
    },

    streamingPull(requests, call) {
      return streamingPull(broker, requests, call);
    },

    modifyPushConfig({ subscription: name, pushConfig = create(PushConfigSchema) }) {
      const subscription = existing(name);
      checkPushConfig(pushConfig);
      update(subscription, { ...subscription.resource, pushConfig });
      return {};
    },

    getSnapshot({ snapshot }) {
      checkName('snapshots', snapshot);
      return broker.snapshot(snapshot).resource;
    },

    listSnapshots(request) {
      checkProject(request.project);
      const inProject = [...broker.snapshots.keys()].filter((name) => isInProject(name, request.project));
      const { names, nextPageToken } = pageOf(inProject, request.project, request);
      return { snapshots: names.map((name) => broker.snapshot(name).resource), nextPageToken };
    },

    createSnapshot({ name: requested, subscription, labels }) {
      checkName('subscriptions', subscription);
      const name = requested || assignName('snapshots', subscription);
      checkName('snapshots', name, true);
      return broker.createSnapshot(name, existing(subscription).resource.name, labels).resource;
    },

    updateSnapshot({ snapshot: source, updateMask: mask }) {
      checkName('snapshots', source?.name ?? '');
      const snapshot = broker.snapshot(source?.name ?? '');
      const changes = { source: source ?? create(SnapshotSchema), mask, mutable: MUTABLE_SNAPSHOT_FIELDS };
      snapshot.resource = applyFieldMask(SnapshotSchema, snapshot.resource, changes);
      return snapshot.resource;
    },

    deleteSnapshot({ snapshot }) {
      checkName('snapshots', snapshot);
      broker.deleteSnapshot(snapshot);
      return {};
    },

    seek({ subscription: name, target }) {
      const subscription = existing(name);
      if (subscription.closedBy !== undefined) throw subscription.closedBy;
      if (target.case === 'time') broker.seekToTime(name, timestampMs(target.value));
      else if (target.case === 'snapshot') {
        checkName('snapshots', target.value);
        broker.seekToSnapshot(name, target.value);
      } else throw invalidArgument('A seek needs a target: a time or a snapshot.');
      return {};
    },
  };
}

function requireAckIds(ackIds: readonly string[]): void {
  if (ackIds.length === 0) throw invalidArgument('No ack ids specified.');
}
