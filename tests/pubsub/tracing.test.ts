// The spans of a message, from its publication to its acknowledgement, at an OTLP receiver of the
// test.
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PubSub } from '@google-cloud/pubsub';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type PubSubEmulator, startPubSubEmulator } from '../../packages/pubsub/src/server.ts';
import { restClient } from './rest-client.ts';

const TOPIC = 'projects/demo/topics/news';
const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const TRACEPARENT = `00-${TRACE}-00f067aa0ba902b7-01`;

interface ExportedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly status?: { readonly message: string };
}

let receiver: Server;
let url: string;
let emulator: PubSubEmulator;
let rest: ReturnType<typeof restClient>;
let spans: ExportedSpan[];
let pushed: (string | undefined)[];

beforeEach(async () => {
  spans = [];
  pushed = [];
  receiver = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    if (request.url === '/push') pushed.push(request.headers.traceparent as string | undefined);
    else for (const { scopeSpans } of JSON.parse(text).resourceSpans) spans.push(...scopeSpans[0].spans);
    response.end('{}');
    receiver.emit('received');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  emulator = await startPubSubEmulator({ otlpEndpoint: url });
  rest = restClient(emulator.host);
  await rest('PUT', 'topics/news', {});
});

afterEach(async () => {
  await emulator.close();
  receiver.closeAllConnections();
  await new Promise((closed) => receiver.close(closed));
});

/** Resolves with the span of this name, now or when it arrives. */
async function spanNamed(name: string): Promise<ExportedSpan> {
  for (;;) {
    const found = spans.find((span) => span.name === name);
    if (found !== undefined) return found;
    await once(receiver, 'received');
  }
}

async function publish(): Promise<void> {
  const response = await fetch(`http://${emulator.host}/v1/${TOPIC}:publish`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', traceparent: TRACEPARENT },
    body: JSON.stringify({ messages: [{ data: 'YQ==', attributes: { kind: 'a' } }] }),
  });
  expect(response.status).toBe(200);
}

async function pull() {
  const { body } = await rest('POST', 'subscriptions/all:pull', { maxMessages: 10, returnImmediately: true });
  return (body.receivedMessages ?? []) as { ackId: string; message: { attributes: object } }[];
}

describe('a message', () => {
  it('is one trace from the publishing request to its acknowledgement', async () => {
    await rest('PUT', 'subscriptions/all', { topic: TOPIC });
    await publish();
    const [received] = await pull();
    const { ackId, message } = received as NonNullable<typeof received>;
    // Attributes are the publisher's.
    expect(message.attributes).toEqual({ kind: 'a' });
    const deliveries = `http://${emulator.host}/_savepoint/deliveries?ackId=${encodeURIComponent(ackId)}`;
    const { traceparent } = (await (await fetch(deliveries)).json()) as { traceparent: string };
    await rest('POST', 'subscriptions/all:acknowledge', { ackIds: [ackId] });
    const delivered = await spanNamed('deliver all');
    expect(traceparent).toBe(`00-${TRACE}-${delivered.spanId}-01`);
    const [request, publication] = [await spanNamed('publish'), await spanNamed('publish news')];
    expect(request).toMatchObject({ traceId: TRACE, parentSpanId: '00f067aa0ba902b7' });
    expect(publication).toMatchObject({ traceId: TRACE, parentSpanId: request.spanId });
    expect(delivered).toMatchObject({ traceId: TRACE, parentSpanId: publication.spanId });
    expect(delivered.status).toBeUndefined();
    expect(await (await fetch(deliveries)).json()).toEqual({});
  });

  it('that is not acknowledged has a failed delivery, and another one', async () => {
    await rest('PUT', 'subscriptions/all', { topic: TOPIC });
    await publish();
    const [first] = await pull();
    await rest('POST', 'subscriptions/all:modifyAckDeadline', {
      ackIds: [first?.ackId],
      ackDeadlineSeconds: 0,
    });
    const failed = await spanNamed('deliver all');
    expect(failed.status?.message).toBe('negative acknowledgement');
    const [second] = await pull();
    spans = [];
    await rest('POST', 'subscriptions/all:acknowledge', { ackIds: [second?.ackId] });
    expect((await spanNamed('deliver all')).status).toBeUndefined();
  });

  it('carries the trace in the header when pushed', async () => {
    await rest('PUT', 'subscriptions/pushed', { topic: TOPIC, pushConfig: { pushEndpoint: `${url}/push` } });
    await publish();
    const delivered = await spanNamed('deliver pushed');
    expect(pushed).toEqual([`00-${TRACE}-${delivered.spanId}-01`]);
  });

  it('continues the trace of the metadata when published over gRPC', async () => {
    const pubsub = new PubSub({ projectId: 'demo', apiEndpoint: emulator.host, emulatorMode: true });
    await pubsub.request(
      {
        client: 'PublisherClient',
        method: 'publish',
        reqOpts: { topic: TOPIC, messages: [{ data: Buffer.from('a') }] },
        gaxOpts: { otherArgs: { headers: { traceparent: TRACEPARENT } } },
      } as never,
      () => undefined,
    );
    expect(await spanNamed('publish news')).toMatchObject({ traceId: TRACE });
    await pubsub.close();
  });
});
