import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkConnectivity, probeUrl } from './connectivity.ts';

let now = 1_000_000;
const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});

beforeEach(() => {
  // Far enough apart that no two tests share a probe.
  now += 1_000_000;
  warn.mockClear();
  vi.stubGlobal('navigator', { onLine: true });
});
afterEach(() => vi.unstubAllGlobals());

describe('checkConnectivity', () => {
  it('warns without probing when the browser reports that it is offline', async () => {
    const fetched = vi.fn();
    vi.stubGlobal('navigator', { onLine: false });
    vi.stubGlobal('fetch', fetched);
    expect(await checkConnectivity('/probe', now)).toBe(false);
    expect(fetched).not.toHaveBeenCalled();
    expect(warn).toHaveBeenCalledExactlyOnceWith('No network connectivity detected');
  });

  it('probes once for concurrent operations, with a no-cors HEAD request that times out', async () => {
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

  it('warns when the probe fails, and probes again the next time', async () => {
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
  it('returns a URL of this origin for a demo project, whatever is configured', () => {
    expect(probeUrl(true, 'https://elsewhere.example')).toMatch(/^\/[^/]/);
    expect(probeUrl(false, 'https://elsewhere.example')).toBe('https://elsewhere.example');
    expect(probeUrl(false, undefined)).toMatch(/^https:/);
  });
});
