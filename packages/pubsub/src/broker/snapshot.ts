import type { PublishedMessage } from '../core/message.ts';
import type { Snapshot as Resource } from '../gen/google/pubsub/v1/pubsub_pb.js';

/**
 * The messages that were unacknowledged in its subscription when it was created, and all that its
 * topic has received since.
 */
export interface Snapshot {
  resource: Resource;
  readonly messages: PublishedMessage[];
  readonly expiresMs: number;
}
