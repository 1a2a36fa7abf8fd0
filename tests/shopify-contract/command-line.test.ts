import { describe, expect, it } from 'vitest';
import { startEmulatorProcess } from '../support/emulator-process.ts';

const run = (args: string[]) => startEmulatorProcess('shopify/bin/savepoint-shopify.mjs', args);

describe('savepoint-shopify', () => {
  it('prints its own flags with those of all emulators for --help', async () => {
    const { code, stdout, stderr } = await run(['--help']).ended();
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    for (const name of ['--port', '--products', '--webhook-url']) expect(stdout).toContain(name);
  });

  it.each([
    [['--products', 'many'], '--products expects a number'],
    [['--currency', 'dollars'], '--currency expects three capital letters'],
    [['--port', '0', '--webhook-url', 'https://example.com/x'], 'not on this machine'],
  ])('exits with code 1 and one line on standard error for %j, and starts nothing', async (args, message) => {
    const { code, stdout, stderr } = await run(args).ended();
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(message);
  });
});
