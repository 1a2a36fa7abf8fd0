import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { invalidArgument, toRpcError } from '@savepoint/server/core/rpc-error';
import type { Broker } from '../broker/broker.ts';
import type { Subscription } from '../broker/subscription.ts';
import { checkName } from '../core/resource-name.ts';
import {
  type StreamingPullRequest,
  StreamingPullResponse_SubscriptionPropertiesSchema,
  StreamingPullResponseSchema,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import { acknowledge, modifyAckDeadline } from './acknowledge.ts';
import { checkBounds } from './check-bounds.ts';
import { ACK_DEADLINE_SECONDS, rejectPush } from './check-subscription.ts';
import { receivedMessage } from './received-message.ts';
import type { CallContext } from './service.ts';

type Response = MessageInitShape<typeof StreamingPullResponseSchema>;

const MAX_MESSAGES_PER_RESPONSE = 1000;
const MAX_BYTES_PER_RESPONSE = 4_000_000;

/**
 * Sends messages as they become available, within the client's flow control, until the client ends
 * its requests or the subscription is deleted or detached. Requests carry acknowledgements and
 * deadlines.
 */
export async function* streamingPull(
  broker: Broker,
  requests: AsyncIterable<StreamingPullRequest>,
  { signal }: CallContext,
): AsyncGenerator<Response> {
  const iterator = requests[Symbol.asyncIterator]();
  const first = await iterator.next();
  if (first.done === true) throw invalidArgument('The first request must name a subscription.');
  checkName('subscriptions', first.value.subscription);
  const stream = new PullStream(broker.subscription(first.value.subscription), first.value);
  let wake = (): void => {};
  const unsubscribe = stream.subscription.onChange(() => wake());
  signal.addEventListener('abort', () => wake());
  let isEnded = false;
  let failure: unknown;
  const readRequests = async (): Promise<void> => {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      stream.apply(next.value);
      wake();
    }
  };
  readRequests()
    .catch((error: unknown) => {
      failure = toRpcError(error);
    })
    .finally(() => {
      isEnded = true;
      wake();
    });
  try {
    while (!signal.aborted) {
      if (failure !== undefined) throw failure;
      if (stream.subscription.closedBy !== undefined) throw stream.subscription.closedBy;
      const response = stream.nextResponse();
      if (response !== undefined) yield response;
      else if (isEnded) return;
      else {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    unsubscribe();
  }
}

/** One client's stream: its flow control and its pending responses. */
class PullStream {
  readonly subscription: Subscription;
  readonly #maxMessages: number;
  readonly #maxBytes: number;
  #ackDeadlineSeconds = 0;
  #confirmations: Response[] = [];
  /** The size of each sent message with an active lease, by acknowledgement id. */
  readonly #outstanding = new Map<string, number>();

  constructor(subscription: Subscription, first: StreamingPullRequest) {
    this.subscription = subscription;
    rejectPush(subscription.resource);
    checkBounds('stream_ack_deadline_seconds', first.streamAckDeadlineSeconds, ACK_DEADLINE_SECONDS);
    this.#maxMessages = limit(first.maxOutstandingMessages);
    this.#maxBytes = limit(first.maxOutstandingBytes);
    this.#applyParts(first);
  }

  /** Applies a request after the first one. Throws INVALID_ARGUMENT. */
  apply(request: StreamingPullRequest): void {
    if (request.subscription !== '') {
      throw invalidArgument('Only the first request of a stream may name the subscription.');
    }
    this.#applyParts(request);
  }

  /** The next response; undefined if there is nothing to send. */
  nextResponse(): Response | undefined {
    const { resource } = this.subscription;
    const subscriptionProperties = create(StreamingPullResponse_SubscriptionPropertiesSchema, {
      exactlyOnceDeliveryEnabled: resource.enableExactlyOnceDelivery,
      messageOrderingEnabled: resource.enableMessageOrdering,
    });
    const confirmation = this.#confirmations.shift();
    if (confirmation !== undefined)
      return create(StreamingPullResponseSchema, { ...confirmation, subscriptionProperties });
    for (const ackId of this.#outstanding.keys()) {
      if (!this.subscription.isLeased(ackId)) this.#outstanding.delete(ackId);
    }
    const bytes = [...this.#outstanding.values()].reduce((sum, size) => sum + size, 0);
    const maxMessages = Math.min(MAX_MESSAGES_PER_RESPONSE, this.#maxMessages - this.#outstanding.size);
    if (maxMessages <= 0 || bytes >= this.#maxBytes) return undefined;
    const deliveries = this.subscription.pull({
      maxMessages,
      maxBytes: Math.min(MAX_BYTES_PER_RESPONSE, this.#maxBytes - bytes),
      ackDeadlineMs: this.#ackDeadlineSeconds * 1000,
    });
    if (deliveries.length === 0) return undefined;
    for (const { ackId, message } of deliveries) this.#outstanding.set(ackId, message.data.length);
    const receivedMessages = deliveries.map((delivery) => receivedMessage(delivery, resource));
    return { receivedMessages, subscriptionProperties };
  }

  #applyParts({
    ackIds,
    modifyDeadlineAckIds,
    modifyDeadlineSeconds,
    streamAckDeadlineSeconds,
  }: StreamingPullRequest): void {
    if (modifyDeadlineAckIds.length !== modifyDeadlineSeconds.length) {
      throw invalidArgument('modify_deadline_seconds and modify_deadline_ack_ids differ in length.');
    }
    if (streamAckDeadlineSeconds !== 0) {
      checkBounds('stream_ack_deadline_seconds', streamAckDeadlineSeconds, ACK_DEADLINE_SECONDS);
      this.#ackDeadlineSeconds = streamAckDeadlineSeconds;
    }
    const isConfirmed = this.subscription.resource.enableExactlyOnceDelivery;
    if (ackIds.length > 0) {
      const invalidAckIds = acknowledge(this.subscription, ackIds);
      const acknowledged = without(ackIds, invalidAckIds);
      if (isConfirmed) {
        this.#confirmations.push({ acknowledgeConfirmation: { ackIds: acknowledged, invalidAckIds } });
      }
    }
    if (modifyDeadlineAckIds.length > 0) {
      const invalidAckIds = modifyDeadlineAckIds.flatMap((ackId, index) =>
        modifyAckDeadline(this.subscription, [ackId], modifyDeadlineSeconds[index] as number),
      );
      const modified = without(modifyDeadlineAckIds, invalidAckIds);
      if (isConfirmed) {
        this.#confirmations.push({ modifyAckDeadlineConfirmation: { ackIds: modified, invalidAckIds } });
      }
    }
  }
}

/** 0 and negative numbers mean no limit. */
function limit(value: bigint): number {
  return value <= 0n ? Number.POSITIVE_INFINITY : Number(value);
}

function without(all: readonly string[], some: readonly string[]): string[] {
  const excluded = new Set(some);
  return all.filter((each) => !excluded.has(each));
}
