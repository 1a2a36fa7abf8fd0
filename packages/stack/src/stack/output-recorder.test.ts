import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { OutputRecorder } from './output-recorder.ts';

interface Received {
  readonly server: string;
  readonly severity: string;
  readonly text: string;
}

let receiver: Server;
let eventLog: string;
let received: Received[];
let status: number;

beforeEach(async () => {
  received = [];
  status = 200;
  receiver = createServer(async (request, response) => {
    const { resourceLogs } = (await new Response(request as never).json()) as {
      resourceLogs: {
        resource: { attributes: { value: { stringValue: string } }[] };
        scopeLogs: { logRecords: { severityText: string; body: { stringValue: string } }[] }[];
      }[];
    };
    if (status === 200)
      for (const { resource, scopeLogs } of resourceLogs)
        for (const { severityText, body } of scopeLogs[0]?.logRecords ?? [])
          received.push({
            server: resource.attributes[0]?.value.stringValue ?? '',
            severity: severityText,
            text: body.stringValue,
          });
    response.writeHead(status).end('{}');
  });
  receiver.listen(0, '127.0.0.1');
  await once(receiver, 'listening');
  eventLog = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
});

afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

it("OutputRecorder sends servers' lines with their severity, except requests and the output of functions", async () => {
  const recorder = new OutputRecorder({ eventLog, delayMs: 1 });
  recorder.add('firebase', 'i  hosting: Serving from dist');
  recorder.add('firebase', '>  a line of a function');
  recorder.add('firestore', 'get /orders/o1 allow');
  recorder.add('firebase', 'i  functions: Beginning execution of "us-central1-inbox"');
  recorder.add('stripe', 'stripe No webhook is registered: error 404');
  await vi.waitFor(() => expect(received).toHaveLength(2));
  expect(received).toEqual([
    { server: 'firebase', severity: 'INFO', text: 'hosting: Serving from dist' },
    { server: 'stripe', severity: 'WARN', text: 'No webhook is registered: error 404' },
  ]);
});

it('OutputRecorder keeps lines in order while the event log does not respond', async () => {
  const recorder = new OutputRecorder({ eventLog, delayMs: 1 });
  status = 503;
  recorder.add('web', 'one');
  const answered = once(receiver, 'request');
  await answered;
  recorder.add('web', 'two');
  status = 200;
  await vi.waitFor(() => expect(received.map(({ text }) => text)).toEqual(['one', 'two']));
  recorder.stop();
});
