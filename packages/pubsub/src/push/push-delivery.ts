// Pushes the messages of subscriptions with an endpoint
// (https://cloud.google.com/pubsub/docs/push).

import type { Send } from '@savepoint/server/webhooks/send';
import type { Subscription } from '../broker/subscription.ts';
import { messageId, type PublishedMessage } from '../core/message.ts';
import type { Delivery } from '../subscription/subscription-state.ts';

/** The statuses that acknowledge a message. */
const SUCCESS: ReadonlySet<number> = new Set([102, 200, 201, 202, 204]);
/** The maximum number of concurrent pushes per subscription. */
const MAX_CONCURRENT = 20;

/** Sends a request that waits at most `timeoutMs` for its response. */
type SendWithin = (timeoutMs: number) => Send;

/** Pushes the messages of a subscription while it exists and its resource has an endpoint. */
export function pushMessages(
  subscription: Subscription,
  send: SendWithin,
  log: (line: string) => void,
): void {
  const delivery = new PushDelivery(subscription, send, log);
  subscription.onChange(() => delivery.pushAvailable());
}

class PushDelivery {
  readonly #subscription: Subscription;
  readonly #send: SendWithin;
  readonly #log: (line: string) => void;
  #underWay = 0;

  constructor(subscription: Subscription, send: SendWithin, log: (line: string) => void) {
    this.#subscription = subscription;
    this.#send = send;
    this.#log = log;
  }

  pushAvailable(): void {
    while (this.#subscription.resource.pushConfig?.pushEndpoint && this.#underWay < MAX_CONCURRENT) {
      // One at a time: a larger pull may return several messages with the same ordering key, which
      // must not be sent concurrently.
      const [delivery] = this.#subscription.pull({ maxMessages: 1 });
      if (delivery === undefined) return;
      this.#underWay += 1;
      void this.#push(delivery).finally(() => {
        this.#underWay -= 1;
        this.pushAvailable();
      });
    }
  }

  async #push(delivery: Delivery): Promise<void> {
    const { name, pushConfig, ackDeadlineSeconds } = this.#subscription.resource;
    const url = pushConfig?.pushEndpoint ?? '';
    const { ackId, message } = delivery;
    const traceparent = this.#subscription.traceparent(ackId);
    const send = this.#send(ackDeadlineSeconds * 1000);
    const result = await send(url, JSON.stringify(this.#body(delivery)), {
      'content-type': 'application/json',
      'user-agent': 'CloudPubSub-Google',
      from: 'noreply@google.com',
      ...(traceparent !== undefined && { traceparent }),
    });
    if ('status' in result && SUCCESS.has(result.status)) {
      this.#subscription.acknowledge([ackId]);
      return;
    }
    const problem = 'status' in result ? `status ${result.status}` : result.error;
    this.#log(`push of message ${messageId(message)} of ${name} to ${url} failed: ${problem}`);
    this.#subscription.modifyAckDeadline([ackId], 0);
  }

  #body({ message, attempt }: Delivery): object {
    const { name, deadLetterPolicy } = this.#subscription.resource;
    return {
      message: pushedMessage(message),
      subscription: name,
      ...(deadLetterPolicy === undefined ? {} : { deliveryAttempt: attempt }),
    };
  }
}

/** The message in production's format, with two names each for id and time. */
function pushedMessage(message: PublishedMessage): object {
  const { attributes, data, orderingKey } = message;
  const id = messageId(message);
  const publishTime = new Date(message.publishTimeMs).toISOString();
  return {
    ...(Object.keys(attributes).length > 0 && { attributes }),
    ...(data.length > 0 && { data: Buffer.from(data).toString('base64') }),
    messageId: id,
    message_id: id,
    publishTime,
    publish_time: publishTime,
    ...(orderingKey !== '' && { orderingKey }),
  };
}
