import { create } from '@bufbuild/protobuf';
import { DurationSchema, durationFromMs } from '@bufbuild/protobuf/wkt';
import { isLoopbackHost } from '@savepoint/server/core/loopback';
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import type { Broker } from '../broker/broker.ts';
import { DEFAULT_RETENTION_SECONDS } from '../broker/subscription.ts';
import { durationMs } from '../core/duration.ts';
import { checkName } from '../core/resource-name.ts';
import {
  type DeadLetterPolicy,
  ExpirationPolicySchema,
  type PushConfig,
  PushConfigSchema,
  type Subscription,
  Subscription_State,
  SubscriptionSchema,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import { checkBounds, checkDuration, rejectField } from './check-bounds.ts';
import { RETENTION_SECONDS } from './check-topic.ts';

export const ACK_DEADLINE_SECONDS = [10, 600] as const;
const DEFAULT_ACK_DEADLINE_SECONDS = 10;
const DELIVERY_ATTEMPTS = [5, 100] as const;
const DEFAULT_DELIVERY_ATTEMPTS = 5;
const BACK_OFF_SECONDS = [0, 600] as const;
const DAY_SECONDS = 86_400;
const EXPIRATION_SECONDS = [DAY_SECONDS, 365 * DAY_SECONDS] as const;
/**
 * In production, a subscription without activity for this long expires. Here the field is only
 * stored.
 */
const DEFAULT_EXPIRATION_MS = 31 * DAY_SECONDS * 1000;

/**
 * Checks a subscription to create or update, and returns it with production's defaults. Throws
 * INVALID_ARGUMENT, NOT_FOUND if its dead-letter topic does not exist, and UNIMPLEMENTED for
 * unsupported fields.
 */
export function checkSubscription(broker: Broker, subscription: Subscription): Subscription {
  checkName('subscriptions', subscription.name, true);
  rejectField('Subscription.bigquery_config', subscription.bigqueryConfig !== undefined);
  rejectField('Subscription.cloud_storage_config', subscription.cloudStorageConfig !== undefined);
  rejectField('Subscription.bigtable_config', subscription.bigtableConfig !== undefined);
  rejectField('Subscription.message_transforms', subscription.messageTransforms.length > 0);
  const { pushConfig = create(PushConfigSchema), retryPolicy, expirationPolicy } = subscription;
  const ackDeadlineSeconds = subscription.ackDeadlineSeconds || DEFAULT_ACK_DEADLINE_SECONDS;
  checkBounds('ack_deadline_seconds', ackDeadlineSeconds, ACK_DEADLINE_SECONDS);
  checkDuration('message_retention_duration', subscription.messageRetentionDuration, RETENTION_SECONDS);
  checkDuration('expiration_policy.ttl', expirationPolicy?.ttl, EXPIRATION_SECONDS);
  checkDuration('retry_policy.minimum_backoff', retryPolicy?.minimumBackoff, BACK_OFF_SECONDS);
  checkDuration('retry_policy.maximum_backoff', retryPolicy?.maximumBackoff, BACK_OFF_SECONDS);
  const { minimumBackoff, maximumBackoff } = retryPolicy ?? {};
  if (minimumBackoff && maximumBackoff && durationMs(minimumBackoff) > durationMs(maximumBackoff)) {
    throw invalidArgument('retry_policy.minimum_backoff is greater than retry_policy.maximum_backoff.');
  }
  checkPushConfig(pushConfig);
  if (subscription.enableExactlyOnceDelivery && pushConfig.pushEndpoint !== '') {
    throw invalidArgument('Exactly-once delivery is not supported for push subscriptions.');
  }
  return create(SubscriptionSchema, {
    ...subscription,
    pushConfig,
    ackDeadlineSeconds,
    messageRetentionDuration:
      subscription.messageRetentionDuration ?? create(DurationSchema, { seconds: DEFAULT_RETENTION_SECONDS }),
    expirationPolicy:
      expirationPolicy ?? create(ExpirationPolicySchema, { ttl: durationFromMs(DEFAULT_EXPIRATION_MS) }),
    deadLetterPolicy: checkDeadLetterPolicy(broker, subscription.deadLetterPolicy),
    state: Subscription_State.ACTIVE,
  });
}

function checkDeadLetterPolicy(
  broker: Broker,
  policy: DeadLetterPolicy | undefined,
): DeadLetterPolicy | undefined {
  if (policy === undefined || policy.deadLetterTopic === '') return undefined;
  const maxDeliveryAttempts = policy.maxDeliveryAttempts || DEFAULT_DELIVERY_ATTEMPTS;
  checkName('topics', policy.deadLetterTopic);
  checkBounds('dead_letter_policy.max_delivery_attempts', maxDeliveryAttempts, DELIVERY_ATTEMPTS);
  broker.topic(policy.deadLetterTopic);
  return { ...policy, maxDeliveryAttempts };
}

/** Push endpoints must be URLs on this machine; throws INVALID_ARGUMENT otherwise. */
export function checkPushConfig({ pushEndpoint, wrapper }: PushConfig): void {
  rejectField('PushConfig.no_wrapper', wrapper.case === 'noWrapper');
  if (pushEndpoint === '') return;
  const url = URL.parse(pushEndpoint);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    throw invalidArgument(`Unsupported push_endpoint: ${pushEndpoint}. Expected http://HOST/PATH.`);
  }
  if (!isLoopbackHost(url.hostname)) {
    throw invalidArgument(
      `Unsupported push_endpoint: ${pushEndpoint}. This emulator pushes to this machine only, such as http://127.0.0.1:8080/push.`,
    );
  }
}

/** Throws FAILED_PRECONDITION for a push subscription, whose messages cannot be pulled. */
export function rejectPush({ name, pushConfig }: Subscription): void {
  if (!pushConfig?.pushEndpoint) return;
  throw new RpcError(
    StatusCode.FAILED_PRECONDITION,
    `This method is not supported for this subscription type (resource=${name}): it has a push endpoint.`,
  );
}
