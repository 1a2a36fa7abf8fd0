import { describe, expect, it } from 'vitest';
import { isLoopbackHost } from './loopback.ts';

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
