import { spawn } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import packageJson from '../../packages/shopify/package.json' with { type: 'json' };
import type { EmulatorProcess } from '../support/emulator-process.ts';
import { startEmulatorProcess } from '../support/emulator-process.ts';

function run(args: string[], options?: Parameters<typeof startEmulatorProcess>[2]): EmulatorProcess {
  return startEmulatorProcess('shopify/bin/savepoint-shopify.mjs', args, options);
}

describe('savepoint-shopify', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)('exits with code 0 on %s', async (signal) => {
    const emulator = run(['--port', '0', '--products', '2']);
    expect((await fetch(await emulator.ready())).status).toBe(200);
    emulator.child.kill(signal);
    expect((await emulator.ended()).code).toBe(0);
  });

  it('exits when the process named in SAVEPOINT_PARENT_PID ends', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const emulator = run(['--port', '0'], { env: { SAVEPOINT_PARENT_PID: String(parent.pid) } });
    await emulator.ready();
    parent.kill('SIGKILL');
    await emulator.ended();
  });

  it.each(['--help', '-h'])('prints every flag for %s and exits with code 0', async (flag) => {
    const { code, stdout, stderr } = await run([flag]).ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['--port', '--products', '--webhook-url', '--help', '--version'])
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
    [['--product', '3'], 'There is no flag --product. Did you mean --products?'],
    [['--explode'], 'There is no flag --explode. See --help.'],
    [['--products', 'many'], '--products takes a number'],
    [['--host', '0.0.0.0'], '--host takes 127.0.0.1'],
    [['--currency', 'dollars'], '--currency takes three capital letters'],
    [['--port', '0', '--webhook-url', 'https://example.com/x'], 'not on this machine'],
  ])('exits with code 1 and one line on standard error for %j, and starts nothing', async (args, message) => {
    const { code, stdout, stderr } = await run(args).ended();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(message);
  });
});
