// The spans of messages: one for each published message, with a child for each delivery to a
// subscriber, which ends with its acknowledgement. They are not in the message's attributes, which
// belong to the publisher. Without a tracer there are none.
import { activeSpan, runInSpan, type Span } from '@savepoint/server/core/tracing';
import { messageId, type PublishedMessage } from '../core/message.ts';
import type { Delivery } from '../subscription/subscription-state.ts';

const publications = new WeakMap<PublishedMessage, Span>();

/** Records that the message was published, below the active span. */
export function recordPublished(topic: string, message: PublishedMessage): void {
  const span = activeSpan()?.child(`publish ${lastSegment(topic)}`, {
    kind: 'producer',
    attributes: { ...describe(message), 'messaging.destination.name': topic },
  });
  if (span === undefined) return;
  span.end();
  publications.set(message, span);
}

/**
 * Runs effects of a message outside a request, such as its move to a dead-letter topic, in the
 * message's trace.
 */
export function continueTrace<T>(message: PublishedMessage, task: () => T): T {
  const span = publications.get(message);
  return span === undefined ? task() : runInSpan(span, task);
}

/** The open deliveries of one subscription. */
export class DeliverySpans {
  readonly #open = new Map<string, Span>();

  begin(subscription: string, deliveries: readonly Delivery[]): void {
    for (const { ackId, message, attempt } of deliveries) {
      const span = publications.get(message)?.child(`deliver ${lastSegment(subscription)}`, {
        kind: 'producer',
        attributes: {
          ...describe(message),
          'messaging.destination.subscription.name': subscription,
          'messaging.delivery.attempt': attempt,
        },
      });
      if (span !== undefined) this.#open.set(ackId, span);
    }
  }

  /** `failure` means that the message is delivered again. */
  end(ackIds: Iterable<string>, failure?: string): void {
    for (const ackId of ackIds) {
      const span = this.#open.get(ackId);
      if (failure !== undefined) span?.fail(failure);
      span?.end();
      this.#open.delete(ackId);
    }
  }

  /** Ends deliveries that were not acknowledged in time. */
  endExpired(isLeased: (ackId: string) => boolean): void {
    this.end(
      [...this.#open.keys()].filter((ackId) => !isLeased(ackId)),
      'the acknowledgement deadline has passed',
    );
  }

  /**
   * The header with which a subscriber continues the trace; undefined for a delivery that has
   * ended.
   */
  traceparent(ackId: string): string | undefined {
    return this.#open.get(ackId)?.traceparent;
  }
}

function describe(message: PublishedMessage) {
  return {
    'messaging.system': 'gcp_pubsub',
    'messaging.message.id': messageId(message),
    'messaging.message.body.size': message.data.length,
    'messaging.gcp_pubsub.message.ordering_key': message.orderingKey || undefined,
  };
}

function lastSegment(name: string): string {
  return name.slice(name.lastIndexOf('/') + 1);
}
