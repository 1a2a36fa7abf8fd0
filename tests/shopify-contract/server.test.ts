// The stand-in as a server: hostile requests.

import { once } from 'node:events';
import { request } from 'node:http';
import type { ShopifyStandIn } from 'savepoint-shopify';
import { startShopifyStandIn } from 'savepoint-shopify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminClientOf, dataOf } from './backends.ts';

describe('hostile requests', () => {
  let standIn: ShopifyStandIn;
  beforeAll(async () => {
    standIn = await startShopifyStandIn({ products: 3 });
  });
  afterAll(() => standIn.close());

  const post = (body: string, path = '/admin/api/2026-10/graphql.json') =>
    fetch(`${standIn.url}${path}`, {
      method: 'POST',
      body,
      headers: {
        'x-shopify-access-token': 'x',
        'x-shopify-storefront-access-token': 'x',
        'content-type': 'application/json',
      },
    });

  async function stillLives(): Promise<void> {
    await dataOf(adminClientOf(standIn), '{ shop { id } }');
  }

  it.each([
    ['no JSON', '{', 400],
    ['no query', '{"variables":{}}', 400],
    ['a body too large', `{"query":"${'x'.repeat(2_200_000)}"}`, 413],
    ['a query nested ten thousand deep', JSON.stringify({ query: '{shop'.repeat(10_000) }), 200],
  ])('answers %s', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('errors');
    await stillLives();
  });

  it('answers nonsense at the Storefront door', async () => {
    const response = await post('{', '/api/2026-10/graphql.json');
    expect(response.status).toBe(400);
    const deep = await post(JSON.stringify({ query: '{shop'.repeat(10_000) }), '/api/2026-10/graphql.json');
    expect(await deep.text()).toContain('errors');
    expect((await post('{}', '/api/2026-11/graphql.json')).status).toBe(404);
    await stillLives();
  });

  it.each([{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'refuses a page from elsewhere: %j',
    async (headers) => {
      const sent = request({
        host: '127.0.0.1',
        port: standIn.port,
        method: 'POST',
        path: '/_savepoint/reset',
        headers,
      });
      sent.end('{}');
      const [response] = await once(sent, 'response');
      response.resume();
      expect(response.statusCode).toBe(403);
    },
  );

  it('names a fault and a path it does not have', async () => {
    const fault = await post('{"explode":1}', '/_savepoint/faults');
    expect(fault.status).toBe(400);
    expect(await fault.text()).toContain('explode');
    expect(await (await post('{}', '/_savepoint/nothing')).text()).toMatch(/There are: .*GET \/state/);
  });

  it('resets to a catalogue of another size', async () => {
    const answer = await post('{"products":7}', '/_savepoint/reset');
    expect(await answer.json()).toEqual({ products: 7 });
    const { productsCount } = await dataOf<{ productsCount: { count: number } }>(
      adminClientOf(standIn),
      '{ productsCount { count } }',
    );
    expect(productsCount.count).toBe(7);
  });
});
