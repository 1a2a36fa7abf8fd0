import { createServer, type Server as HttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { DifferenceSearch, type Finding } from './search-differences.ts';
import { Server } from './server.ts';

/** Cases of this area are rules to compile, so two servers that respond with `{}` are equal. */
const AREA = 'damaged-rules';

const open: HttpServer[] = [];
afterEach(() => {
  for (const server of open.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

/** A server of its own on a free port. */
async function serve(name: Server['name'], listener: RequestListener, timeoutMs?: number): Promise<Server> {
  const server = createServer(listener);
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return new Server(name, `127.0.0.1:${(server.address() as AddressInfo).port}`, timeoutMs);
}

const succeed: RequestListener = (_, response) => response.end('{}');

/** Searches in `blocks` blocks of 20 cases; a failed server is replaced by one that succeeds. */
async function search(ours: Server, google: Server, blocks: number) {
  const findings: Finding[] = [];
  const notices: string[] = [];
  const servers = {
    ours,
    google,
    async replace(failed: Server) {
      const replacement = await serve(failed.name, succeed);
      if (failed === this.ours) this.ours = replacement;
      else this.google = replacement;
    },
  };
  const found = new DifferenceSearch(servers, {
    deadline: Date.now() + 60_000,
    folder: '',
    onFinding: (finding) => findings.push(finding),
    onNotice: (line) => notices.push(line),
  });
  await found.run({ areas: [AREA], seed: 1, lanes: 1, blocks });
  return { findings, notices, counts: found.counts.get(AREA) };
}

describe('a search for differences', () => {
  it('says in one line that a server died, replaces it, and counts the cases after it', async () => {
    let requests = 0;
    const dying = await serve('google', (request, response) => {
      if (++requests > 10) request.socket.destroy();
      else succeed(request, response);
    });
    const { findings, notices, counts } = await search(await serve('savepoint', succeed), dying, 3);
    expect(notices).toEqual([
      expect.stringMatching(/^google at 127\.0\.0\.1:\d+ closed the connection: .*$/),
    ]);
    expect(counts?.cases).toBeGreaterThanOrEqual(40);
    expect([findings, counts?.different]).toEqual([[], 0]);
  });

  it('ends a request to Google’s emulator at the time limit, reports it, and counts the rest', async () => {
    let requests = 0;
    const respondToAllButOne: RequestListener = (request, response) => {
      if (++requests !== 5) succeed(request, response);
    };
    // Longer than a busy machine takes to respond to the others.
    const slow = await serve('google', respondToAllButOne, 3_000);
    const { findings, notices, counts } = await search(await serve('savepoint', succeed), slow, 1);
    expect(notices).toEqual([
      expect.stringMatching(/^google did not respond within the time limit, case \d+:\d+$/),
    ]);
    expect(counts).toMatchObject({ cases: 20, slow: 1, different: 0 });
    expect(findings).toEqual([]);
  });

  it('reports rules to which our emulator never responds as a finding', async () => {
    const hanging: RequestListener = (request, response) => {
      if (request.method !== 'PUT') succeed(request, response);
    };
    const ours = await serve('savepoint', hanging, 100);
    const servers = { ours, google: await serve('google', succeed), replace: async () => {} };
    const findings: Finding[] = [];
    const found = new DifferenceSearch(servers, {
      deadline: Date.now() + 100,
      folder: '',
      onFinding: (finding) => findings.push(finding),
      onNotice: () => {},
    });
    await found.run({ areas: [AREA], seed: 1, lanes: 1, blocks: 1 });
    expect(findings[0]).toMatchObject({ difference: { aspect: 'response', ours: { status: 0 } } });
    expect(found.counts.get(AREA)?.slow).toBeGreaterThan(0);
  });

  it('reports a difference that is not reproducible as first found', async () => {
    let requests = 0;
    const unsteady = await serve('google', (request, response) => {
      if (request.method === 'PUT' && ++requests === 3) response.statusCode = 400;
      succeed(request, response);
    });
    const { findings, counts } = await search(await serve('savepoint', succeed), unsteady, 1);
    expect(counts?.different).toBe(1);
    expect(findings).toMatchObject([
      { difference: { aspect: 'code' }, origin: expect.stringMatching(/^\d+:\d+$/) },
    ]);
  });
});
