import { describe, expect, it } from 'vitest';
import { RequestGuard } from './request-guard.ts';

const guard = new RequestGuard();
const LOCAL = { host: '127.0.0.1:8080' };

type Headers = Readonly<Record<string, string>>;

/**
 * The message with which a guard rejects a request with these headers; undefined if it is served.
 */
function rejectionBy(
  checking: RequestGuard,
  headers: Headers,
  method = 'GET',
  url = '/',
): string | undefined {
  const rawHeaders = Object.entries(headers).flat();
  const rejection = checking.findRejection({ headers, rawHeaders, method, url });
  return rejection && checking.report(method, rejection);
}

describe('a guard of a server on this machine', () => {
  it.each([
    'localhost:8080',
    '127.0.0.1',
    '[::1]:8080',
    'app.localhost',
    'LOCALHOST',
    '10.0.2.2:8080',
    '192.168.0.5',
    '[fe80::1]:8080',
    'host.docker.internal:8080',
  ])('serves the host %s', (host) => {
    expect(rejectionBy(guard, { host })).toBeUndefined();
    expect(guard.rejectAuthority(host)).toBeUndefined();
  });

  it.each([
    'evil.test',
    'localhost.evil.test',
    '192.168.0.5.evil.test',
    '0.0.0.0',
    'docker.internal',
    '[::]',
    '[::ffff:7f00:1]',
  ])('rejects the host %s and names the flag that allows it', (host) => {
    const message = ` To allow it: --allowed-host ${host}`;
    expect(guard.rejectAuthority(host)).toContain(message);
    expect(rejectionBy(guard, { host })).toContain(message);
  });

  it.each([
    ['192.168.0.5:9099', 'http://192.168.0.5:3000', true],
    ['192.168.0.5:9099', 'https://192.168.0.5', true],
    ['[fe80::1]:9099', 'http://[fe80::1]:3000', true],
    ['192.168.0.5:9099', 'http://192.168.0.6:3000', false],
    ['127.0.0.1:9099', 'http://192.168.0.5:3000', false],
    ['192.168.0.5:9099', 'http://evil.test', false],
    ['0.0.0.0:9099', 'http://0.0.0.0:3000', false],
    ['host.docker.internal:9099', 'http://host.docker.internal:3000', false],
  ])('called as %s, serves a page from %s: %s', (host, origin, isServed) => {
    expect(rejectionBy(guard, { host: '10.9.8.7', origin: 'http://10.9.8.7' })).toBeUndefined();
    expect(rejectionBy(guard, { host, origin }) === undefined).toBe(isServed);
  });

  it('opens an editor only if the browser identifies the requesting page', () => {
    const open = (headers: Headers) => rejectionBy(guard, headers, 'GET', '/__open-in-editor?file=a');
    expect(open(LOCAL)).toBeUndefined();
    expect(open({ host: '192.168.0.5:5173' })).toContain('a page of another origin');
    expect(open({ host: '192.168.0.5:5173', referer: 'http://192.168.0.5:5173/' })).toBeUndefined();
  });

  it.each(['', 'localhost@evil.test', 'evil.test#localhost', 'evil.test/.localhost', 'localhost:80:80'])(
    'rejects the invalid host "%s"',
    (host) => {
      expect(guard.rejectAuthority(host)).toContain('not a name of this machine');
      expect(rejectionBy(guard, { host })).toContain('not a name of this machine');
    },
  );

  it('rejects a request with no or two Host headers', () => {
    expect(rejectionBy(guard, {})).toContain('no Host header');
    const twice = { headers: LOCAL, rawHeaders: ['Host', LOCAL.host, 'HOST', 'evil.test'], method: 'GET' };
    expect(guard.findRejection({ ...twice, url: '/' })?.reason).toContain('several Host headers');
  });

  it.each([
    undefined,
    'http://localhost:5173',
    'http://127.0.0.1',
    'https://[::1]:1',
    'http://shop.localhost',
  ])('serves the origin %s, even after another one', (origin) => {
    rejectionBy(guard, { ...LOCAL, origin: 'http://evil.test' });
    const headers = { ...LOCAL, ...(origin !== undefined && { origin }) };
    expect(rejectionBy(guard, headers)).toBeUndefined();
    expect(rejectionBy(guard, headers)).toBeUndefined();
  });

  it.each([
    'null',
    '',
    'http://evil.test',
    'https://localhost.evil.test',
    'chrome-extension://abcdef',
    'capacitor://localhost',
    'http://localhost@evil.test',
    'http://192.168.0.5',
  ])('rejects the origin "%s", even after an allowed one', (origin) => {
    expect(rejectionBy(guard, { ...LOCAL, origin: 'http://localhost:5173' })).toBeUndefined();
    expect(rejectionBy(guard, { ...LOCAL, origin })).toContain(`a page of another origin, "${origin}"`);
  });

  it('names the flag that allows an origin only if a shell takes the origin literally', () => {
    const messageFor = (origin: string) => rejectionBy(guard, { ...LOCAL, origin });
    expect(messageFor('http://evil.test:80')).toMatch(
      /To allow it: --allowed-origin http:\/\/evil\.test:80$/,
    );
    expect(messageFor('null')).not.toContain('To allow');
    expect(messageFor('https://a;$(reboot).test')).not.toContain('To allow');
  });

  it.each([
    ['cross-site', false],
    ['same-site', true],
    ['same-origin', true],
    ['none', true],
  ])('serves a request with Sec-Fetch-Site: %s and no Origin: %s', (site, isServed) => {
    expect(rejectionBy(guard, { ...LOCAL, 'sec-fetch-site': site }) === undefined).toBe(isServed);
  });

  it.each([
    ['a link', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, true],
    ['a link by POST', 'POST', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }, false],
    ['a frame', 'GET', { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, false],
    ['an image', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, false],
    ['a fetch', 'GET', { 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'empty' }, false],
  ])('serves a request with %s by %s from another site: %s %s', (_what, method, metadata, isServed) => {
    const headers = { ...LOCAL, 'sec-fetch-site': 'cross-site', ...metadata };
    expect(rejectionBy(guard, headers, method) === undefined).toBe(isServed);
    const referer = 'https://evil.test/';
    expect(rejectionBy(guard, { ...headers, referer }, method) === undefined).toBe(isServed);
    // localhost and 127.0.0.1 are different sites.
    expect(rejectionBy(guard, { ...headers, referer: 'http://localhost:5173/a' }, method)).toBeUndefined();
  });

  it('serves a cross-site request from an allowed origin', () => {
    const headers = { ...LOCAL, origin: 'http://localhost:5173', 'sec-fetch-site': 'cross-site' };
    expect(rejectionBy(guard, headers)).toBeUndefined();
  });
});

