import { invalidArgument } from '@savepoint/server/core/rpc-error';
import type { NewMessage } from '../broker/broker.ts';
import type { PubsubMessage } from '../gen/google/pubsub/v1/pubsub_pb.js';

// Production's limits: https://cloud.google.com/pubsub/quotas#resource_limits
const MAX_MESSAGES = 1000;
const MAX_DATA_BYTES = 10_000_000;
const MAX_ATTRIBUTES = 100;
const MAX_KEY_BYTES = 256;
const MAX_VALUE_BYTES = 1024;
const MAX_ORDERING_KEY_BYTES = 1024;

/**
 * Checks the messages of a publish request. Throws INVALID_ARGUMENT, so either all or none are
 * published.
 */
export function checkMessages(messages: readonly PubsubMessage[]): NewMessage[] {
  if (messages.length === 0) throw invalidArgument('There are no messages to publish.');
  if (messages.length > MAX_MESSAGES) {
    throw invalidArgument(`A request may have ${MAX_MESSAGES} messages, not ${messages.length}.`);
  }
  return messages.map((message, index) => {
    checkMessage(message, index);
    const { data, attributes, orderingKey } = message;
    return { data, attributes, orderingKey };
  });
}

function checkMessage({ data, attributes, orderingKey }: PubsubMessage, index: number): void {
  const fail = (problem: string) => invalidArgument(`messages[${index}] ${problem}.`);
  const entries = Object.entries(attributes);
  if (data.length === 0 && entries.length === 0) {
    throw fail('is empty: it needs data or at least one attribute');
  }
  if (data.length > MAX_DATA_BYTES) throw fail(`has more than ${MAX_DATA_BYTES} bytes of data`);
  if (entries.length > MAX_ATTRIBUTES) throw fail(`has more than ${MAX_ATTRIBUTES} attributes`);
  if (Buffer.byteLength(orderingKey) > MAX_ORDERING_KEY_BYTES) {
    throw fail(`has an ordering key of more than ${MAX_ORDERING_KEY_BYTES} bytes`);
  }
  for (const [key, value] of entries) {
    if (key === '') throw fail('has an attribute without a key');
    if (key.startsWith('goog')) throw fail(`has the attribute "${key}": keys may not start with "goog"`);
    if (Buffer.byteLength(key) > MAX_KEY_BYTES)
      throw fail(`has an attribute key of more than ${MAX_KEY_BYTES} bytes`);
    if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
      throw fail(`has an attribute value of more than ${MAX_VALUE_BYTES} bytes: "${key}"`);
    }
  }
}
