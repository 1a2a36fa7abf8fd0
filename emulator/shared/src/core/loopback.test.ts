import { describe, expect, it } from 'vitest';
import {
  hostnameOf,
  isEmbeddedElsewhere,
  isLoopbackHost,
  isLoopbackHostHeader,
  isLoopbackOrigin,
} from './loopback.ts';

describe('hostnameOf', () => {
  it.each([
    ['LocalHost', 'localhost'],
    ['localhost:8080', 'localhost'],
    ['[::1]:8080', '::1'],
    ['[::1]', '::1'],
    ['shop.example:80', 'shop.example'],
  ])('reads %s as %s', (header, name) => {
    expect(hostnameOf(header)).toBe(name);
  });
});

describe('isLoopbackHost', () => {
  it.each(['localhost', 'a.localhost', '127.0.0.1', '127.8.9.10', '::1', '[::1]'])('accepts %s', (host) => {
    expect(isLoopbackHost(host)).toBe(true);
  });

  it.each(['', 'example.com', 'notlocalhost', '127.0.0.1.evil.example', '128.0.0.1', '0.0.0.0', '[::2]'])(
    'rejects "%s"',
    (host) => {
      expect(isLoopbackHost(host)).toBe(false);
    },
  );
});

describe('isLoopbackHostHeader', () => {
  it.each(['localhost:8080', '127.0.0.1:8080', '[::1]:8080'])('accepts %s', (header) => {
    expect(isLoopbackHostHeader(header)).toBe(true);
  });

  it.each([undefined, '', 'evil.example:80', 'evil.example:80:80', 'localhost:80:80'])(
    'rejects %s',
    (header) => {
      expect(isLoopbackHostHeader(header)).toBe(false);
    },
  );
});

describe('isLoopbackOrigin', () => {
  it.each([undefined, 'http://localhost:5173', 'https://127.0.0.1', 'http://[::1]:80'])(
    'accepts %s',
    (origin) => {
      expect(isLoopbackOrigin(origin)).toBe(true);
    },
  );

  it.each(['null', '', 'https://evil.example', 'http://127.0.0.1.evil.example'])('rejects "%s"', (origin) => {
    expect(isLoopbackOrigin(origin)).toBe(false);
  });
});

describe('isEmbeddedElsewhere', () => {
  const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
  const NAVIGATION = { ...EMBEDDED, 'sec-fetch-mode': 'navigate' };

  it.each([
    EMBEDDED,
    { ...EMBEDDED, referer: 'https://evil.example/' },
    { ...NAVIGATION, 'sec-fetch-dest': 'iframe', referer: 'https://evil.example/' },
  ])('is true for an element in a page elsewhere: %j', (headers) => {
    expect(isEmbeddedElsewhere(headers)).toBe(true);
  });

  it.each([
    {},
    { ...EMBEDDED, 'sec-fetch-site': 'same-site' },
    { ...EMBEDDED, referer: 'http://localhost:5173/shop' },
    { ...NAVIGATION, 'sec-fetch-dest': 'document' },
  ])('is false for a link, a page of this machine and a client without Fetch Metadata: %j', (headers) => {
    expect(isEmbeddedElsewhere(headers)).toBe(false);
  });
});
