import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import packageJson from '../../packages/stripe/package.json' with { type: 'json' };
import type { EmulatorProcess } from '../support/emulator-process.ts';
import { startEmulatorProcess } from '../support/emulator-process.ts';

function run(args: string[], options?: Parameters<typeof startEmulatorProcess>[2]): EmulatorProcess {
  return startEmulatorProcess('stripe/bin/savepoint-stripe.mjs', args, options);
}

describe('savepoint-stripe', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'exits with code 0 on %s while a client keeps its connection open',
    async (signal) => {
      const emulator = run(['--port', '0']);
      const url = await emulator.ready();
      expect((await fetch(url)).status).toBe(200);
      const connection = connect({
        port: Number(new URL(url).port),
        host: '127.0.0.1',
        allowHalfOpen: true,
      });
      connection.on('error', () => {});
      connection.write('POST /v1/customers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nname');
      await once(connection, 'connect');
      emulator.child.kill(signal);
      expect((await emulator.ended()).code).toBe(0);
      connection.destroy();
    },
  );

  it('exits when the process named in SAVEPOINT_PARENT_PID ends', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const emulator = run(['--port', '0'], { env: { SAVEPOINT_PARENT_PID: String(parent.pid) } });
    await emulator.ready();
    parent.kill('SIGKILL');
    await emulator.ended();
  });

  it('exits with --exit-with-parent when its standard input is closed', async () => {
    const emulator = run(['--port', '0', '--exit-with-parent'], {
      env: { SAVEPOINT_PARENT_PID: '' },
      stdin: 'pipe',
    });
    await emulator.ready();
    emulator.child.stdin?.end();
    await emulator.ended();
  });

  it('keeps running with --exit-with-parent when its standard input is /dev/null', async () => {
    const emulator = run(['--port', '0', '--exit-with-parent'], { env: { SAVEPOINT_PARENT_PID: '' } });
    expect((await fetch(await emulator.ready())).status).toBe(200);
    emulator.child.kill('SIGTERM');
    expect((await emulator.ended()).code).toBe(0);
  });

  it.each(['--help', '-h'])('prints every flag for %s and exits with code 0', async (flag) => {
    const { code, stdout, stderr } = await run([flag]).ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['--port', '--webhook-url', '--data-file', '--help', '--version'])
      expect(stdout).toContain(name);
  });

  it('prints the version of its package for --version and exits with code 0', async () => {
    expect(await run(['--version']).ended()).toEqual({
      code: 0,
      stdout: `${packageJson.version}\n`,
      stderr: '',
    });
  });

  it.each([
    [['--prot', '0'], 'There is no flag --prot. Did you mean --port?'],
    [['--port', 'many'], '--port expects a number'],
    [['--host', '0.0.0.0'], '--host expects 127.0.0.1'],
    [['--retry-delays', 'soon'], '--retry-delays expects seconds'],
    [['--webhook-url', 'http://localhost:1/x'], 'has no signing secret'],
    [['--port', '0', '--webhook-url', 'https://example.com/x', '--webhook-secret', 'w'], 'this machine only'],
  ])('exits with code 1 and one line on standard error for %j, and starts nothing', async (args, message) => {
    const { code, stdout, stderr } = await run(args, { env: { STRIPE_WEBHOOK_SECRET: '' } }).ended();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(message);
  });

  it('exits with code 1 and suggests --port when the port is in use', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const { code, stderr } = await run(['--port', String(port)]).ended();
    expect(code).toBe(1);
    expect(stderr).toMatch(/The port is in use: .*--port/);
    server.close();
  });
});
