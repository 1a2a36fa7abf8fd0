// firebase-admin sends, through the redirection that functions workers have.
import { once } from 'node:events';
import { connect } from 'node:http2';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getMessaging, type Message } from 'firebase-admin/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { callLocalServices } from '../../packages/firebase-tools/functions-worker/local-services.ts';
import { type MessagingEmulator, startMessaging } from '../../packages/messaging/src/server.ts';

const TRACE = '0af7651916cd43dd8448eb211c80319c';
const app = initializeApp({ projectId: 'demo-app', credential: { getAccessToken } }, 'messaging');
const messaging = getMessaging(app);
let emulator: MessagingEmulator;

async function getAccessToken() {
  return { access_token: 'owner', expires_in: 3600 };
}

beforeAll(async () => {
  // Spans without a receiver are dropped; the messages still name their traces.
  emulator = await startMessaging({ port: 0, otlpEndpoint: 'http://127.0.0.1:1' });
  vi.stubEnv('SAVEPOINT_MESSAGING_PORT', new URL(emulator.url).port);
  callLocalServices(() => ({ traceparent: `00-${TRACE}-b7ad6b7169203331-01` }));
});
beforeEach(() => emulator.outbox.clear());
afterAll(async () => {
  vi.unstubAllEnvs();
  await deleteApp(app);
  await emulator.close();
});

/** Nested lists, as JSON text. */
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;

const codeOf = (promise: Promise<unknown>) =>
  promise.then(
    () => 'sent',
    ({ code, message }: { code: string; message: string }) => `${code}: ${message}`,
  );

describe('firebase-admin', () => {
  it('sends a message and gets its name, and the outbox lists it', async () => {
    const message = { token: 'cXyz:APA91b-1', notification: { title: 'Hi' }, data: { order: '7' } };
    const name = await messaging.send(message);
    expect(name).toMatch(/^projects\/demo-app\/messages\/0:\d{16}%[\da-f]{16}$/);
    expect(emulator.outbox.messages).toEqual([
      expect.objectContaining({ name, message, target: { kind: 'token', value: 'cXyz:APA91b-1' } }),
    ]);
  });

  it('sends many over HTTP/2, in the trace of the function, and each has an outcome', async () => {
    emulator.outbox.unregister('gone');
    const { responses, successCount } = await messaging.sendEachForMulticast({
      tokens: ['one', 'gone', 'ExponentPushToken[x]'],
      notification: { title: 'Sale' },
    });
    expect(successCount).toBe(1);
    expect(responses.map(({ error, messageId }) => error?.code ?? messageId?.slice(0, 19))).toEqual([
      'projects/demo-app/m',
      'messaging/registration-token-not-registered',
      'messaging/invalid-argument',
    ]);
    const listed = emulator.outbox.messages;
    expect(listed.map(({ traceId }) => traceId)).toEqual([TRACE, TRACE, TRACE]);
    expect(listed.map(({ target, error }) => [target?.value, error?.status])).toEqual(
      expect.arrayContaining([
        ['one', undefined],
        ['gone', 'NOT_FOUND'],
        ['ExponentPushToken[x]', 'INVALID_ARGUMENT'],
      ]),
    );
  });

  it('validates a dry run, which the outbox marks', async () => {
    expect(await messaging.send({ topic: 'news' }, true)).toBe('projects/demo-app/messages/fake_message_id');
    expect(emulator.outbox.messages).toMatchObject([{ isDryRun: true, target: { kind: 'topic' } }]);
  });

  it('subscribes tokens to a topic, and unsubscribes them, over both APIs', async () => {
    emulator.outbox.unregister('gone');
    const subscribed = await messaging.subscribeToTopic(['one', 'two', 'gone'], 'news');
    expect(subscribed).toMatchObject({ successCount: 2, failureCount: 1 });
    expect(subscribed.errors[0]?.error.code).toBe('messaging/registration-token-not-registered');
    expect(await messaging.subscribeToTopicLegacy(['three', 'gone'], '/topics/news')).toMatchObject({
      successCount: 1,
      failureCount: 1,
    });
    await messaging.unsubscribeFromTopic('two', 'news');
    await messaging.send({ topic: 'news' });
    expect(emulator.outbox.messages[0]).toMatchObject({ subscribers: 2 });
  });

  it.each<[string, Message, string]>([
    [
      'more than 4096 bytes',
      { token: 'a', data: { key: 'é'.repeat(2047) } },
      'messaging/invalid-argument: Message too big: 4097 bytes of payload, at most 4096 are allowed',
    ],
    [
      'more than 2048 bytes to a topic',
      { topic: 'a', webpush: { data: { key: 'x'.repeat(2046) } } },
      'messaging/invalid-argument: Message too big: 2049 bytes of payload, at most 2048 are allowed',
    ],
    [
      'a key that FCM uses',
      { token: 'a', data: { google_id: '1' } },
      'messaging/invalid-argument: Invalid data payload key: google_id',
    ],
    [
      'a time to live of five weeks',
      { token: 'a', android: { ttl: 3_024_000_000 } },
      'messaging/invalid-argument: Invalid value (Duration): "3024000s" is not a number of seconds from 0s to 2419200s',
    ],
    [
      'a condition without an operator',
      { condition: "'a' in topics 'b' in topics" },
      'messaging/invalid-argument: Invalid condition expression provided.',
    ],
    [
      'a condition without a topic',
      { condition: 'T' },
      'messaging/invalid-argument: Invalid condition expression provided.',
    ],
    [
      'a condition with six topics',
      { condition: [...'abcdef'].map((name) => `'${name}' in topics`).join(' || ') },
      'messaging/invalid-argument: A condition has at most 5 topics.',
    ],
  ])('is refused a message with %s', async (_, message, error) => {
    expect(await codeOf(messaging.send(message))).toBe(error);
    expect(emulator.outbox.messages).toMatchObject([{ error: { status: 'INVALID_ARGUMENT' } }]);
  });

  it.each([
    ['title of an object', { notification: { title: { text: 'Hi' } } }, 'message.notification.title'],
    ['image of a number', { notification: { image: 5 } }, 'message.notification.image'],
    ['collapse key of an object', { android: { collapse_key: {} } }, 'message.android.collapseKey'],
    ['flag of a text', { android: { direct_boot_ok: 'true' } }, 'message.android.directBootOk'],
    ['header of a number', { webpush: { headers: { TTL: 5 } } }, 'message.webpush.headers[0].value'],
    ['payload of a text', { apns: { payload: 'x' } }, 'message.apns.payload'],
    ['payload of 20,000 levels', { apns: { payload: { a: nested(20_000) } } }, 'nested too deeply'],
    ['condition of 100,000 characters', { token: undefined, condition: '!'.repeat(100_000) }, 'too long'],
  ])('is refused a %s', async (_, fields, part) => {
    const response = await fetch(`${emulator.url}/v1/projects/demo-app/messages:send`, {
      method: 'POST',
      body: JSON.stringify({ message: { token: 'a', ...fields } }).replaceAll(/"\[+\]+"/g, (text) =>
        text.slice(1, -1),
      ),
    });
    expect(response.status).toBe(400);
    const { error } = (await response.json()) as { error: { status: string; message: string } };
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', message: expect.stringContaining(part) });
  });

  it.each<[Message]>([
    [{ condition: "'a' in topics && !('b' in topics || ('c' in topics))" }],
    [{ token: 'a', data: { key: 'x'.repeat(4093) } }],
    [
      {
        token: 'a',
        android: { priority: 'high', notification: { icon: 'i' } },
        apns: { payload: { aps: { badge: 1 } } },
        webpush: { fcmOptions: { link: 'https://example.com' } },
        fcmOptions: { analyticsLabel: 'l' },
      },
    ],
  ])('sends %j', async (message) => {
    expect(await codeOf(messaging.send(message))).toBe('sent');
  });
});

