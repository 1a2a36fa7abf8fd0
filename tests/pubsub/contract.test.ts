// Pub/Sub through the unmodified SDK, for our emulator and, in a deep run with it installed, for
// Google's.

import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import {
  type Message,
  PubSub,
  type Subscription,
  type SubscriptionOptions,
  type Topic,
  v1,
} from '@google-cloud/pubsub';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { KNOWN_DIFFERENCES } from './known-differences.ts';
import { type ServerUnderTest, serversUnderTest } from './servers.ts';
import { subscribe } from './subscriber.ts';

// The SDK would look for Google Cloud's metadata server.
process.env.METADATA_SERVER_DETECTION = 'none';

const WAIT = { interval: 20 };
const [INVALID_ARGUMENT, NOT_FOUND, ALREADY_EXISTS, FAILED_PRECONDITION, UNIMPLEMENTED] = [3, 5, 6, 9, 12];

/** Polls until the condition holds. */
const until = (condition: () => unknown): Promise<void> =>
  vi.waitFor(async () => {
    expect(await condition()).toBe(true);
  }, WAIT);

const codeOf = (work: Promise<unknown>): Promise<number | undefined> =>
  work.then(
    () => undefined,
    (error: { code: number }) => error.code,
  );

const text = ({ data }: { data?: unknown }): string => Buffer.from(data as Uint8Array).toString();

