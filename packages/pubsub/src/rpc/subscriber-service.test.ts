import { create } from '@bufbuild/protobuf';
import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { describe, expect, it } from 'vitest';
import { Broker } from '../broker/broker.ts';
import {
  CreateSnapshotRequestSchema,
  type Snapshot,
  type Subscription,
  SubscriptionSchema,
  TopicSchema,
} from '../gen/google/pubsub/v1/pubsub_pb.js';
import type { CallContext } from './service.ts';
import { createSubscriberService } from './subscriber-service.ts';

const TOPIC = 'projects/of-the-topic/topics/news';
const CALL = { signal: new AbortController().signal } as CallContext;

function createService() {
  const broker = new Broker(new Clock(frozenTime(1_800_000_000_000)));
  broker.createTopic(create(TopicSchema, { name: TOPIC }));
  return createSubscriberService(broker);
}

describe('an omitted name', () => {
  it('is assigned to a subscription: a different one each time, in the project of its topic', async () => {
    const service = createService();
    const subscribe = async () =>
      (await service.createSubscription(create(SubscriptionSchema, { topic: TOPIC }), CALL)) as Subscription;
    const [first, second] = [await subscribe(), await subscribe()];
    expect(first.name).toMatch(/^projects\/of-the-topic\/subscriptions\/[A-Za-z]/);
    expect(second.name).not.toBe(first.name);
    expect(await service.getSubscription({ subscription: first.name } as never, CALL)).toMatchObject({
      topic: TOPIC,
    });
  });

  it('is assigned to a snapshot: a different one each time, in the project of its subscription', async () => {
    const service = createService();
    const subscription = 'projects/of-the-subscription/subscriptions/all';
    await service.createSubscription(create(SubscriptionSchema, { name: subscription, topic: TOPIC }), CALL);
    const snapshot = async () =>
      (await service.createSnapshot(create(CreateSnapshotRequestSchema, { subscription }), CALL)) as Snapshot;
    const [first, second] = [await snapshot(), await snapshot()];
    expect(first.name).toMatch(/^projects\/of-the-subscription\/snapshots\/[A-Za-z]/);
    expect(second.name).not.toBe(first.name);
    expect(await service.getSnapshot({ snapshot: first.name } as never, CALL)).toMatchObject({
      topic: TOPIC,
    });
  });

  it('is not assigned if the topic or subscription that determines its project has an invalid name', () => {
    const service = createService();
    expect(() => service.createSubscription(create(SubscriptionSchema, { topic: '' }), CALL)).toThrow(
      'Invalid [topics] name',
    );
    expect(() => service.createSnapshot(create(CreateSnapshotRequestSchema, {}), CALL)).toThrow(
      'Invalid [subscriptions] name',
    );
  });
});
