import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkConnectivity, probeUrl } from './connectivity.ts';

let now = 1_000_000;
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeEach(() => {
  // Each test begins long after the one before, so that no probe is shared between them.
  now += 1_000_000;
  warn.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

describe('checkConnectivity', () => {
  it('asks nobody when the browser says it is offline, and warns', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', fetched);
    expect(await checkConnectivity('/probe', now)).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledExactlyOnceWith('No network connectivity detected');
  });

  it('probes with a HEAD request in no-cors mode that ends by itself, once for operations close together', async () => {
    const fetched = vi.fn().mockResolvedValue(new Response());
    vi.stubGlobal('fetch', fetched);
    expect(await Promise.all([checkConnectivity('/probe', now), checkConnectivity('/probe', now)])).toEqual([
      true,
      true,
    ]);
    expect(fetched).toHaveBeenCalledExactlyOnceWith(
      '/probe',
      expect.objectContaining({ method: 'HEAD', mode: 'no-cors', signal: expect.any(AbortSignal) }),
    );
  });

  it('warns and goes on when the probe fails, and asks again next time', async () => {
    const fetched = vi
      .fn()
      .mockRejectedValueOnce(new TypeError('no route'))
      .mockResolvedValue(new Response());
    vi.stubGlobal('fetch', fetched);
    expect(await checkConnectivity('/probe', now)).toBe(false);
    expect(warn).toHaveBeenCalledWith('No network connectivity detected');
    expect(await checkConnectivity('/probe', now)).toBe(true);
  });
});

describe('probeUrl', () => {
  it('stays on this origin for a demo project, whatever is configured', () => {
    expect(probeUrl(true, 'https://elsewhere.example')).toMatch(/^\/[^/]/);
    expect(probeUrl(false, 'https://elsewhere.example')).toBe('https://elsewhere.example');
    expect(probeUrl(false, undefined)).toMatch(/^https:/);
  });
});
