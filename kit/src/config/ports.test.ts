import { createServer } from 'node:net';
import { expect, test } from 'vitest';
import { assertPortsFree, findFreePorts, offsetPorts } from './ports.ts';

test('an offset moves every port by the same amount', () => {
  const [plain, moved] = [offsetPorts(0), offsetPorts(100)];
  for (const name of Object.keys(plain) as (keyof typeof plain)[])
    expect(moved[name]).toBe(plain[name] + 100);
});

test.each([-5000, 60_000, 0.5, Number.NaN])('refuses the offset %s and says which are possible', (offset) => {
  expect(() => offsetPorts(offset)).toThrow(/--port-offset .* whole number between/);
});

test('free ports are all different', async () => {
  const ports = Object.values(await findFreePorts());
  expect(new Set(ports).size).toBe(ports.length);
});

test('a taken port is named with its server, its holder and the way out', async () => {
  const ports = await findFreePorts();
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(ports.auth, '127.0.0.1', resolve));
  const refusal = assertPortsFree(ports, ['functions', 'auth']);
  await expect(refusal).rejects.toThrow(
    new RegExp(`Port ${ports.auth} \\(auth\\) is held by process ${process.pid}.*--port-offset`),
  );
  server.close();
});