it('a guard serves the allowed hosts and origins, regardless of case and default port', () => {
  const named = new RequestGuard({
    host: 'box',
    allowedHosts: ['Dev.Example'],
    allowedOrigins: ['HTTPS://App.Example:443', 'capacitor://shop'],
  });
  for (const host of ['box:8080', 'dev.example', 'app.example:1'])
    expect(named.rejectAuthority(host)).toBeUndefined();
  for (const origin of ['https://app.example', 'capacitor://shop']) {
    expect(rejectionBy(named, { ...LOCAL, origin })).toBeUndefined();
  }
  for (const origin of ['http://app.example', 'https://app.example:444', 'https://sub.app.example']) {
    expect(rejectionBy(named, { ...LOCAL, origin })).toContain(`"${origin}"`);
  }
});

it('a guard of a server that listens on 0.0.0.0 serves that host, too', () => {
  const network = new RequestGuard({ host: '0.0.0.0' });
  expect(network.rejectAuthority('0.0.0.0:8080')).toBeUndefined();
  expect(network.rejectAuthority('evil.test')).toContain('not a name of this machine');
});

describe('a guard of a server that only its own pages may call', () => {
  const own = new RequestGuard({
    ownPort: () => 4000,
    opensByLink: (path) => !path.startsWith('/api/'),
    allowedOrigins: ['https://tunnel.test'],
  });
  const OWN = { host: 'localhost:4000' };
  const LINK = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };

  it.each<Headers>([
    { host: '127.0.0.1:4000' },
    { host: '[::1]:4000', origin: 'http://[::1]:4000' },
    { ...OWN, origin: 'http://localhost:4000', 'sec-fetch-site': 'same-origin' },
    { ...OWN, 'sec-fetch-site': 'none' },
    { ...OWN, ...LINK },
    { ...OWN, ...LINK, 'sec-fetch-site': 'same-site' },
    { host: 'tunnel.test', origin: 'https://tunnel.test' },
  ])('serves %j', (headers) => {
    expect(rejectionBy(own, headers)).toBeUndefined();
    expect(rejectionBy(own, headers)).toBeUndefined();
  });

  it.each<Headers>([
    { host: 'localhost' },
    { host: 'localhost:5173' },
    { host: 'evil.test:4000' },
    { host: '192.168.0.5:4000' },
    { host: 'host.docker.internal:4000' },
    { ...OWN, origin: 'http://localhost:5173' },
    { ...OWN, origin: 'http://127.0.0.1:4000' },
    { ...OWN, origin: 'https://localhost:4000' },
    { ...OWN, origin: 'null' },
    { ...OWN, 'sec-fetch-site': 'same-site' },
    { ...OWN, 'sec-fetch-site': 'same-site', referer: 'http://localhost:5173/' },
    { ...OWN, 'sec-fetch-site': 'cross-site' },
    { ...OWN, ...LINK, 'sec-fetch-dest': 'iframe' },
  ])('rejects %j', (headers) => {
    expect(rejectionBy(own, { ...OWN, origin: 'http://localhost:4000' })).toBeUndefined();
    expect(rejectionBy(own, headers)).toContain('Rejected GET');
  });

  it('rejects a link to a path that no link may open', () => {
    expect(rejectionBy(own, { ...OWN, ...LINK }, 'GET', '/api/stack')).toContain('another origin');
  });
});

it('a guard logs each kind of rejected request once a minute, at most six lines', () => {
  const lines: string[] = [];
  let nowMs = 0;
  const logging = new RequestGuard({ log: (line) => lines.push(line), nowMs: () => nowMs });
  for (let index = 0; index < 300; index++) rejectionBy(logging, { ...LOCAL, origin: 'http://evil.test' });
  expect(lines).toEqual([expect.stringMatching(/^Rejected GET: .*http:\/\/evil\.test/)]);
  for (let index = 0; index < 300; index++) logging.rejectAuthority(`evil${index}.test`);
  expect(lines).toHaveLength(6);
  expect(lines.at(-1)).toContain('further requests');
  nowMs = 60_000;
  rejectionBy(logging, { ...LOCAL, origin: 'http://evil.test' });
  expect(lines).toHaveLength(7);
});