describe.each(serversUnderTest())(
  'the contract of Pub/Sub with $name',
  { timeout: 60_000 },
  ({ name, start }) => {
    let server: ServerUnderTest;
    let pubsub: PubSub;
    let subscriber: v1.SubscriberClient;
    let created = 0;

    /** A case; one that Google's emulator is known to fail must fail there. */
    const contract = (title: string, run: () => Promise<void>): void => {
      const isKnown = name === 'google' && Object.hasOwn(KNOWN_DIFFERENCES, title);
      if (isKnown) it.fails(`${title} (known difference: ${KNOWN_DIFFERENCES[title]})`, run);
      else it(title, run);
    };

    beforeAll(async () => {
      server = await start();
      pubsub = new PubSub({ projectId: 'demo-contract', apiEndpoint: server.host, emulatorMode: true });
      await pubsub.getClientConfig();
      subscriber = new v1.SubscriberClient(
        pubsub.options as ConstructorParameters<typeof v1.SubscriberClient>[0],
      );
    }, 90_000);

    afterAll(async () => {
      await subscriber?.close();
      await pubsub?.close();
      await server?.stop();
    });

    /** A new topic with a subscription. */
    async function createPair(options: Parameters<Topic['createSubscription']>[1] = {}): Promise<{
      topic: Topic;
      subscription: Subscription;
    }> {
      created += 1;
      const [topic] = await pubsub.createTopic(`topic-${created}`);
      const [subscription] = await topic.createSubscription(`subscription-${created}`, options);
      return { topic, subscription };
    }

    /** Pulls messages with unary calls, which return at once. */
    async function pull(subscription: Subscription, maxMessages = 100) {
      const [{ receivedMessages }] = await subscriber.pull({
        subscription: subscription.name,
        maxMessages,
        returnImmediately: true,
      });
      return (receivedMessages ?? []).map(({ ackId, message, deliveryAttempt }) => ({
        ackId: ackId as string,
        deliveryAttempt,
        attributes: message?.attributes ?? {},
        text: text(message ?? {}),
      }));
    }

    /** Pulls until this many messages have arrived. */
    async function pullMany(subscription: Subscription, count: number) {
      const messages: Awaited<ReturnType<typeof pull>> = [];
      await until(async () => {
        messages.push(...(await pull(subscription, count - messages.length)));
        return messages.length >= count;
      });
      return messages;
    }

    const acknowledge = (subscription: Subscription, messages: readonly { ackId: string }[]) =>
      subscriber.acknowledge({
        subscription: subscription.name,
        ackIds: messages.map(({ ackId }) => ackId),
      });

    const setDeadline = (
      subscription: Subscription,
      messages: readonly { ackId: string }[],
      seconds: number,
    ) =>
      subscriber.modifyAckDeadline({
        subscription: subscription.name,
        ackIds: messages.map(({ ackId }) => ackId),
        ackDeadlineSeconds: seconds,
      });

    const publish = async (topic: Topic, ...texts: string[]): Promise<void> => {
      for (const data of texts) await topic.publishMessage({ data: Buffer.from(data) });
    };

    contract(
      'a subscriber gets data, attributes, ordering key, id and publish time of a message',
      async () => {
        const { topic, subscription } = await createPair({ enableMessageOrdering: true });
        topic.setPublishOptions({ messageOrdering: true });
        const before = Date.now();
        const id = await topic.publishMessage({
          data: Buffer.from([0, 255, 10]),
          attributes: { origin: 'shop', ü: '✓' },
          orderingKey: 'order-1',
        });
        const { messages, close } = subscribe(subscription);
        await until(() => messages.length === 1);
        const [message] = messages as [Message];
        expect(message).toMatchObject({ id, attributes: { origin: 'shop', ü: '✓' }, orderingKey: 'order-1' });
        expect([...message.data]).toEqual([0, 255, 10]);
        expect(Math.abs(message.publishTime.getTime() - before)).toBeLessThan(60_000);
        await close();
      },
    );

    contract(
      'every subscription of a topic gets each message, and none that was published before it',
      async () => {
        const { topic, subscription } = await createPair();
        await publish(topic, 'early');
        const [second] = await topic.createSubscription(`second-${created}`);
        await publish(topic, 'late');
        expect((await pullMany(subscription, 2)).map((message) => message.text)).toEqual(['early', 'late']);
        expect((await pullMany(second, 1)).map((message) => message.text)).toEqual(['late']);
      },
    );

    contract(
      'a topic or subscription that exists is not created again, and one that does not is not found',
      async () => {
        const { topic, subscription } = await createPair();
        expect(await codeOf(pubsub.createTopic(topic.name))).toBe(ALREADY_EXISTS);
        expect(await codeOf(topic.createSubscription(subscription.name))).toBe(ALREADY_EXISTS);
        expect(await codeOf(pubsub.topic('none-such').getMetadata())).toBe(NOT_FOUND);
        expect(await codeOf(pubsub.topic('none-such').publishMessage({ data: Buffer.from('x') }))).toBe(
          NOT_FOUND,
        );
        expect(await codeOf(pubsub.topic('none-such').createSubscription('other-sub'))).toBe(NOT_FOUND);
        expect(await codeOf(pubsub.subscription('none-such').getMetadata())).toBe(NOT_FOUND);
        expect(await codeOf(pubsub.subscription('none-such').delete())).toBe(NOT_FOUND);
        expect(await codeOf(pubsub.topic('none-such').delete())).toBe(NOT_FOUND);
        expect(await codeOf(pubsub.snapshot('none-such').delete())).toBe(NOT_FOUND);
        expect(await topic.exists()).toEqual([true]);
        expect(await pubsub.topic('none-such').exists()).toEqual([false]);
      },
    );

    contract('topics and subscriptions are listed in pages, per project and per topic', async () => {
      const other = new PubSub({ projectId: 'demo-pages', apiEndpoint: server.host, emulatorMode: true });
      for (const id of ['bbb', 'aaa', 'ccc']) await other.createTopic(id);
      await other.topic('aaa').createSubscription('of-aaa');
      await other.topic('bbb').createSubscription('of-bbb');
      const [page, nextQuery] = await other.getTopics({ pageSize: 2, autoPaginate: false });
      expect(page.map((topic) => topic.name)).toEqual([
        'projects/demo-pages/topics/aaa',
        'projects/demo-pages/topics/bbb',
      ]);
      const [rest] = await other.getTopics({ ...(nextQuery as object | null), autoPaginate: false });
      expect(rest.map((topic) => topic.name)).toEqual(['projects/demo-pages/topics/ccc']);
      const [all] = await other.getSubscriptions();
      expect(all).toHaveLength(2);
      const [ofTopic] = await other.topic('aaa').getSubscriptions();
      expect(ofTopic.map((each) => each.name)).toEqual(['projects/demo-pages/subscriptions/of-aaa']);
      await other.close();
    });

    contract('an acknowledged message is not delivered again', async () => {
      const { topic, subscription } = await createPair();
      await publish(topic, 'a', 'b');
      const messages = await pullMany(subscription, 2);
      await acknowledge(subscription, messages.slice(0, 1));
      await setDeadline(subscription, messages.slice(1), 0);
      expect((await pullMany(subscription, 1)).map((message) => message.text)).toEqual(['b']);
      expect(await pull(subscription)).toEqual([]);
    });

    contract('a message is leased to one pull until its deadline, and delivered again after it', async () => {
      const { topic, subscription } = await createPair();
      await publish(topic, 'a');
      const first = await pullMany(subscription, 1);
      expect(await pull(subscription)).toEqual([]);
      await setDeadline(subscription, first, 1);
      const second = await pullMany(subscription, 1);
      expect(second.map((message) => message.text)).toEqual(['a']);
      expect(second[0]?.ackId).not.toBe(first[0]?.ackId);
    });

    contract('a pull waits for a message that is published meanwhile', async () => {
      const { topic, subscription } = await createPair();
      const waiting = subscriber.pull({ subscription: subscription.name, maxMessages: 5 });
      await publish(topic, 'late');
      const [{ receivedMessages }] = await waiting;
      expect(receivedMessages?.map(({ message }) => text(message ?? {}))).toEqual(['late']);
    });

    contract('messages with an ordering key are delivered in order, one run at a time', async () => {
      const { topic, subscription } = await createPair({ enableMessageOrdering: true });
      topic.setPublishOptions({ messageOrdering: true });
      const numbers = Array.from({ length: 30 }, (_, index) => String(index));
      const published = numbers.map((data) =>
        topic.publishMessage({
          data: Buffer.from(data),
          orderingKey: Number(data) % 2 === 0 ? 'even' : 'odd',
        }),
      );
      await Promise.all(published);
      const received = subscribe(subscription);
      await until(() => received.messages.length === numbers.length);
      for (const key of ['even', 'odd']) {
        const ofKey = received.messages.filter(({ orderingKey }) => orderingKey === key);
        expect(ofKey.map(({ data }) => Number(data))).toEqual(
          ofKey.map(({ data }) => Number(data)).toSorted((a, b) => a - b),
        );
      }
      await received.close();
    });

    contract(
      'the messages of an ordering key wait while an earlier pull has not acknowledged its run',
      async () => {
        const { topic, subscription } = await createPair({ enableMessageOrdering: true });
        topic.setPublishOptions({ messageOrdering: true });
        for (const data of ['1', '2', '3']) {
          await topic.publishMessage({ data: Buffer.from(data), orderingKey: 'k' });
        }
        const first = await pullMany(subscription, 1);
        expect(await pull(subscription)).toEqual([]);
        await acknowledge(subscription, first);
        expect((await pullMany(subscription, 2)).map((message) => message.text)).toEqual(['2', '3']);
      },
    );

    contract(
      'a negative acknowledgement of an ordered message delivers it and all later ones of its key again',
      async () => {
        const { topic, subscription } = await createPair({ enableMessageOrdering: true });
        topic.setPublishOptions({ messageOrdering: true });
        for (const data of ['1', '2', '3']) {
          await topic.publishMessage({ data: Buffer.from(data), orderingKey: 'k' });
        }
        const messages = await pullMany(subscription, 3);
        await setDeadline(subscription, messages.slice(0, 1), 0);
        expect((await pullMany(subscription, 3)).map((message) => message.text)).toEqual(['1', '2', '3']);
      },
    );

    contract('a filter delivers only the messages whose attributes it accepts', async () => {
      const { topic, subscription } = await createPair({
        filter: 'attributes.kind = "order" AND NOT hasPrefix(attributes.region, "us")',
      });
      await topic.publishMessage({
        data: Buffer.from('1'),
        attributes: { kind: 'order', region: 'us-east' },
      });
      await topic.publishMessage({ data: Buffer.from('2'), attributes: { kind: 'visit', region: 'eu' } });
      await topic.publishMessage({ data: Buffer.from('3'), attributes: { kind: 'order', region: 'eu' } });
      expect((await pullMany(subscription, 1)).map((message) => message.text)).toEqual(['3']);
      expect(await pull(subscription)).toEqual([]);
      expect((await subscription.getMetadata())[0].filter).toContain('hasPrefix');
    });

    contract('a filter that is not valid is rejected', async () => {
      expect(await codeOf(createPair({ filter: 'attributes.kind =' }))).toBe(INVALID_ARGUMENT);
    });

    contract(
      'a message is forwarded to the dead-letter topic after the maximum of delivery attempts',
      async () => {
        const dead = await createPair();
        const { topic, subscription } = await createPair({
          deadLetterPolicy: { deadLetterTopic: dead.topic.name, maxDeliveryAttempts: 5 },
        });
        await topic.publishMessage({ data: Buffer.from('poison'), attributes: { a: 'b' } });
        for (const attempt of [1, 2, 3, 4, 5]) {
          const messages = await pullMany(subscription, 1);
          expect(messages[0]?.deliveryAttempt).toBe(attempt);
          await setDeadline(subscription, messages, 0);
        }
        let letter: Awaited<ReturnType<typeof pull>>[number] | undefined;
        await until(async () => {
          // Google's emulator forwards a message only when the next pull would deliver it.
          expect(await pull(subscription)).toEqual([]);
          [letter] = await pull(dead.subscription, 1);
          return letter !== undefined;
        });
        expect(letter).toMatchObject({ text: 'poison', attributes: { a: 'b' } });
        expect(letter?.attributes).toMatchObject({
          CloudPubSubDeadLetterSourceDeliveryCount: '5',
          CloudPubSubDeadLetterSourceSubscription: subscription.name.split('/').at(-1),
          CloudPubSubDeadLetterSourceSubscriptionProject: 'demo-contract',
        });
        expect(await pull(subscription)).toEqual([]);
      },
    );

    contract('a retry policy delays a message after a negative acknowledgement', async () => {
      const { topic, subscription } = await createPair({
        retryPolicy: { minimumBackoff: { seconds: 1 }, maximumBackoff: { seconds: 2 } },
      });
      await publish(topic, 'a');
      const messages = await pullMany(subscription, 1);
      const rejectedAt = performance.now();
      await setDeadline(subscription, messages, 0);
      await pullMany(subscription, 1);
      expect(performance.now() - rejectedAt).toBeGreaterThan(900);
    });

    contract(
      'a seek to an earlier time delivers acknowledged messages again when they are retained',
      async () => {
        const { topic, subscription } = await createPair({ retainAckedMessages: true });
        const before = new Date(Date.now() - 60_000);
        await publish(topic, 'a', 'b');
        await acknowledge(subscription, await pullMany(subscription, 2));
        await subscription.seek(before);
        expect((await pullMany(subscription, 2)).map((message) => message.text)).toEqual(['a', 'b']);
      },
    );

    contract('a seek to a later time acknowledges all messages', async () => {
      const { topic, subscription } = await createPair();
      await publish(topic, 'a', 'b');
      await subscription.seek(new Date(Date.now() + 60_000));
      expect(await pull(subscription)).toEqual([]);
      await publish(topic, 'c');
      expect((await pullMany(subscription, 1)).map((message) => message.text)).toEqual(['c']);
    });

    contract(
      'a seek to a snapshot restores what was not acknowledged then, and delivers what came after it',
      async () => {
        const { topic, subscription } = await createPair({ retainAckedMessages: true });
        await publish(topic, 'a', 'b');
        const [first] = await pullMany(subscription, 2);
        await acknowledge(subscription, first === undefined ? [] : [first]);
        const [snapshot] = await subscription.createSnapshot(`snapshot-${created}`);
        await publish(topic, 'c');
        await subscription.seek(new Date(Date.now() + 60_000));
        expect(await pull(subscription)).toEqual([]);
        await subscription.seek(snapshot.name);
        expect((await pullMany(subscription, 2)).map((message) => message.text)).toEqual(['b', 'c']);
        const [snapshots] = await pubsub.getSnapshots();
        expect(snapshots.map((each) => each.name)).toContain(snapshot.name);
        await snapshot.delete();
        expect(await codeOf(subscription.seek(snapshot.name))).toBe(NOT_FOUND);
      },
    );

    contract(
      'an acknowledgement with exactly-once delivery succeeds once and fails for an expired lease',
      async () => {
        const { topic, subscription } = await createPair({ enableExactlyOnceDelivery: true });
        await publish(topic, 'a');
        const responses: Promise<string>[] = [];
        const received = subscribe(subscription, (message) => responses.push(message.ackWithResponse()));
        await until(() => responses.length === 1);
        expect(await responses[0]).toBe('SUCCESS');
        await received.close();
        await publish(topic, 'b');
        const expired = await pullMany(subscription, 1);
        await setDeadline(subscription, expired, 0);
        expect(await codeOf(acknowledge(subscription, expired))).toBe(FAILED_PRECONDITION);
      },
    );

    contract('a subscriber never has more messages under way than its flow control admits', async () => {
      const { topic } = await createPair();
      await topic.createSubscription(`flow-${created}`);
      const options: SubscriptionOptions = {
        flowControl: { maxMessages: 2 },
        streamingOptions: { maxStreams: 1 },
      };
      const limited = pubsub.subscription(`flow-${created}`, options);
      await publish(topic, ...'abcdefgh');
      let underWay = 0;
      let maximum = 0;
      const received = subscribe(limited, (message) => {
        underWay += 1;
        maximum = Math.max(maximum, underWay);
        setImmediate(() => {
          underWay -= 1;
          message.ack();
        });
      });
      await until(() => received.messages.length >= 8);
      expect(received.texts.toSorted().join('')).toBe('abcdefgh');
      expect(maximum).toBeLessThanOrEqual(2);
      await received.close();
    });

    contract('a push endpoint gets a message as JSON, and again until its status is a success', async () => {
      const requests: { body: Record<string, unknown>; request: IncomingMessage }[] = [];
      const endpoint = createServer(async (request, response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        requests.push({ body: JSON.parse(Buffer.concat(chunks).toString()), request });
        response.writeHead(requests.length < 3 ? 500 : 204).end();
      }).listen(0, '127.0.0.1');
      await once(endpoint, 'listening');
      const { port } = endpoint.address() as AddressInfo;
      const pushEndpoint = `http://127.0.0.1:${port}/push?token=x`;
      const { topic, subscription } = await createPair({ pushConfig: { pushEndpoint } });
      const id = await topic.publishMessage({ data: Buffer.from('hello'), attributes: { a: 'b' } });
      await until(() => requests.length === 3);
      expect(requests[2]?.request).toMatchObject({ method: 'POST', url: '/push?token=x' });
      expect(requests[2]?.request.headers['content-type']).toContain('application/json');
      expect(requests[2]?.body).toMatchObject({
        subscription: subscription.name,
        message: {
          data: Buffer.from('hello').toString('base64'),
          attributes: { a: 'b' },
          messageId: id,
          message_id: id,
        },
      });
      await subscription.modifyPushConfig({ pushEndpoint: '' });
      await publish(topic, 'pulled');
      expect((await pullMany(subscription, 1)).map((message) => message.text)).toEqual(['pulled']);
      endpoint.close();
      endpoint.closeAllConnections();
    });

    contract('metadata of topics and subscriptions can be changed by field', async () => {
      const { topic, subscription } = await createPair({ ackDeadlineSeconds: 30, labels: { a: 'b' } });
      await subscription.setMetadata({ ackDeadlineSeconds: 60, retainAckedMessages: true });
      expect((await subscription.getMetadata())[0]).toMatchObject({
        name: subscription.name,
        topic: topic.name,
        ackDeadlineSeconds: 60,
        retainAckedMessages: true,
        labels: { a: 'b' },
      });
      await topic.setMetadata({ messageRetentionDuration: { seconds: 1200 } });
      expect((await topic.getMetadata())[0].messageRetentionDuration).toMatchObject({ seconds: '1200' });
    });

    contract('a field that is not mutable is not changed', async () => {
      const { subscription } = await createPair();
      const change = (paths: string[], fields: object) =>
        codeOf(
          subscriber.updateSubscription({
            subscription: { name: subscription.name, ...fields },
            updateMask: { paths },
          }),
        );
      expect(await change(['topic'], { topic: 'projects/demo-contract/topics/other' })).toBe(
        INVALID_ARGUMENT,
      );
      expect(await change(['nonsense'], {})).toBe(INVALID_ARGUMENT);
      expect(await change([], {})).toBe(INVALID_ARGUMENT);
    });

    contract('a subscription of a deleted topic keeps its messages', async () => {
      const { topic, subscription } = await createPair();
      await publish(topic, 'left');
      await topic.delete();
      expect((await subscription.getMetadata())[0].topic).toBe('_deleted-topic_');
      expect((await pullMany(subscription, 1)).map((message) => message.text)).toEqual(['left']);
    });

    contract('a detached subscription delivers nothing more', async () => {
      const { topic, subscription } = await createPair();
      await publish(topic, 'dropped');
      await pubsub.detachSubscription(subscription.name);
      expect(await pubsub.subscription(subscription.name).detached()).toEqual([true]);
      expect(await codeOf(pull(subscription))).toBe(FAILED_PRECONDITION);
    });

    contract('a stream of a subscription that is deleted ends with an error', async () => {
      const { topic, subscription } = await createPair();
      const received = subscribe(subscription);
      await publish(topic, 'first');
      await until(() => received.messages.length === 1);
      await pubsub.subscription(subscription.name).delete();
      expect((await received.failed).code).toBe(NOT_FOUND);
    });

    contract('names, messages and deadlines that are not valid are rejected', async () => {
      const { topic, subscription } = await createPair();
      const publisher = new v1.PublisherClient(
        pubsub.options as ConstructorParameters<typeof v1.PublisherClient>[0],
      );
      const project = 'projects/demo-contract';
      const calls: Promise<unknown>[] = [
        publisher.createTopic({ name: `${project}/topics/1starts-with-a-digit` }),
        publisher.createTopic({ name: `${project}/topics/goog-reserved` }),
        publisher.createTopic({ name: `${project}/topics/ab` }),
        publisher.createTopic({ name: 'nonsense' }),
        publisher.publish({ topic: topic.name, messages: [] }),
        publisher.publish({ topic: topic.name, messages: [{}] }),
        topic.createSubscription('deadline-601', { ackDeadlineSeconds: 601 }),
        topic.createSubscription('retention-60', { messageRetentionDuration: { seconds: 60 } }),
        topic.createSubscription('back-off-601', { retryPolicy: { minimumBackoff: { seconds: 601 } } }),
        subscriber.pull({ subscription: subscription.name, maxMessages: 0 }),
        subscriber.acknowledge({ subscription: subscription.name, ackIds: ['nonsense'] }),
        subscriber.acknowledge({ subscription: subscription.name, ackIds: [] }),
        subscriber.seek({ subscription: subscription.name }),
      ];
      expect(await Promise.all(calls.map(codeOf))).toEqual(calls.map(() => INVALID_ARGUMENT));
      await publisher.close();
    });

    contract('limits of production on messages and subscriptions are kept', async () => {
      const { topic } = await createPair();
      const publishOne = (attributes: Record<string, string>) =>
        codeOf(topic.publishMessage({ data: Buffer.from('x'), attributes }));
      expect(await publishOne({ 'goog-x': '' })).toBe(INVALID_ARGUMENT);
      expect(await publishOne({ ['k'.repeat(257)]: '' })).toBe(INVALID_ARGUMENT);
      expect(await publishOne({ k: 'v'.repeat(1025) })).toBe(INVALID_ARGUMENT);
      expect(await codeOf(topic.createSubscription('deadline-5', { ackDeadlineSeconds: 5 }))).toBe(
        INVALID_ARGUMENT,
      );
      const deadLetterPolicy = { deadLetterTopic: topic.name, maxDeliveryAttempts: 4 };
      expect(await codeOf(topic.createSubscription('attempts-4', { deadLetterPolicy }))).toBe(
        INVALID_ARGUMENT,
      );
    });

    contract('calls that are not supported are rejected by name', async () => {
      const { topic } = await createPair();
      const errors = await Promise.allSettled([
        pubsub.createSchema('schema', 'AVRO', '{"type":"string"}'),
        topic.iam.getPolicy(),
      ]);
      expect(errors.map((each) => each.status === 'rejected' && each.reason.code)).toEqual([
        UNIMPLEMENTED,
        UNIMPLEMENTED,
      ]);
      expect(String((errors[0] as PromiseRejectedResult).reason.details)).toContain('CreateSchema');
    });

    contract('REST publishes, pulls and acknowledges what gRPC does', async () => {
      const { topic, subscription } = await createPair();
      const call = async (method: string, path: string, body?: object) => {
        const response = await fetch(`http://${server.host}/v1/${path}`, {
          method,
          ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
        });
        return { status: response.status, body: (await response.json()) as Record<string, never> };
      };
      const messages = [{ data: Buffer.from('rest').toString('base64'), attributes: { a: 'b' } }];
      const { body: published } = await call('POST', `${topic.name}:publish`, { messages });
      const { body: pulled } = await call('POST', `${subscription.name}:pull`, { maxMessages: 10 });
      const [received] = pulled.receivedMessages as unknown as { ackId: string; message: object }[];
      expect(received?.message).toMatchObject({ ...messages[0], messageId: published.messageIds?.[0] });
      expect(await call('POST', `${subscription.name}:acknowledge`, { ackIds: [received?.ackId] })).toEqual({
        status: 200,
        body: {},
      });
      expect(await call('GET', 'projects/demo-contract/topics/none-such')).toMatchObject({
        status: 404,
        body: { error: { code: 404, status: 'NOT_FOUND' } },
      });
      expect((await call('PUT', 'projects/demo-contract/topics/by-rest', {})).status).toBe(200);
      const patched = await call('PATCH', subscription.name, {
        subscription: { ackDeadlineSeconds: 33 },
        updateMask: 'ackDeadlineSeconds',
      });
      expect(patched.body).toMatchObject({ name: subscription.name, ackDeadlineSeconds: 33 });
      expect((await call('GET', 'projects/demo-contract/topics?pageSize=1')).body.topics).toHaveLength(1);
      expect((await call('DELETE', 'projects/demo-contract/topics/by-rest')).status).toBe(200);
    });
  },
);
