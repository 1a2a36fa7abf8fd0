import { describe, expect, it } from 'vitest';
import { RequestGuard } from './request-guard.ts';

const guard = new RequestGuard({ host: '127.0.0.1' });
const LOCAL = { host: '127.0.0.1:8080' };

describe('a guard of a server on this machine', () => {
  it.each(['localhost:8080', '127.0.0.1', '[::1]:8080', 'app.localhost', 'LOCALHOST'])(
    'serves the host %s',
    (host) => {
      expect(guard.rejection({ host })).toBeUndefined();
      expect(guard.hostRejection(host)).toBeUndefined();
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
    expect(guard.hostRejection(host)).toContain('--allowed-host NAME');
    expect(guard.rejection(host === undefined ? {} : { host })).toContain('--allowed-host NAME');
  });

  it.each([
    undefined,
    'http://localhost:5173',
    'http://127.0.0.1',
    'https://[::1]:1',
    'http://shop.localhost',
  ])('serves the origin %s, also after another one', (origin) => {
    guard.rejection({ ...LOCAL, origin: 'http://evil.test' });
    const headers = { ...LOCAL, ...(origin !== undefined && { origin }) };
    expect(guard.rejection(headers)).toBeUndefined();
    expect(guard.rejection(headers)).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://evil.test',
    'https://localhost.evil.test',
    'chrome-extension://abcdef',
    'http://192.168.0.5',
  ])('refuses the origin "%s", also after an allowed one', (origin) => {
    expect(guard.rejection({ ...LOCAL, origin: 'http://localhost:5173' })).toBeUndefined();
    expect(guard.rejection({ ...LOCAL, origin })).toContain('--allowed-origin ORIGIN');
  });

  it.each([
    ['cross-site', false],
    ['same-site', true],
    ['same-origin', true],
    ['none', true],
  ])('with Sec-Fetch-Site: %s and no Origin serves the request: %s', (site, isServed) => {
    expect(guard.rejection({ ...LOCAL, 'sec-fetch-site': site }) === undefined).toBe(isServed);
  });

  it('serves a cross-site request from an allowed origin', () => {
    // localhost and 127.0.0.1 are two sites.
    const headers = { ...LOCAL, origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };
    expect(guard.rejection(headers)).toBeUndefined();
  });
});

it('a guard serves the hosts and origins that are named, whatever their case and default port', () => {
  const named = new RequestGuard({
    host: 'box',
    allowedHosts: ['Dev.Example'],
    allowedOrigins: ['HTTPS://App.Example:443', 'capacitor://shop'],
  });
  for (const host of ['box:8080', 'dev.example']) expect(named.hostRejection(host)).toBeUndefined();
  for (const origin of ['https://app.example', 'capacitor://shop']) {
    expect(named.rejection({ ...LOCAL, origin })).toBeUndefined();
  }
  for (const origin of ['http://app.example', 'https://app.example:444', 'https://sub.app.example']) {
    expect(named.rejection({ ...LOCAL, origin })).toContain(`"${origin}"`);
  }
});

it.each(['0.0.0.0', '::', '192.168.0.5'])(
  'a guard of a server that listens on %s serves IP addresses and Docker',
  (host) => {
    const network = new RequestGuard({ host });
    for (const name of ['192.168.0.5:8080', '[fe80::1]', 'host.docker.internal:8080', 'localhost']) {
      expect(network.hostRejection(name)).toBeUndefined();
    }
    expect(network.hostRejection('evil.test')).toContain('not local');
    expect(network.rejection({ ...LOCAL, origin: 'http://192.168.0.5:5173' })).toContain('--allowed-origin');
  },
);

it('a guard logs each kind of refused request once, and no more than 100', () => {
  const lines: string[] = [];
  const logging = new RequestGuard({ host: '127.0.0.1', log: (line) => lines.push(line) });
  for (let index = 0; index < 300; index++) logging.rejection({ ...LOCAL, origin: 'http://evil.test' });
  expect(lines).toEqual([expect.stringMatching(/^refused: .*http:\/\/evil\.test/)]);
  for (let index = 0; index < 300; index++)
    logging.rejection({ ...LOCAL, origin: `http://evil${index}.test` });
  expect(lines).toHaveLength(100);
});
