// Runs its own Stripe emulator, to change its clock and read its charges.
import Stripe from 'stripe';
import { type StripeEmulator, startStripeEmulator } from '../../packages/stripe/src/server.ts';
import { expectNoViolations } from './axe.ts';
import { expect, test } from './fixtures.ts';

let emulator: StripeEmulator;
let stripe: Stripe;
test.beforeAll(async () => {
  emulator = await startStripeEmulator();
  stripe = new Stripe('sk_test_page', {
    host: '127.0.0.1',
    port: emulator.port,
    protocol: 'http',
    telemetry: false,
  });
});
test.afterAll(() => emulator.close());

async function openSession(): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: `${emulator.url}/?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${emulator.url}/?cancelled`,
    line_items: [
      {
        quantity: 2,
        price_data: {
          currency: 'usd',
          unit_amount: 4500,
          product_data: { name: 'Pixel Knight Tee', description: 'Size M' },
        },
      },
    ],
  });
  return { id, url: String(url) };
}

const charges = async (id: string) => {
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  return payment_intent === null
    ? []
    : (await stripe.charges.list({ payment_intent: String(payment_intent) })).data;
};

test.describe('the hosted payment page', () => {
  test('charges once on a double click, and shows Already paid after Back', async ({ page }) => {
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByRole('button', { name: 'Succeeds 4242' }).click();
    await page.getByRole('button', { name: 'Pay $90.00' }).dblclick();
    await page.waitForURL(`**/?paid=${id}`);
    expect((await charges(id)).map((charge) => charge.paid)).toEqual([true]);
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Already paid' })).toBeVisible();
    await page.getByRole('link', { name: 'See your order' }).click();
    await page.waitForURL(`**/?paid=${id}`);
  });

  test('accepts another card after a declined one', async ({ page }) => {
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByRole('button', { name: 'Insufficient funds 9995' }).click();
    await page.getByRole('button', { name: 'Pay $90.00' }).click();
    await expect(page.getByRole('alert')).toHaveText(/insufficient funds/);
    await expect(page.getByLabel('Security code')).toHaveValue('');
    await page.getByRole('button', { name: 'Succeeds 4242' }).click();
    await page.getByRole('button', { name: 'Pay $90.00' }).click();
    await page.waitForURL(`**/?paid=${id}`);
    expect((await charges(id)).map((charge) => charge.paid)).toEqual([true, false]);
  });

  test('allows another attempt after failed 3-D Secure authentication', async ({ page }) => {
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByRole('button', { name: '3-D Secure 3184' }).click();
    await page.getByRole('button', { name: 'Pay $90.00' }).click();
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expect(page.getByRole('alert')).toHaveText(/unable to authenticate/);
    await page.getByRole('button', { name: '3-D Secure 3184' }).click();
    await page.getByRole('button', { name: 'Pay $90.00' }).click();
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await page.waitForURL(`**/?paid=${id}`);
    expect((await charges(id))[0]?.payment_method_details?.card?.three_d_secure?.result).toBe(
      'authenticated',
    );
  });

  test('shows an error at each invalid field and focuses the first', async ({ page }) => {
    await page.goto((await openSession()).url);
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Card number').pressSequentially('4242424242424241');
    await expect(page.getByLabel('Card number')).toHaveValue('4242 4242 4242 4241');
    await page.getByLabel('Expiry date').pressSequentially('0120');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Email')).toBeFocused();
    await expect(page.getByLabel('Email')).toHaveAccessibleDescription(
      'Enter an email such as name@example.com.',
    );
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription('Your card number is invalid.');
    await expect(page.getByLabel('Expiry date')).toHaveAccessibleDescription(
      "Your card's expiry date is in the past.",
    );
    await expect(page.getByLabel('Security code')).toHaveAccessibleDescription('Enter the security code.');
    await expect(page).toHaveTitle(/^Error: /);
  });

  test('links back to cancel_url, and says when the session has expired', async ({ page }) => {
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/?cancelled');
    await stripe.checkout.sessions.expire(id);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible();
  });

  test('works without JavaScript', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false });
    const page = await context.newPage();
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByLabel('Email').fill('shopper@example.com');
    await page.getByRole('button', { name: 'Succeeds 4242' }).click();
    await expect(page.getByLabel('Card number')).toHaveValue('4242424242424242');
    await page.getByRole('button', { name: 'Pay $90.00' }).click();
    await page.waitForURL(`**/?paid=${id}`);
    await context.close();
  });

  test('has no axe violation in either theme, no horizontal scrolling and targets of 44 px, whatever the width', async ({
    page,
  }) => {
    const { url } = await openSession();
    for (const address of [emulator.url, url]) {
      await page.goto(address);
      for (const width of [320, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await expectNoViolations(page, `${address} at ${width} px`);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        if (address !== url) continue;
        for (const target of await page
          .locator('button:visible:not([aria-hidden]), a.button:visible, input:visible:not([type=radio])')
          .all()) {
          expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
      }
    }
  });
});
