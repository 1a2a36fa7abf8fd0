// Makes PubsubEmulator a client of the server at SAVEPOINT_PUBSUB_HOST (see pubsub-server.cjs), and
// its events those of production: data in base64 for functions of the first generation, too, the
// message's id as the id of the event, and a function of the second generation with a schedule runs
// when a message is published to its topic, as one of the first generation does.
const { tracer } = require('./tracer.ts');

exports.module = 'lib/emulator/pubsubEmulator.js';

exports.expected = {
  'PubsubEmulator with start() and getInfo() of downloadableEmulators': ({ PubsubEmulator: { prototype } }) =>
    /downloadableEmulators\.start\(/.test(prototype.start) && /this\.args\.port/.test(prototype.getInfo),
  'PubsubEmulator.createLegacyEventRequestBody(topic, message) that passes message.data on': ({
    PubsubEmulator: { prototype },
  }) =>
    prototype.createLegacyEventRequestBody.length === 2 &&
    /data: message\.data,/.test(prototype.createLegacyEventRequestBody),
  'PubsubEmulator.createCloudEventRequestBody(topic, message) with a random id': ({
    PubsubEmulator: { prototype },
  }) =>
    prototype.createCloudEventRequestBody.length === 2 &&
    /randomUUID/.test(prototype.createCloudEventRequestBody),
  'PubsubEmulator.onMessage(topicName, message) for triggersForTopic': ({ PubsubEmulator: { prototype } }) =>
    prototype.onMessage.length === 2 && /this\.triggersForTopic\.get\(topicName\)/.test(prototype.onMessage),
};

exports.apply = ({ PubsubEmulator: { prototype } }, load) => {
  const address = process.env.SAVEPOINT_PUBSUB_HOST;
  if (!address) return;
  const { hostname = '', port = '' } = URL.parse(`http://${address}`) ?? {};
  prototype.start = async () => {
    const { FirebaseError } = load('../error');
    if (port === '') throw new FirebaseError(`SAVEPOINT_PUBSUB_HOST is ${address}: expected HOST:PORT.`);
    await fetch(`http://${address}/`).catch(() => {
      throw new FirebaseError(
        `Nothing listens at SAVEPOINT_PUBSUB_HOST=${address}. Start it: npx savepoint-pubsub --port ${port}`,
      );
    });
  };
  prototype.stop = async function stopClient() {
    await this.forgetSubscriptions();
  };
  // The server has been started again: it has none of the topics and subscriptions.
  prototype.forgetSubscriptions = async function forgetSubscriptions() {
    const subscriptions = [...this.subscriptionForTopic.values()];
    this.subscriptionForTopic.clear();
    this.triggersForTopic.clear();
    await Promise.all(subscriptions.map((subscription) => subscription.close().catch(() => undefined)));
    await this._pubsub?.close().catch(() => undefined);
    this._pubsub = undefined;
  };
  // A stream that ends with its server, or that a server does not know which was started again, is
  // an error that nobody else listens for.
  const { maybeCreateTopicAndSub } = prototype;
  prototype.maybeCreateTopicAndSub = async function createAndLogErrors(topicName) {
    const subscription = await maybeCreateTopicAndSub.call(this, topicName);
    subscription.on('error', (error) => {
      if (this.subscriptionForTopic.get(topicName) !== subscription) return;
      this.logger.logLabeled('DEBUG', 'pubsub', `${topicName}: ${error.message}`);
    });
    return subscription;
  };
  prototype.getInfo = () => ({ name: 'pubsub', host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) });

  const { createLegacyEventRequestBody, createCloudEventRequestBody, onMessage } = prototype;
  prototype.createLegacyEventRequestBody = function createEvent(topic, message) {
    const body = createLegacyEventRequestBody.call(this, topic, message);
    body.context.eventId = message.id;
    body.data = {
      '@type': 'type.googleapis.com/google.pubsub.v1.PubsubMessage',
      ...body.data,
      data: message.data.toString('base64'),
    };
    return body;
  };
  prototype.createCloudEventRequestBody = function createCloudEvent(topic, message) {
    return { ...createCloudEventRequestBody.call(this, topic, message), id: message.id };
  };
  prototype.onMessage = async function onMessageOrSchedule(topicName, message) {
    const triggers = this.triggersForTopic.get(topicName) ?? [];
    const scheduled = triggers.filter(({ signatureType }) => signatureType === 'http');
    if (scheduled.length === 0) return onMessage.call(this, topicName, message);
    this.ensureFunctionsClient();
    for (const { triggerKey } of scheduled) {
      const headers = {
        'x-cloudscheduler-jobname': topicName,
        'x-cloudscheduler-scheduletime': message.publishTime.toISOString(),
      };
      try {
        await this.client.post(
          `/functions/projects/${this.args.projectId}/triggers/${triggerKey}`,
          {},
          { headers },
        );
      } catch (error) {
        this.logger.logLabeled('WARN', 'pubsub', `${topicName}: ${error.message}`);
      }
    }
    message.ack();
  };
  if (tracer === undefined) return;
  // A subscriber does not learn the trace of a message: attributes are the publisher's. Our server
  // has it by the id of the delivery.
  const { onMessage: deliver } = prototype;
  prototype.onMessage = async function onMessageInTrace(topicName, message) {
    const traceparent = await readTraceparent(address, message.ackId);
    if (traceparent === undefined) return deliver.call(this, topicName, message);
    const span = tracer.startSpan('pubsub', `push to functions ${topicName}`, traceparent, {
      kind: 'producer',
      attributes: { 'messaging.destination.name': topicName, 'messaging.message.id': message.id },
    });
    try {
      return await tracer.runInSpan(span, () => deliver.call(this, topicName, message));
    } finally {
      span.end();
    }
  };
};

/** Undefined where the server is not ours, or records nothing. */
async function readTraceparent(address, ackId) {
  try {
    const response = await fetch(
      `http://${address}/_savepoint/deliveries?ackId=${encodeURIComponent(ackId)}`,
    );
    return response.ok ? (await response.json()).traceparent : undefined;
  } catch {
    return undefined;
  }
}
