import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { assertPortsFree, findFreePorts, offsetPorts, withDefaultPorts } from './ports.ts';

const SETTINGS = { config: {}, firebase: { emulators: {} } };

describe('offsetPorts', () => {
  it('moves every port by the same amount', () => {
    const [defaults, moved] = [offsetPorts(SETTINGS, 0), offsetPorts(SETTINGS, 100)];
    for (const name of Object.keys(defaults)) expect(moved[name]).toBe((defaults[name] as number) + 100);
  });

  it.each([-5000, 60_000, 0.5, Number.NaN])('rejects the offset %s and names the range', (offset) => {
    expect(() => offsetPorts(SETTINGS, offset)).toThrow(/--port-offset .* whole number from/);
  });
});

describe('the default port of a server', () => {
  it('is the next free port when firebase.json assigns it to another server', () => {
    const ports = withDefaultPorts({ hub: 4000, functions: 4001, auth: 9099 });
    expect(ports).toMatchObject({ hub: 4000, functions: 4001, studio: 4002, auth: 9099, logging: 4500 });
    expect(new Set(Object.values(ports)).size).toBe(Object.values(ports).length);
  });
});

describe('findFreePorts', () => {
  it('returns a different port for each server', async () => {
    const ports = Object.values(await findFreePorts(SETTINGS));
    expect(new Set(ports).size).toBe(ports.length);
  });
});

describe('assertPortsFree', () => {
  it('reports the server and the owning process of a port in use, and the flag that moves it', async () => {
    const ports = await findFreePorts(SETTINGS);
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(ports.auth, '127.0.0.1', resolve));
    await expect(assertPortsFree(ports, ['functions', 'auth'])).rejects.toThrow(
      new RegExp(`Port ${ports.auth} \\(auth\\) is in use by process ${process.pid}.*--port-offset`),
    );
    server.close();
  });
});
