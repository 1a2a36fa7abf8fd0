// The coding agents' tools for the Realtime Database.
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { readRealtime, writeRealtime } from '../../packages/savepoint/src/agents/realtime-data.ts';

let emulator: DatabaseEmulator;
beforeAll(async () => {
  emulator = await startDatabaseEmulator();
});
afterAll(() => emulator.close());

const at = (path: string) => ({ path, instance: 'demo-default-rtdb' });

it('an agent reads the children of a path up to a limit, or its value, and sets and updates values', async () => {
  const { port } = emulator;
  await writeRealtime(port, at('/users'), { action: 'set', value: { ada: { n: 1 }, 'bob c': true } });
  await writeRealtime(port, at('/users/ada'), { action: 'update', value: { m: 2 } });
  expect(await readRealtime(port, at('/users'), 1)).toBe('ada: {"m":2,"n":1}\n1 of 2 children');
  expect(await readRealtime(port, at('users/bob c'), 10)).toBe('true');
  await writeRealtime(port, at('/users'), { action: 'set', value: null });
  expect(await readRealtime(port, at('/'), 10)).toBe('null');
});

it('an agent gets the reason for a rejected write, and a message if a stack has no Realtime Database', async () => {
  const write = { action: 'set', value: { 'a.b': 1 } } as const;
  await expect(writeRealtime(emulator.port, at('/x'), write)).rejects.toThrow(/Invalid|key/i);
  await expect(readRealtime(undefined as unknown as number, at('/'), 1)).rejects.toThrow(
    'has no Realtime Database',
  );
});
