// The hosted payment page in a real browser: keyboard, errors, test cards, 3-D Secure, double click, Back, both themes.
// It runs a stand-in of its own, so that it may move time and look at charges.
import { AxeBuilder } from '@axe-core/playwright';
import Stripe from 'stripe';
import { type StripeStandIn, startStripeStandIn } from '../../emulator/stripe/src/server.ts';
import { expect, test } from './fixtures.ts';

let standIn: StripeStandIn;
let stripe: Stripe;
test.beforeAll(async () => {
  standIn = await startStripeStandIn();
  stripe = new Stripe('sk_test_page', {
    host: '127.0.0.1',
    port: standIn.port,
    protocol: 'http',
    telemetry: false,
  });
});
test.afterAll(() => standIn.close());

async function openSession(): Promise<{ id: string; url: string }> {
  const { id, url } = await stripe.checkout.sessions.create({
    mode: 'payment',
    success_url: `${standIn.url}/?paid={CHECKOUT_SESSION_ID}`,
    cancel_url: `${standIn.url}/?cancelled`,
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
  test('a double click on Pay charges once, and Back afterwards says that it is paid', async ({ page }) => {
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

  test('a declined card can be followed by a good one', async ({ page }) => {
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

  test('3-D Secure can fail, then pass', async ({ page }) => {
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

  test('wrong fields are named beside the field and the first has the focus', async ({ page }) => {
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

  test('the way back leads to cancel_url, and an expired page says so', async ({ page }) => {
    const { id, url } = await openSession();
    await page.goto(url);
    await page.getByRole('link', { name: 'Back to the shop' }).click();
    await page.waitForURL('**/?cancelled');
    await stripe.checkout.sessions.expire(id);
    await page.goto(url);
    await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible();
  });

  test('works without scripts', async ({ browser }) => {
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

  for (const colorScheme of ['light', 'dark'] as const) {
    for (const width of [320, 390, 1440]) {
      test(`has no accessibility fault, no sideways scroll and large targets, ${colorScheme} at ${width}`, async ({
        page,
      }) => {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 844 });
        const { url } = await openSession();
        for (const address of [url, standIn.url]) {
          await page.goto(address);
          expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        }
        await page.goto(url);
        for (const target of await page
          .locator('button:visible:not([aria-hidden]), a.button:visible, input:visible:not([type=radio])')
          .all()) {
          expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44);
        }
      });
    }
  }
});
