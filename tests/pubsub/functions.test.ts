// Functions with topics and schedules, run by firebase-tools with our server instead of Google's
// emulator.

import { PubSub } from '@google-cloud/pubsub';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type PubSubEmulator, startPubSubEmulator } from '../../packages/pubsub/src/server.ts';
import { type FunctionsProject, startFunctionsProject } from './functions-project.ts';
import { subscribe } from './subscriber.ts';

const PROJECT = 'demo-functions';
const WAIT = { timeout: 60_000, interval: 50 };

/**
 * Each function publishes its input to the topic `calls`, through the variable that firebase-tools
 * sets.
 */
const SOURCE = `
  const { PubSub } = require('@google-cloud/pubsub');
  const v1 = require('firebase-functions/v1');
  const { onMessagePublished } = require('firebase-functions/v2/pubsub');
  const { onSchedule } = require('firebase-functions/v2/scheduler');
  const calls = new PubSub({ projectId: '${PROJECT}' }).topic('calls');
  const record = (call) => calls.publishMessage({ json: call });

  exports.first = v1.pubsub.topic('orders').onPublish((message, context) =>
    record({ name: 'first', data: message.data, json: message.json, attributes: message.attributes,
      eventId: context.eventId, timestamp: context.timestamp, type: context.eventType }));
  exports.second = onMessagePublished('orders', ({ id, type, source, data: { message, subscription } }) =>
    record({ name: 'second', id, type, source, subscription, data: message.data, json: message.json,
      attributes: message.attributes, orderingKey: message.orderingKey, messageId: message.messageId,
      publishTime: message.publishTime }));
  exports.daily = v1.pubsub.schedule('every 24 hours').onRun((context) => record({ name: 'daily', eventId: context.eventId }));
  exports.nightly = onSchedule('every 24 hours', ({ scheduleTime }) => record({ name: 'nightly', scheduleTime }));
`;

let emulator: PubSubEmulator;
let project: FunctionsProject;
let pubsub: PubSub;
const calls = new Map<string, Record<string, unknown>>();
let closeCalls: () => Promise<void>;

beforeAll(async () => {
  process.env.METADATA_SERVER_DETECTION = 'none';
  emulator = await startPubSubEmulator();
  pubsub = new PubSub({ projectId: PROJECT, apiEndpoint: emulator.host, emulatorMode: true });
  const [topic] = await pubsub.createTopic('calls');
  const [subscription] = await topic.createSubscription('calls');
  const { close } = subscribe(subscription, (message) => {
    const call = JSON.parse(message.data.toString()) as Record<string, unknown>;
    calls.set(String(call.name), call);
    message.ack();
  });
  closeCalls = close;
  project = await startFunctionsProject({ projectId: PROJECT, source: SOURCE, pubsubHost: emulator.host });
}, 120_000);

afterAll(async () => {
  await project?.stop();
  await closeCalls?.();
  await pubsub?.close();
  await emulator?.close();
}, 30_000);

describe('functions of firebase-tools with Pub/Sub at an address', { timeout: 90_000 }, () => {
  it('are called with messages of their topic, in the first and the second generation', async () => {
    const publishedAt = Date.now();
    const messageId = await pubsub
      .topic('orders', { messageOrdering: true })
      .publishMessage({ json: { order: 7 }, attributes: { shop: 'a' }, orderingKey: 'customer-1' });
    await vi.waitFor(() => expect([...calls.keys()].sort()).toEqual(['first', 'second']), WAIT);
    const data = Buffer.from('{"order":7}').toString('base64');
    expect(calls.get('first')).toMatchObject({
      data,
      json: { order: 7 },
      attributes: { shop: 'a' },
      eventId: messageId,
      type: 'google.pubsub.topic.publish',
    });
    expect(calls.get('second')).toMatchObject({
      data,
      json: { order: 7 },
      attributes: { shop: 'a' },
      orderingKey: 'customer-1',
      messageId,
      id: messageId,
      type: 'google.cloud.pubsub.topic.v1.messagePublished',
      source: `//pubsub.googleapis.com/projects/${PROJECT}/topics/orders`,
      subscription: `projects/${PROJECT}/subscriptions/emulator-sub-orders`,
    });
    for (const time of [calls.get('first')?.timestamp, calls.get('second')?.publishTime]) {
      expect(Math.abs(Date.parse(String(time)) - publishedAt)).toBeLessThan(60_000);
    }
  });

  it('with a schedule are called when a message is published to its topic', async () => {
    await pubsub.topic('firebase-schedule-daily').publishMessage({ data: Buffer.from('now') });
    await pubsub.topic('firebase-schedule-nightly').publishMessage({ data: Buffer.from('now') });
    await vi.waitFor(
      () => expect([...calls.keys()]).toEqual(expect.arrayContaining(['daily', 'nightly'])),
      WAIT,
    );
    expect(Date.parse(String(calls.get('nightly')?.scheduleTime))).not.toBeNaN();
  });

  it('leave no message unacknowledged, and the hub names the address', async () => {
    const subscription = pubsub.subscription('emulator-sub-orders');
    await vi.waitFor(async () => {
      const [snapshot] = await subscription.createSnapshot(`left-${Date.now()}`);
      const [restored] = await pubsub.topic('orders').createSubscription(`check-${Date.now()}`);
      await restored.seek(String(snapshot.name));
      const response = await fetch(`http://${emulator.host}/v1/${restored.name}:pull`, {
        method: 'POST',
        body: JSON.stringify({ maxMessages: 1, returnImmediately: true }),
      });
      expect(await response.json()).toEqual({});
    }, WAIT);
    const emulators = (await (await fetch(`${project.hubUrl}/emulators`)).json()) as Record<string, unknown>;
    expect(emulators.pubsub).toMatchObject({ host: '127.0.0.1', port: emulator.port });
    expect(project.output()).not.toContain('function ignored');
  });
});

describe('firebase-tools with Pub/Sub at an address that is not one', { timeout: 120_000 }, () => {
  it.each([
    ['127.0.0.1:9', /Nothing listens at SAVEPOINT_PUBSUB_HOST=127\.0\.0\.1:9\. Start it/],
    ['nonsense', /SAVEPOINT_PUBSUB_HOST is nonsense: expected HOST:PORT/],
  ])('ends before it loads functions, and names the variable, for %s', async (pubsubHost, message) => {
    const start = startFunctionsProject({ projectId: PROJECT, source: SOURCE, pubsubHost });
    await expect(start).rejects.toThrow(message);
  });
});
