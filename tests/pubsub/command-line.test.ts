import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PubSub } from '@google-cloud/pubsub';
import { describe, expect, it, vi } from 'vitest';
import packageJson from '../../packages/pubsub/package.json' with { type: 'json' };
import { startEmulatorProcess } from '../support/emulator-process.ts';

const run = (args: string[]) => startEmulatorProcess('pubsub/bin/savepoint-pubsub.mjs', args);

describe('savepoint-pubsub', { timeout: 30_000 }, () => {
  it('serves the SDK that finds it by PUBSUB_EMULATOR_HOST, and exits with code 0 on SIGTERM', async () => {
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

  it('prints every flag and its version', async () => {
    const { code, stdout } = await run(['--help']).ended();
    expect(code).toBe(0);
    for (const name of [
      '--port',
      '--host',
      '--allowed-host',
      '--allowed-origin',
      '--exit-with-parent',
      '--version',
    ]) {
      expect(stdout).toContain(name);
    }
    expect((await run(['--version']).ended()).stdout).toBe(`${packageJson.version}\n`);
  });

  it.each([
    [['--prot', '0'], 'There is no flag --prot. Did you mean --port?'],
    [['--retry-delays', '1'], 'There is no flag --retry-delays. See --help.'],
    [['--port', 'many'], '--port takes a number'],
    [['--host', '192.0.2.1'], '--host takes one of 127.0.0.1'],
  ])('exits with code 1 and one line on standard error for %j, and starts nothing', async (args, message) => {
    const { code, stdout, stderr } = await run(args).ended();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(message);
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
