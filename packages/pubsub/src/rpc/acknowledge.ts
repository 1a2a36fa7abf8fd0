import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import type { Subscription } from '../broker/subscription.ts';

/** 0 is a negative acknowledgement. */
const DEADLINE_SECONDS = [0, 600] as const;

/**
 * Acknowledges messages. Returns the ids whose lease has ended. Throws INVALID_ARGUMENT, without
 * effect, for ids that the subscription has not issued.
 */
export function acknowledge(subscription: Subscription, ackIds: readonly string[]): string[] {
  checkAckIds(subscription, ackIds);
  return subscription.acknowledge(ackIds);
}

/** Changes deadlines, like {@link acknowledge}. */
export function modifyAckDeadline(
  subscription: Subscription,
  ackIds: readonly string[],
  seconds: number,
): string[] {
  checkAckIds(subscription, ackIds);
  const [minimum, maximum] = DEADLINE_SECONDS;
  if (seconds < minimum || seconds > maximum) {
    throw invalidArgument(
      `Invalid ack deadline: ${seconds}. It must be between ${minimum} and ${maximum} seconds.`,
    );
  }
  return subscription.modifyAckDeadline(ackIds, seconds);
}

function checkAckIds(subscription: Subscription, ackIds: readonly string[]): void {
  const foreign = ackIds.find((ackId) => !subscription.hasIssued(ackId));
  if (foreign !== undefined) throw invalidArgument(`Invalid ack id (ack_id=${foreign}).`);
}

/**
 * With exactly-once delivery, an ended lease is an error, whose details list each id
 * (https://cloud.google.com/pubsub/docs/exactly-once-delivery). Otherwise the message is silently
 * redelivered. Throws FAILED_PRECONDITION.
 */
export function rejectExpired({ resource }: Subscription, expired: readonly string[]): void {
  if (!resource.enableExactlyOnceDelivery || expired.length === 0) return;
  throw new RpcError(
    StatusCode.FAILED_PRECONDITION,
    'Some acknowledgement ids in the request were invalid. This could be because the acknowledgement ids have expired or the acknowledgement ids were malformed.',
    [
      {
        '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
        reason: 'EXACTLY_ONCE_ACKID_FAILURE',
        domain: 'pubsub.googleapis.com',
        metadata: Object.fromEntries(expired.map((ackId) => [ackId, 'PERMANENT_FAILURE_INVALID_ACK_ID'])),
      },
    ],
  );
}
