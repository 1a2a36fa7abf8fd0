// Tests the rows of callers.ts on every server of a stack that `npm start` has started with one
// allowed origin, and on the servers that the shop does not use, started as in such a stack.
import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { StartedShop } from '../start/kit-process.ts';
import { type EmulatorProcess, startEmulatorProcess } from '../support/emulator-process.ts';
import { ALLOWED_ORIGIN, type CallerRequest, type Outcome, PORT, ROWS } from './callers.ts';

/** The processes of a stack, with the prefix of their lines and their servers. */
const SERVERS: Readonly<Record<string, readonly string[]>> = {
  firebase: ['auth', 'functions', 'storage', 'hosting', 'hub', 'logging', 'eventarc'],
  tasks: ['tasks'],
  firestore: ['firestore', 'firestoreWebsocket'],
  stripe: ['stripe'],
  shopify: ['shopify'],
  'event log': ['eventLog'],
  studio: ['studio'],
  web: ['web'],
  pubsub: ['pubsub'],
  database: ['database'],
};
/** The servers that the shop does not use, with their programs. */
const ALONE: Readonly<Record<string, string>> = {
  pubsub: 'pubsub/bin/savepoint-pubsub.mjs',
  database: 'database/bin/savepoint-database.mjs',
};
/** On Hosting, a function renders the page at `/`, which takes a while. */
const START_PATHS: Readonly<Record<string, string>> = { hosting: '/robots.txt' };
const COMMAND = 'npm start -- --allow-origin';
/** Part of project files that no server serves. */
const SECRET = 'STRIPE_WEBHOOK_SECRET=';

/** The tests of a running `npm start` with `--shopify` and ALLOWED_ORIGIN. */
export function describeCallers(shop: () => StartedShop): void {
  const alone = new Map<string, { readonly process: EmulatorProcess; port: number; lines: string }>();

  beforeAll(async () => {
    const env = { SAVEPOINT_ALLOW_ORIGIN: ALLOWED_ORIGIN, SAVEPOINT_START_COMMAND: COMMAND };
    for (const [name, program] of Object.entries(ALONE)) {
      const started = {
        process: startEmulatorProcess(program, ['--port', '0'], { env }),
        port: 0,
        lines: '',
      };
      alone.set(name, started);
      started.process.child.stdout?.on('data', (chunk: Buffer) => {
        started.lines += chunk.toString();
      });
      started.port = Number(new URL(await started.process.ready()).port);
    }
  });

  afterAll(() => {
    for (const { process } of alone.values()) process.child.kill();
  });

  const portOf = (server: string) => alone.get(server)?.port ?? (shop().ports[server] as number);

  /**
   * Sends a request exactly as it is; resolves to the response when the server closes the
   * connection.
   */
  async function send(server: string, request: CallerRequest): Promise<{ status: number; response: string }> {
    const { method = 'GET', path = START_PATHS[server] ?? '/', version = '1.1', headers } = request;
    const port = portOf(server);
    const isUpgrade = headers.some((line) => line.startsWith('upgrade:'));
    const lines = [
      `${method} ${path} HTTP/${version}`,
      ...headers.map((line) => line.replace(PORT, String(port))),
      ...(isUpgrade ? [] : ['connection: close']),
      ...(method === 'GET' ? [] : ['content-length: 0']),
    ];
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    socket.write(`${lines.join('\r\n')}\r\n\r\n`);
    const response = await text(socket);
    return { status: Number(response.split(' ', 2)[1]), response };
  }

  async function expectOutcome(server: string, request: CallerRequest, outcome: Outcome): Promise<void> {
    const { status, response } = await send(server, request);
    const context = `${JSON.stringify(request)}: ${response.slice(0, 500)}`;
    if (outcome === 'served') {
      expect(status, context).not.toBe(403);
      expect(response, context).not.toContain('"message":"Rejected ');
      return;
    }
    expect(status, context).toBe(outcome);
    // Without CORS headers, the page cannot read the reason, either.
    expect(response, context).not.toMatch(/^access-control-/im);
    if (request.method === 'HEAD') return;
    const name = outcome === 403 ? 'PERMISSION_DENIED' : 'INVALID_ARGUMENT';
    const { error } = JSON.parse(response.slice(response.indexOf('\r\n\r\n')));
    expect(error, context).toEqual({
      code: outcome,
      status: name,
      message: expect.stringMatching(/^Rejected \w+ on 127\.0\.0\.1:\d+: /),
    });
  }

  describe.each(Object.values(SERVERS).flat())('the server %s', (server) => {
    const rows = ROWS.map(({ outcome, studio, ...row }) => ({
      ...row,
      outcome: server === 'studio' ? (studio ?? outcome) : outcome,
    }));

    it.each(rows)('responds with $outcome to $what', async ({ outcome, requests }) => {
      for (const request of requests) await expectOutcome(server, request, outcome);
    });

    it('sends no secret, and keeps serving', async () => {
      for (const path of [
        '/%2e%2e/%2e%2e/functions/.secret.local',
        '/../../functions/.secret.local',
        '/%00',
      ]) {
        const { response } = await send(server, { path, headers: [`host: localhost:${PORT}`] });
        expect(response, path).not.toContain(SECRET);
      }
      expect((await send(server, { headers: [`host: localhost:${PORT}`] })).status).toBeLessThan(500);
    });
  });

  it.each(Object.entries(SERVERS))(
    'the process %s has printed its rejections, and the command that allows them',
    async (process, servers) => {
      const output = () => alone.get(process)?.lines ?? shop().output();
      const ports = servers.map(portOf).join('|');
      const line = new RegExp(`Rejected \\w+ on 127\\.0\\.0\\.1:(${ports}): .* To allow it: ${COMMAND} http`);
      await vi.waitFor(() => expect(output()).toMatch(line), { timeout: 5000 });
    },
  );
}
