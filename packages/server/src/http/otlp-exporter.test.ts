import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import type { SpanRecord } from '../core/tracing.ts';
import { OtlpExporter } from './otlp-exporter.ts';

const SPAN: SpanRecord = {
  traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
  spanId: '00f067aa0ba902b7',
  parentSpanId: undefined,
  name: 'commit',
  kind: 'server',
  startMs: 1000.25,
  endMs: 1000.5,
  error: undefined,
  attributes: { documents: 2, ratio: 0.5, ok: true, missing: undefined },
  events: [{ name: 'create', timeMs: 1000.3, attributes: { path: 'a/b' } }],
};

let server: Server | undefined;

afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => server?.close(closed) ?? closed(undefined));
  server = undefined;
});

/** Starts a receiver that responds with `status` and records path and body of each request. */
async function startReceiver(status = 200, port = 0): Promise<{ port: number; received: [string, never][] }> {
  const received: [string, never][] = [];
  const created = createServer(async (request, response) => {
    let text = '';
    for await (const chunk of request) text += chunk;
    received.push([request.url ?? '', JSON.parse(text) as never]);
    response.writeHead(status).end('{}');
  });
  server = created;
  created.listen(port, '127.0.0.1');
  await once(created, 'listening');
  return { port: (created.address() as AddressInfo).port, received };
}

describe('OtlpExporter', () => {
  it('sends queued spans in one request, in the JSON form of OTLP', async () => {
    const { port, received } = await startReceiver();
    const exporter = new OtlpExporter({ endpoint: `http://127.0.0.1:${port}/`, service: 'firestore' });
    exporter.add(SPAN);
    exporter.add({ ...SPAN, endMs: undefined, error: 'denied' });
    await exporter.flush();
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject([
      '/v1/traces',
      {
        resourceSpans: [
          {
            resource: { attributes: [{ key: 'service.name', value: { stringValue: 'firestore' } }, {}] },
            scopeSpans: [
              {
                spans: [
                  {
                    traceId: SPAN.traceId,
                    spanId: SPAN.spanId,
                    kind: 2,
                    startTimeUnixNano: '1000250000',
                    endTimeUnixNano: '1000500000',
                    attributes: [
                      { key: 'documents', value: { intValue: '2' } },
                      { key: 'ratio', value: { doubleValue: 0.5 } },
                      { key: 'ok', value: { boolValue: true } },
                    ],
                    events: [{ name: 'create', timeUnixNano: expect.stringMatching(/^1000(29|30)/) }],
                  },
                  { status: { code: 2, message: 'denied' } },
                ],
              },
            ],
          },
        ],
      },
    ]);
  });

  it('silently drops spans while the receiver is gone, and reports their number when it is back', async () => {
    const { port } = await startReceiver();
    server?.closeAllConnections();
    await new Promise((closed) => server?.close(closed));
    const exporter = new OtlpExporter({ endpoint: `http://127.0.0.1:${port}`, service: 'firestore' });
    exporter.add(SPAN);
    exporter.add(SPAN);
    await exporter.flush();
    const { received } = await startReceiver(200, port);
    exporter.add(SPAN);
    await exporter.flush();
    expect(received.map(([path]) => path)).toEqual(['/v1/traces', '/v1/logs']);
    expect(JSON.stringify(received[1])).toContain('{"key":"dropped","value":{"intValue":"2"}}');
  });
});
