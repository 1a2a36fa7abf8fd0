import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopifyEmulator } from '../../packages/shopify/src/server.ts';
import { startShopifyEmulator } from '../../packages/shopify/src/server.ts';
import { adminClientOf, dataOf } from './backends.ts';

describe('the server', () => {
  let emulator: ShopifyEmulator;
  beforeAll(async () => {
    emulator = await startShopifyEmulator({ products: 3 });
  });
  afterAll(() => emulator.close());

  const post = (body: string, path = '/admin/api/2026-10/graphql.json') =>
    fetch(`${emulator.url}${path}`, {
      method: 'POST',
      body,
      headers: {
        'x-shopify-access-token': 'x',
        'content-type': 'application/json',
      },
    });

  async function expectStillServing(): Promise<void> {
    await dataOf(adminClientOf(emulator), '{ shop { id } }');
  }

  it.each([
    ['a body that is not JSON', '{', 400],
    ['a body without a query', '{"variables":{}}', 400],
    ['a body of more than 2 MiB', `{"query":"${'x'.repeat(2_200_000)}"}`, 413],
    ['a query nested 10,000 levels deep', JSON.stringify({ query: '{shop'.repeat(10_000) }), 200],
  ])('responds to %s with errors and keeps serving', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('errors');
    await expectStillServing();
  });

  it('names an unknown fault, and lists the routes of the control API for an unknown path', async () => {
    const fault = await post('{"explode":1}', '/_savepoint/faults');
    expect(fault.status).toBe(400);
    expect(await fault.text()).toContain('explode');
    expect(await (await post('{}', '/_savepoint/nothing')).text()).toMatch(/There are: .*GET \/state/);
  });

  it('resets to a catalog of another size through the control API', async () => {
    const response = await post('{"products":7}', '/_savepoint/reset');
    expect(await response.json()).toEqual({ products: 7 });
    const { productsCount } = await dataOf<{ productsCount: { count: number } }>(
      adminClientOf(emulator),
      '{ productsCount { count } }',
    );
    expect(productsCount.count).toBe(7);
  });
});
