import { createServer } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { findPortOwner } from './port-owner.ts';

const servers: ReturnType<typeof createServer>[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listeningPort(): Promise<number> {
  const server = createServer();
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as { port: number }).port;
}

describe('findPortOwner', () => {
  it('returns the id and the command of the process that listens', async () => {
    expect(findPortOwner(await listeningPort())).toMatch(new RegExp(`^process ${process.pid} \\(.+\\)$`));
  });

  it('returns undefined for a free port', async () => {
    const port = await listeningPort();
    await new Promise((closed) => servers.pop()?.close(closed));
    expect(findPortOwner(port)).toBeUndefined();
  });
});
