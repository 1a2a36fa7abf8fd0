import { afterEach, describe, expect, it, vi } from 'vitest';
import { PlatformError } from './platform-product.ts';
import { createProductPageReader } from './read-product-page.ts';

const EMPTY_PAGE = {
  data: {
    shop: { currencyCode: 'USD' },
    products: { pageInfo: { hasNextPage: false, endCursor: null }, nodes: [] },
  },
};
const THROTTLED = {
  errors: [{ message: 'Throttled', extensions: { code: 'THROTTLED' } }],
  extensions: {
    cost: { requestedQueryCost: 120, throttleStatus: { currentlyAvailable: 20, restoreRate: 50 } },
  },
};

/** Replaces fetch by one that responds with each body in turn, and then repeats the last one. */
function stubFetch(...bodies: object[]) {
  const remaining = [...bodies];
  const fetchStub = vi.fn(async (_url: string | URL, _init?: RequestInit) => {
    const body = remaining.length > 1 ? remaining.shift() : remaining[0];
    return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json' } });
  });
  vi.stubGlobal('fetch', fetchStub);
  return fetchStub;
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const CONFIG = { storeDomain: 'example.myshopify.com', accessToken: 'shpat_secret' };

describe('createProductPageReader', () => {
  it('requests the store domain by https with the access token when there is no apiBase', async () => {
    const fetchStub = stubFetch(EMPTY_PAGE);
    expect(await createProductPageReader(CONFIG)(null)).toEqual({
      products: [],
      nextCursor: null,
      currencyCode: 'USD',
    });
    const [url, init] = fetchStub.mock.calls[0] ?? [];
    expect(String(url)).toMatch(/^https:\/\/example\.myshopify\.com\/admin\/api\/[\d-]+\/graphql\.json$/);
    expect(new Headers(init?.headers).get('x-shopify-access-token')).toBe('shpat_secret');
  });

  it('requests the same path at apiBase if there is one', async () => {
    const fetchStub = stubFetch(EMPTY_PAGE);
    await createProductPageReader({ ...CONFIG, apiBase: 'http://127.0.0.1:4010' })(null);
    expect(String(fetchStub.mock.calls[0]?.[0])).toMatch(/^http:\/\/127\.0\.0\.1:4010\/admin\/api\//);
  });

  it('retries a throttled query once the bucket can pay for it', async () => {
    const fetchStub = stubFetch(THROTTLED, EMPTY_PAGE);
    const sleep = vi.fn(async () => {});
    await createProductPageReader(CONFIG, sleep)(null);
    expect(sleep.mock.calls).toEqual([[2000]]);
    expect(fetchStub).toHaveBeenCalledTimes(2);
  });

  it('rejects with PlatformError when the query stays throttled', async () => {
    stubFetch(THROTTLED);
    const reader = createProductPageReader(CONFIG, async () => {});
    await expect(reader(null)).rejects.toThrow(PlatformError);
  });

  it('retries a query that gets 503 three times, a second apart, then rejects with PlatformError', async () => {
    vi.useFakeTimers();
    const fetchStub = vi.fn(async () => new Response('unavailable', { status: 503 }));
    vi.stubGlobal('fetch', fetchStub);
    const outcome = createProductPageReader(CONFIG)(null).catch((error: unknown) => error);
    for (const requests of [1, 2, 3, 4]) {
      await vi.advanceTimersByTimeAsync(requests === 1 ? 0 : 1000);
      expect(fetchStub).toHaveBeenCalledTimes(requests);
    }
    await vi.advanceTimersByTimeAsync(10_000);
    expect(fetchStub).toHaveBeenCalledTimes(4);
    expect(await outcome).toBeInstanceOf(PlatformError);
  });
});
