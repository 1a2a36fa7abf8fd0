import { create } from '@bufbuild/protobuf';
import { timestampFromMs } from '@bufbuild/protobuf/wkt';
import { messageId, type PublishedMessage } from '../core/message.ts';
import {
  type PubsubMessage,
  PubsubMessageSchema,
  type ReceivedMessage,
  ReceivedMessageSchema,
  type Subscription,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import type { Delivery } from '../subscription/subscription-state.ts';

/** A message as received by subscribers. It contains the ordering key even without ordering. */
function pubsubMessage(message: PublishedMessage): PubsubMessage {
  return create(PubsubMessageSchema, {
    data: message.data as Uint8Array<ArrayBuffer>,
    attributes: { ...message.attributes },
    messageId: messageId(message),
    publishTime: timestampFromMs(message.publishTimeMs),
    orderingKey: message.orderingKey,
  });
}

/**
 * A delivery as returned by a pull. As in production, the number of attempts is included only with
 * a dead-letter policy.
 */
export function receivedMessage(
  { ackId, message, attempt }: Delivery,
  resource: Subscription,
): ReceivedMessage {
  return create(ReceivedMessageSchema, {
    ackId,
    message: pubsubMessage(message),
    deliveryAttempt: resource.deadLetterPolicy === undefined ? 0 : attempt,
  });
}
