import { expect, it } from 'vitest';
import { runCase } from './run-case.ts';
import type { Server } from './server.ts';

it('sends each request in a later millisecond than the preceding response', async () => {
  const sent: number[] = [];
  const responded: number[] = [];
  const server = {
    clear: async () => undefined,
    send: async () => {
      sent.push(Date.now());
      responded.push(Date.now());
      return { status: 200, text: '{}' };
    },
  } as unknown as Server;
  const steps = Array.from({ length: 20 }, () => ({ verb: 'GET', path: '/' }) as const);
  await runCase({ area: 'rest', steps }, server, 'demo');
  expect(sent.slice(1).every((time, index) => time > (responded[index] as number))).toBe(true);
});
