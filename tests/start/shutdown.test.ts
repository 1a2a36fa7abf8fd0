// Asks of `npm start`: does it end everything it began, however it is ended?
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { descendants, millisecondsUntilGone, startShop } from './kit-process.ts';

/** Promised to the person who presses Ctrl+C. */
const LIMIT_MS = 2000;

test('Ctrl+C ends every process it began within two seconds, with exit code 0', async () => {
  const shop = await startShop();
  const pids = descendants(shop.process.pid as number);
  expect(pids.length).toBeGreaterThan(5);
  const exit = new Promise((resolve) => shop.process.once('exit', resolve));
  shop.process.kill('SIGINT');
  await millisecondsUntilGone(pids, LIMIT_MS);
  expect(await exit).toBe(0);
  expect(shop.output()).toContain('nothing is left running');
}, 60_000);

test.each(['launcher', 'kit'])(
  'SIGKILL of the %s ends every process it began within two seconds',
  async (victim) => {
    const shop = await startShop();
    const launcher = shop.process.pid as number;
    const pids = descendants(launcher);
    const kit = pids.find((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('kit/src/main.ts'));
    process.kill(victim === 'kit' ? (kit as number) : launcher, 'SIGKILL');
    await millisecondsUntilGone(pids, LIMIT_MS);
  },
  60_000,
);

test('a killed stack frees its ports for the next start', async () => {
  const shop = await startShop();
  const pids = descendants(shop.process.pid as number);
  shop.process.kill('SIGKILL');
  await millisecondsUntilGone(pids, LIMIT_MS);
  const { assertPortsFree: requireFree } = await import('../../kit/src/config/ports.ts');
  await expect(
    requireFree(shop.ports, ['firestore', 'auth', 'functions', 'hosting', 'hub']),
  ).resolves.toBeUndefined();
}, 60_000);
