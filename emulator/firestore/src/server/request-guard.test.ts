import { describe, expect, it } from 'vitest';
import { RequestGuard } from './request-guard.ts';

const guard = new RequestGuard({ host: '127.0.0.1' });
const LOCAL = { host: '127.0.0.1:8080' };

describe('a guard of a server on this machine', () => {
  it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', 'app.localhost', 'LOCALHOST'])(
    'serves the host %s',
    (host) => {
      expect(guard.refusal({ host })).toBeUndefined();
      expect(guard.hostRefusal(host)).toBeUndefined();
    },
  );

  it.each([
    undefined,
    '',
    'evil.test',
    'localhost.evil.test',
    '192.168.0.5:8080',
    '0.0.0.0',
    'host.docker.internal',
  ])('refuses the host %s with the flag that allows it', (host) => {
    expect(guard.hostRefusal(host)).toContain('--allowed-host NAME');
    expect(guard.refusal(host === undefined ? {} : { host })).toContain('--allowed-host NAME');
  });

  it.each([
    undefined,
    'http://localhost:5173',
    'http://127.0.0.1',
    'https://[::1]:1',
    'http://shop.localhost',
  ])('serves the origin %s, also after another one', (origin) => {
    guard.refusal({ ...LOCAL, origin: 'http://evil.test' });
    const headers = { ...LOCAL, ...(origin !== undefined && { origin }) };
    expect(guard.refusal(headers)).toBeUndefined();
    expect(guard.refusal(headers)).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://evil.test',
    'https://localhost.evil.test',
    'chrome-extension://abcdef',
    'http://192.168.0.5',
  ])('refuses the origin "%s", also after an allowed one', (origin) => {
    expect(guard.refusal({ ...LOCAL, origin: 'http://localhost:5173' })).toBeUndefined();
    expect(guard.refusal({ ...LOCAL, origin })).toContain('--allowed-origin ORIGIN');
  });

  it.each([
    ['cross-site', false],
    ['same-site', true],
    ['same-origin', true],
    ['none', true],
  ])('with Sec-Fetch-Site: %s and no Origin serves the request: %s', (site, isServed) => {
    expect(guard.refusal({ ...LOCAL, 'sec-fetch-site': site }) === undefined).toBe(isServed);
  });

  it('serves a cross-site request from an allowed origin', () => {
    // localhost and 127.0.0.1 are two sites.
    const headers = { ...LOCAL, origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };
    expect(guard.refusal(headers)).toBeUndefined();
  });
});

it('a guard serves the hosts and origins that are named, whatever their case and default port', () => {
  const named = new RequestGuard({
    host: 'box',
    allowedHosts: ['Dev.Example'],
    allowedOrigins: ['HTTPS://App.Example:443', 'capacitor://shop'],
  });
  for (const host of ['box:8080', 'dev.example']) expect(named.hostRefusal(host)).toBeUndefined();
  for (const origin of ['https://app.example', 'capacitor://shop']) {
    expect(named.refusal({ ...LOCAL, origin })).toBeUndefined();
  }
  for (const origin of ['http://app.example', 'https://app.example:444', 'https://sub.app.example']) {
    expect(named.refusal({ ...LOCAL, origin })).toContain(`"${origin}"`);
  }
});

it.each(['0.0.0.0', '::', '192.168.0.5'])(
  'a guard of a server that listens on %s serves IP addresses and Docker',
  (host) => {
    const network = new RequestGuard({ host });
    for (const name of ['192.168.0.5:8080', '[fe80::1]', 'host.docker.internal:8080', 'localhost']) {
      expect(network.hostRefusal(name)).toBeUndefined();
    }
    expect(network.hostRefusal('evil.test')).toContain('not local');
    expect(network.refusal({ ...LOCAL, origin: 'http://192.168.0.5:5173' })).toContain('--allowed-origin');
  },
);

it('a guard logs each kind of refused request once, and no more than 100', () => {
  const lines: string[] = [];
  const logging = new RequestGuard({ host: '127.0.0.1', log: (line) => lines.push(line) });
  for (let index = 0; index < 300; index++) logging.refusal({ ...LOCAL, origin: 'http://evil.test' });
  expect(lines).toEqual([expect.stringMatching(/^refused: .*http:\/\/evil\.test/)]);
  for (let index = 0; index < 300; index++) logging.refusal({ ...LOCAL, origin: `http://evil${index}.test` });
  expect(lines).toHaveLength(100);
});
