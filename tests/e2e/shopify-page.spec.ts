// Runs its own Shopify emulator and webhook endpoint.
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ShopifyEmulator, startShopifyEmulator } from '../../packages/shopify/src/server.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

let emulator: ShopifyEmulator;
let endpoint: Server;
const arrived: { topic: string; body: Record<string, unknown> }[] = [];

test.beforeAll(async () => {
  endpoint = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      arrived.push({
        topic: String(request.headers['x-shopify-topic']),
        body: JSON.parse(Buffer.concat(chunks).toString('utf8')),
      });
      response.end();
    });
  });
  await new Promise<void>((resolve) => endpoint.listen(0, '127.0.0.1', resolve));
  const { port } = endpoint.address() as AddressInfo;
  emulator = await startShopifyEmulator({
    products: 60,
    webhooks: [{ url: `http://127.0.0.1:${port}/hook` }],
  });
});
test.afterAll(async () => {
  await emulator.close();
  endpoint.closeAllConnections();
  await new Promise((resolve) => endpoint.close(resolve));
});

test.describe('the admin page of the Shopify emulator', () => {
  test('edits a product and shows the delivery of its webhook', async ({ page }) => {
    arrived.length = 0;
    await page.goto(emulator.url);
    await page.getByRole('link', { name: 'Next' }).click();
    await page.locator('.products a').first().click();
    await page.getByRole('textbox', { name: 'Title', exact: true }).fill('Renamed in the browser');
    await page
      .getByLabel(/^Stock of/)
      .first()
      .fill('7');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('heading', { name: 'Renamed in the browser' })).toBeVisible();
    await expect(page.locator('.deliveries').getByText('products/update')).toBeVisible();
    await expect(page.locator('.deliveries .badge.good').first()).toHaveText('delivered');
    expect(arrived.map(({ topic }) => topic).sort()).toEqual(['inventory_levels/update', 'products/update']);
    expect(arrived.find(({ topic }) => topic === 'products/update')?.body.title).toBe(
      'Renamed in the browser',
    );
    await page.getByRole('button', { name: 'Resend products/update' }).click();
    await expect.poll(() => arrived.length).toBe(3);
  });

  test('shows validation errors and changes nothing', async ({ page }) => {
    arrived.length = 0;
    await page.goto(emulator.url);
    await page.locator('.products a').first().click();
    await page
      .getByLabel(/^Price of/)
      .first()
      .fill('free');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('alert')).toHaveText(/must be a number such as 45\.00/);
    expect(arrived).toEqual([]);
  });

  test('deletes a product', async ({ page }) => {
    arrived.length = 0;
    await page.goto(`${emulator.url}/?q=tee`);
    const [before] = (await page.getByRole('heading', { level: 1 }).textContent())?.match(/\d+/) ?? ['0'];
    await page.locator('.products a').first().click();
    await page.getByRole('button', { name: 'Delete product' }).click();
    await expect.poll(() => arrived.map(({ topic }) => topic)).toEqual(['products/delete']);
    await page.goto(`${emulator.url}/?q=tee`);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Products ${Number(before) - 1}`);
  });

  test('has no axe violation in either theme and no horizontal scrolling, whatever the width', async ({
    page,
  }) => {
    await page.goto(emulator.url);
    const product = await page.locator('.products a').first().getAttribute('href');
    for (const address of ['/', String(product)]) {
      await page.goto(`${emulator.url}${address}`);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expectNoViolations(page, `${address} at ${width} px`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      }
    }
  });
});
