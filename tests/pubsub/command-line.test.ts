import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PubSub } from '@google-cloud/pubsub';
import { describe, expect, it, vi } from 'vitest';
import { startEmulatorProcess } from '../support/emulator-process.ts';

const run = (args: string[]) => startEmulatorProcess('pubsub/bin/savepoint-pubsub.mjs', args);

describe('savepoint-pubsub', { timeout: 30_000 }, () => {
  it('serves an SDK configured by PUBSUB_EMULATOR_HOST, and exits with code 0 on SIGTERM', async () => {
    const emulator = run(['--port', '0']);
    // The SDK would look for Google Cloud's metadata server.
    vi.stubEnv('METADATA_SERVER_DETECTION', 'none');
    vi.stubEnv('PUBSUB_EMULATOR_HOST', new URL(await emulator.ready()).host);
    const pubsub = new PubSub({ projectId: 'demo-command-line' });
    const [topic] = await pubsub.createTopic('news');
    expect(await topic.publishMessage({ data: Buffer.from('hello') })).toBe('1');
    // Its connection stays open while the process ends.
    emulator.child.kill('SIGTERM');
    expect((await emulator.ended()).code).toBe(0);
    await pubsub.close();
    vi.unstubAllEnvs();
  });

  it('exits with code 1 for an address that is neither of this machine nor all interfaces', async () => {
    const { code, stdout, stderr } = await run(['--host', '192.0.2.1']).ended();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toContain('--host expects one of 127.0.0.1');
  });

  it('exits with code 1 and suggests --port when the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { code, stderr } = await run(['--port', String((server.address() as AddressInfo).port)]).ended();
    expect(code).toBe(1);
    expect(stderr).toMatch(/The port is in use: .*--port/);
    server.close();
  });
});
