import type { Message, Subscription } from '@google-cloud/pubsub';

/** The messages that a subscription has delivered over streaming pull. */
export interface Subscriber {
  readonly messages: readonly Message[];
  /** The data of the messages as text. */
  readonly texts: string[];
  /** Resolves to the error that ended it. */
  readonly failed: Promise<Error & { code?: number }>;
  close(): Promise<void>;
}

/** Receives messages; `handle` defaults to acknowledging each. */
export function subscribe(
  subscription: Subscription,
  handle: (message: Message) => void = (message) => message.ack(),
): Subscriber {
  const messages: Message[] = [];
  const failed = Promise.withResolvers<Error & { code?: number }>();
  subscription.on('message', (message: Message) => {
    messages.push(message);
    handle(message);
  });
  subscription.on('error', failed.resolve);
  return {
    messages,
    get texts() {
      return messages.map(({ data }) => data.toString());
    },
    failed: failed.promise,
    close: () => subscription.close(),
  };
}
