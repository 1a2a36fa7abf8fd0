import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { httpSend } from './send.ts';

async function withServer<T>(listener: RequestListener, use: (url: string) => Promise<T>): Promise<T> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  try {
    return await use(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('httpSend', () => {
  it('POSTs the body with the headers and returns the status', async () => {
    const seen: unknown[] = [];
    const result = await withServer(
      (request, response) => {
        seen.push(request.method, request.headers['x-signature']);
        request.on('data', (chunk: Buffer) => seen.push(chunk.toString()));
        request.on('end', () => response.writeHead(202).end());
      },
      (url) => httpSend(5_000)(url, '{"a":1}', { 'x-signature': 's' }),
    );
    expect(result).toEqual({ status: 202 });
    expect(seen).toEqual(['POST', 's', '{"a":1}']);
  });

  it('returns the status of a redirect instead of following it', async () => {
    let requests = 0;
    const result = await withServer(
      (_, response) => {
        requests += 1;
        response.writeHead(302, { location: '/elsewhere' }).end();
      },
      (url) => httpSend(5_000)(url, '', {}),
    );
    expect(result).toEqual({ status: 302 });
    expect(requests).toBe(1);
  });

  it('returns an error that names the time limit when the server does not respond', async () => {
    const result = await withServer(
      () => {},
      (url) => httpSend(50)(url, '', {}),
    );
    expect(result).toEqual({ error: 'no response within 50 ms' });
  });

  it('returns the error code when nothing listens', async () => {
    const url = await withServer(
      () => {},
      async (closed) => closed,
    );
    expect(await httpSend(5_000)(url, '', {})).toEqual({ error: expect.stringContaining('ECONNREFUSED') });
  });
});
