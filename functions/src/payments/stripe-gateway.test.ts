import { afterEach, describe, expect, it, vi } from 'vitest';
import { stripeClient } from './stripe-gateway.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

/** The address that a client's first request goes to. */
async function requestedAddress(config: Parameters<typeof stripeClient>[0]) {
  const client = stripeClient(config);
  const httpClient = client.getApiField('httpClient');
  const makeRequest = vi.spyOn(httpClient, 'makeRequest').mockRejectedValue(new Error('no network in tests'));
  await expect(
    client.checkout.sessions.retrieve('cs_1', undefined, { maxNetworkRetries: 0 }),
  ).rejects.toThrow();
  const [host, port, path, , , , protocol] = makeRequest.mock.calls[0] ?? [];
  return { host, port: String(port), path, protocol };
}

describe('stripeClient', () => {
  it("sends requests to Stripe's own API by https when there is no apiBase", async () => {
    expect(await requestedAddress({ secretKey: 'sk_live_1' })).toEqual({
      host: 'api.stripe.com',
      port: '443',
      path: '/v1/checkout/sessions/cs_1',
      protocol: 'https',
    });
  });

  it.each([
    ['http://127.0.0.1:4011', { host: '127.0.0.1', port: '4011', protocol: 'http' }],
    ['https://payments.test', { host: 'payments.test', port: '443', protocol: 'https' }],
    ['http://payments.test', { host: 'payments.test', port: '80', protocol: 'http' }],
  ])('sends requests to the apiBase %s', async (apiBase, address) => {
    expect(await requestedAddress({ secretKey: 'sk_test_1', apiBase })).toMatchObject(address);
  });
});
