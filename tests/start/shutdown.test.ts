import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { assertPortsFree } from '../../kit/src/config/ports.ts';
import { descendants, startShop, waitUntilGone } from './kit-process.ts';

/** The promise to the user who presses Ctrl+C. */
const LIMIT_MS = 2000;

describe('npm start', () => {
  it('ends every process within two seconds after Ctrl+C, with exit code 0', async () => {
    const shop = await startShop();
    const pids = descendants(shop.process.pid as number);
    expect(pids.length).toBeGreaterThan(5);
    const exit = new Promise((resolve) => shop.process.once('exit', resolve));
    shop.process.kill('SIGINT');
    await waitUntilGone(pids, LIMIT_MS);
    expect(await exit).toBe(0);
    expect(shop.output()).toContain('no process is left running');
  }, 60_000);

  it.each(['launcher', 'kit'])(
    'ends every process within two seconds after SIGKILL of the %s',
    async (victim) => {
      const shop = await startShop();
      const launcher = shop.process.pid as number;
      const pids = descendants(launcher);
      const kit = pids.find((pid) =>
        readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('kit/src/main.ts'),
      );
      process.kill(victim === 'kit' ? (kit as number) : launcher, 'SIGKILL');
      await waitUntilGone(pids, LIMIT_MS);
    },
    60_000,
  );

  it('frees its ports when it is killed', async () => {
    const shop = await startShop();
    const pids = descendants(shop.process.pid as number);
    shop.process.kill('SIGKILL');
    await waitUntilGone(pids, LIMIT_MS);
    await expect(
      assertPortsFree(shop.ports, ['firestore', 'auth', 'functions', 'hosting', 'hub']),
    ).resolves.toBeUndefined();
  }, 60_000);
});
