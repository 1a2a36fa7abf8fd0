import { durationMs } from '../core/duration.ts';
import type { PublishedMessage } from '../core/message.ts';
import type { Topic as Resource } from '../gen/google/pubsub/v1/pubsub_pb.js';

/**
 * A topic: its resource and, if that has a retention time, the messages that it stores for seeks.
 */
export class Topic {
  resource: Resource;
  #retained: PublishedMessage[] = [];

  constructor(resource: Resource) {
    this.resource = resource;
  }

  retain(messages: readonly PublishedMessage[]): void {
    if (this.resource.messageRetentionDuration !== undefined) this.#retained.push(...messages);
  }

  /** The stored messages within the retention time, in order. */
  retained(nowMs: number): readonly PublishedMessage[] {
    const { messageRetentionDuration } = this.resource;
    const oldestMs =
      messageRetentionDuration === undefined ? nowMs : nowMs - durationMs(messageRetentionDuration);
    const first = this.#retained.findIndex(({ publishTimeMs }) => publishTimeMs >= oldestMs);
    if (messageRetentionDuration === undefined || first < 0) this.#retained = [];
    else if (first > 0) this.#retained.splice(0, first);
    return this.#retained;
  }

  clear(): void {
    this.#retained = [];
  }
}
