// Makes Pub/Sub events match production: base64 data for first-generation functions, too; the
// message id as the event id; and a second-generation function with a schedule runs when a message
// is published to its topic, like a first-generation one.
import { hasSource, patchModule } from '../patch.ts';
import type { Message, PubsubEmulator, PubsubEmulatorModule } from './pubsub-emulator.ts';
import { type Tracer, tracer } from './tracer.ts';

export const pubsubEvents = patchModule<PubsubEmulatorModule>('lib/emulator/pubsubEmulator.js', {
  expected: {
    'PubsubEmulator.createLegacyEventRequestBody(topic, message) that passes message.data on': ({
      PubsubEmulator: { prototype },
    }) =>
      prototype.createLegacyEventRequestBody.length === 2 &&
      hasSource(prototype.createLegacyEventRequestBody, /data: message\.data,/),
    'PubsubEmulator.createCloudEventRequestBody(topic, message) with a random id': ({
      PubsubEmulator: { prototype },
    }) =>
      prototype.createCloudEventRequestBody.length === 2 &&
      hasSource(prototype.createCloudEventRequestBody, /randomUUID/),
    'PubsubEmulator.onMessage(topicName, message) for triggersForTopic': ({
      PubsubEmulator: { prototype },
    }) =>
      prototype.onMessage.length === 2 &&
      hasSource(prototype.onMessage, /this\.triggersForTopic\.get\(topicName\)/),
  },
  apply({ PubsubEmulator: { prototype } }) {
    const address = process.env.SAVEPOINT_PUBSUB_HOST;
    if (!address) return;
    const { createLegacyEventRequestBody, createCloudEventRequestBody, onMessage } = prototype;
    prototype.createLegacyEventRequestBody = function createEvent(topicName, message) {
      const { context, data } = createLegacyEventRequestBody.call(this, topicName, message);
      return {
        context: { ...context, eventId: message.id },
        data: {
          '@type': 'type.googleapis.com/google.pubsub.v1.PubsubMessage',
          ...data,
          data: message.data.toString('base64'),
        },
      };
    };
    prototype.createCloudEventRequestBody = function createCloudEvent(topicName, message) {
      return { ...createCloudEventRequestBody.call(this, topicName, message), id: message.id };
    };
    prototype.onMessage = function onMessageOrSchedule(topicName, message) {
      return runSchedules(this, topicName, message, () => onMessage.call(this, topicName, message));
    };
    if (tracer !== undefined) recordDeliveries(prototype, tracer, address);
  },
});

/** Runs the scheduled functions, or delivers the message if the topic has none. */
async function runSchedules(
  emulator: PubsubEmulator,
  topicName: string,
  message: Message,
  deliver: () => Promise<void>,
): Promise<void> {
  const triggers = emulator.triggersForTopic.get(topicName) ?? [];
  const scheduled = triggers.filter(({ signatureType }) => signatureType === 'http');
  if (scheduled.length === 0) return deliver();
  emulator.ensureFunctionsClient();
  const headers = {
    'x-cloudscheduler-jobname': topicName,
    'x-cloudscheduler-scheduletime': message.publishTime.toISOString(),
  };
  for (const { triggerKey } of scheduled) {
    const path = `/functions/projects/${emulator.args.projectId}/triggers/${triggerKey}`;
    try {
      await emulator.client.post(path, {}, { headers });
    } catch (error) {
      const reason = error instanceof Error ? error.message : error;
      emulator.logger.logLabeled('WARN', 'pubsub', `${topicName}: ${reason}`);
    }
  }
  message.ack();
}

/**
 * Adds deliveries to their publishers' traces. A subscriber does not receive a message's trace,
 * because the attributes belong to the publisher; our server returns it by delivery id.
 */
function recordDeliveries(prototype: PubsubEmulator, recorder: Tracer, address: string): void {
  const { onMessage } = prototype;
  prototype.onMessage = async function onMessageInTrace(topicName, message) {
    const traceparent = await readTraceparent(address, message.ackId);
    if (traceparent === undefined) return onMessage.call(this, topicName, message);
    const span = recorder.startSpan('pubsub', `push to functions ${topicName}`, traceparent, {
      kind: 'producer',
      attributes: { 'messaging.destination.name': topicName, 'messaging.message.id': message.id },
    });
    try {
      return await recorder.runInSpan(span, () => onMessage.call(this, topicName, message));
    } finally {
      span.end();
    }
  };
}

/** Undefined if the server is not ours or records nothing. */
async function readTraceparent(address: string, ackId: string): Promise<string | undefined> {
  try {
    const url = `http://${address}/_savepoint/deliveries?ackId=${encodeURIComponent(ackId)}`;
    const response = await fetch(url);
    if (!response.ok) return undefined;
    const delivery: { readonly traceparent?: string } = JSON.parse(await response.text());
    return delivery.traceparent;
  } catch {
    return undefined;
  }
}
