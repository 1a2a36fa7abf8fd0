// The page of services, with the emulators of Stripe and Shopify, which allow Studio to frame their
// pages, and a server without such a page.
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ShopifyEmulator, startShopifyEmulator } from '../../packages/shopify/src/server.ts';
import { type StripeEmulator, startStripeEmulator } from '../../packages/stripe/src/server.ts';
import { startStudio } from '../../packages/studio/server/studio-server.ts';
import { expectAccessible } from './accessibility.ts';
import { closeContexts, newPage, workerBrowser } from './worker-browser.ts';

const START_TIMEOUT_MS = 180_000;
const TEST_TIMEOUT_MS = 90_000;

let folder: string;
let stripe: StripeEmulator;
let shopify: ShopifyEmulator;
let webhooks: Server;
let studio: Awaited<ReturnType<typeof startStudio>>;
let browser: Browser;

/** Resolves with the port that it listens on. */
async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/**
 * A currently free port: the emulator must know Studio's origin before Studio can know the
 * emulator's.
 */
async function freePort(): Promise<number> {
  const server = createServer();
  const port = await listen(server);
  server.close();
  await once(server, 'close');
  return port;
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'services-'));
  const port = await freePort();
  const frameAncestor = `http://127.0.0.1:${port}`;
  webhooks = createServer((_, response) => response.end());
  const url = `http://127.0.0.1:${await listen(webhooks)}/hook`;
  stripe = await startStripeEmulator({ frameAncestor, webhooks: [{ url, secret: 'whsec_test' }] });
  shopify = await startShopifyEmulator({ frameAncestor, products: 3, webhooks: [{ url }] });
  studio = await startStudio({
    port,
    stack: {
      ...{ projectId: 'demo-services', folder, servers: [] },
      ...{ firestore: null, auth: null, storage: null, functions: null, mail: null, eventLog: null },
      services: [
        { name: 'search', label: 'Search', url: 'http://127.0.0.1:1' },
        { name: 'stripe', label: 'Stripe', url: stripe.url, hasFrame: true },
        { name: 'shopify', label: 'Shopify', url: shopify.url, hasFrame: true },
      ],
      commandLine: null,
    },
  });
  browser = await workerBrowser();
}, START_TIMEOUT_MS);

afterAll(async () => {
  if (browser !== undefined) await closeContexts(browser);
  await studio?.close();
  await stripe?.close();
  await shopify?.close();
  webhooks?.close();
  webhooks?.closeAllConnections();
  rmSync(folder, { recursive: true });
});

async function open(url: string): Promise<Page> {
  const page = await newPage(new URL(url).origin, {});
  page.setDefaultTimeout(15_000);
  await page.goto(url);
  return page;
}

async function control(path: string): Promise<void> {
  const response = await fetch(`${stripe.url}/_savepoint${path}`, { method: 'POST', body: '{}' });
  if (!response.ok) throw new Error(await response.text());
}

/** Creates a checkout session of 12.34 dollars; resolves with its id. */
async function createSession(order = 'order-1'): Promise<string> {
  const response = await fetch(`${stripe.url}/v1/checkout/sessions`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_1' },
    body: new URLSearchParams({
      mode: 'payment',
      client_reference_id: order,
      success_url: 'http://127.0.0.1/paid',
      'line_items[0][quantity]': '1',
      'line_items[0][price_data][currency]': 'usd',
      'line_items[0][price_data][unit_amount]': '1234',
      'line_items[0][price_data][product_data][name]': 'Cup',
    }),
  });
  if (!response.ok) throw new Error(await response.text());
  return ((await response.json()) as { id: string }).id;
}

const inspector = (page: Page) =>
  page.frameLocator('iframe[title="Stripe"]').getByRole('heading', { name: 'Stripe emulator' });