describe('the FCM v1 API', () => {
  const send = async (body: unknown, path = 'messages:send') => {
    const url = `${emulator.url}/v1/projects/demo-app/${path}`;
    const response = await fetch(url, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, ...((await response.json()) as { error?: object; name?: string }) };
  };

  it.each([
    [{ message: {} }, 'Recipient of the message is not set.', 'message'],
    [
      { message: { token: 'a', data: { key: 12 } } },
      "Invalid value at 'message.data[0].value' (TYPE_STRING), 12",
      'message.data[0].value',
    ],
    [
      { message: { token: 'a', title: 'x' } },
      `Invalid JSON payload received. Unknown name "title" at 'message': Cannot find field.`,
      'message',
    ],
    [
      { message: { token: 'a', topic: 'b' } },
      "oneof field 'target' is already set. Cannot set 'topic'",
      'message',
    ],
    [{ message: 7 }, "Invalid value at 'message' (TYPE_MESSAGE), 7", 'message'],
  ])('refuses %j and names the field', async (body, message, field) => {
    const { status, error } = await send(body);
    expect(status).toBe(400);
    expect(error).toMatchObject({ status: 'INVALID_ARGUMENT', message });
    expect(JSON.stringify(error)).toContain(`"field":${JSON.stringify(field)}`);
  });

  it('rejects unsupported calls with their path', async () => {
    expect(await send({}, 'messages:import')).toMatchObject({
      status: 501,
      error: { message: expect.stringContaining('POST /v1/projects/demo-app/messages:import') },
    });
  });

  it('keeps 16 MB of messages', async () => {
    for (let count = 0; count < 24; count++) await send({ message: { data: { key: 'é'.repeat(450_000) } } });
    const kept = Buffer.byteLength(JSON.stringify(emulator.outbox.messages));
    expect(kept).toBeGreaterThan(14_000_000);
    expect(kept).toBeLessThanOrEqual(16_100_000);
  });

  it('rejects HTTP/2 requests with a Host that DNS rebinding could use', async () => {
    const session = connect(emulator.url);
    const stream = session.request({ ':path': '/_savepoint/messages', ':authority': 'evil.example' });
    const [headers] = await once(stream, 'response');
    session.destroy();
    expect(headers[':status']).toBe(403);
  });

  it('rejects pages of other origins', async () => {
    const headers = { origin: 'https://evil.example' };
    const response = await fetch(`${emulator.url}/_savepoint/messages`, { headers });
    expect(response.status).toBe(403);
  });
});