describe('the page of services', { timeout: TEST_TIMEOUT_MS }, () => {
  it('shows the page of a server in a frame with working buttons, and links to all', async () => {
    const page = await open(`${studio.url}/services`);
    await inspector(page).waitFor();
    const frame = page.frameLocator('iframe[title="Stripe"]');
    await frame.getByRole('button', { name: '+30 minutes' }).click();
    await frame.getByText('30 min ahead').waitFor();
    expect(await page.getByRole('link', { name: 'Stripe', exact: true }).getAttribute('aria-current')).toBe(
      'page',
    );
    for (const name of ['Search', 'Stripe']) {
      const link = page.getByRole('link', { name: `Open ${name} in a new tab` });
      expect(await link.getAttribute('target')).toBe('_blank');
    }
    await page.close();
  });

  it("shows pages without a background, such as the mail inbox, on the theme's, which matches their text color", async () => {
    const page = await open(`${studio.url}/services`);
    const frame = page.locator('iframe');
    const background = async (colorScheme: 'light' | 'dark') => {
      await page.emulateMedia({ colorScheme });
      return frame.evaluate((element) => getComputedStyle(element).backgroundColor);
    };
    expect(await background('light')).toBe('rgb(255, 255, 255)');
    expect(await background('dark')).toBe('rgb(18, 18, 18)');
    await page.close();
  });

  it('shows the objects of a payment, turns a fault on and resends a dropped event', async () => {
    const page = await open(`${studio.url}/services?page=stripe`);
    const frame = page.frameLocator('iframe[title="Stripe"]');
    await inspector(page).waitFor();
    const panel = frame.getByRole('region', { name: 'Faults' });
    await panel.getByText('None is in force.').waitFor();
    await panel.getByRole('button', { name: 'Drop the next delivery' }).press('Enter');
    await panel.getByText('dropNext 1').waitFor();
    const session = await createSession();
    await control(`/sessions/${session}/pay`);
    await panel.getByText('None is in force.').waitFor();
    const deliveries = frame.getByRole('region', { name: 'Deliveries' });
    const dropped = deliveries.getByRole('row').filter({ hasText: 'dropped' });
    await dropped.waitFor();
    const type = (await dropped.getByRole('cell').first().locator('strong').textContent()) ?? '';
    const sent = deliveries.getByRole('row').filter({ hasText: type }).filter({ hasText: 'delivered' });
    const count = await sent.count();
    await dropped.getByRole('button', { name: `Resend ${type}` }).click();
    await expect.poll(() => sent.count()).toBe(count + 1);
    const objects = frame.getByRole('region', { name: 'Objects' });
    await objects.getByText('Payment intents').waitFor();
    await objects.getByText('$12.34').first().click();
    await objects.getByText('"object": "payment_intent"').waitFor();
    await expectAccessible(page, () => objects.waitFor());
    await page.close();
  });

  it('shows the time, object and order of each event, newest first', async () => {
    const page = await open(`${studio.url}/services?page=stripe`);
    const frame = page.frameLocator('iframe[title="Stripe"]');
    for (const order of ['order-first', 'order-last']) {
      await control(`/sessions/${await createSession(order)}/pay`);
    }
    const rows = frame.getByRole('region', { name: 'Deliveries' }).getByRole('row');
    const orders = async (text: RegExp) =>
      (
        await rows
          .filter({ hasText: text })
          .filter({ hasText: /order-(first|last)/ })
          .allTextContents()
      ).map((each) => /order-(?:first|last)/.exec(each)?.[0]);
    await rows
      .filter({ hasText: /charge\.succeeded.*order-last/s })
      .first()
      .waitFor();
    for (const type of [/checkout\.session\.completed/, /payment_intent\.succeeded/, /charge\.succeeded/]) {
      await expect.poll(() => orders(type)).toEqual(['order-last', 'order-first']);
    }
    const completed = rows
      .filter({ hasText: 'checkout.session.completed' })
      .filter({ hasText: 'order-last' });
    await completed.getByText(/^cs_test_/).waitFor();
    await completed.getByText(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/).waitFor();
    // Its text is on one line.
    const resend = completed.getByRole('button', { name: /^Resend/ });
    const lines = await resend.evaluate((button) => {
      const range = document.createRange();
      range.selectNodeContents(button);
      return range.getClientRects().length;
    });
    expect(lines).toBe(1);
    await page.close();
  });

  it('shows the products of the feed, and makes its next page fail', async () => {
    const page = await open(`${studio.url}/services?page=shopify`);
    const frame = page.frameLocator('iframe[title="Shopify"]');
    await frame.getByRole('heading', { name: 'Products 3' }).waitFor();
    await frame.getByRole('button', { name: 'Fail the next page of products' }).click();
    await frame.getByText('failPage 1').waitFor();
    await frame.getByRole('button', { name: 'Turn all off' }).click();
    await frame.getByText('None is in force.').waitFor();
    await expectAccessible(page, () => frame.getByText('None is in force.').waitFor());
    await page.close();
  });

  it('has no axe violation in both themes at 768 and 1440 px, and does not scroll sideways', async () => {
    const page = await open(`${studio.url}/services`);
    await expectAccessible(page, () => inspector(page).waitFor());
    await page.close();
  });

  it('has only links if Studio was opened under a name that the servers do not allow', async () => {
    const page = await open(`${studio.url.replace('127.0.0.1', 'localhost')}/services`);
    await page.getByRole('link', { name: 'Open Stripe in a new tab' }).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    await page.close();
  });
});

describe('a page of another origin', { timeout: TEST_TIMEOUT_MS }, () => {
  it('cannot show the page of a server in a frame', async () => {
    const server = createServer((_, response) => {
      response.setHeader('content-type', 'text/html').end(`<iframe src="${stripe.url}"></iframe>`);
    });
    const port = await listen(server);
    const page = await (await browser.newContext()).newPage();
    const refused = page.waitForEvent('console', (message) => message.text().includes('frame-ancestors'));
    await page.goto(`http://127.0.0.1:${port}`);
    await refused;
    await page.close();
    server.close();
    server.closeAllConnections();
  });
});
