import type { Browser, Page } from '@playwright/test';
import type { DropFields } from '../../model/src/drop.ts';
import { runSchedule } from '../support/run-schedule.ts';
import { createAccount, type ShopAccount } from './accounts.ts';
import { expectNoViolations } from './axe.ts';
import { updateDocument, writeDocument, writeStock } from './documents.ts';
import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Checkout } from './pages/checkout.ts';
import { signIn } from './sign-in.ts';

const PRODUCT = 'spirit-fox-tee';
const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const fromNow = (ms: number) => new Date(Date.now() + ms).toISOString();

/** A size of the product with one unit, and a drop of it as `saveDrop` writes it. */
async function announce(id: string, fields: Partial<DropFields>): Promise<void> {
  await updateDocument(`products/${PRODUCT}`, {
    variants: [{ size: 'M', stock: 1 }],
    inStock: true,
    drop: { id },
  });
  await writeStock(PRODUCT, [{ size: 'M', stock: 1 }]);
  await writeDocument(`drops/${id}`, {
    ...{ title: 'Golden Fox', productId: PRODUCT, kind: 'line', units: 1, limitPerPerson: 1 },
    ...{ opensAt: fromNow(HOUR_MS), closesAt: fromNow(2 * HOUR_MS), payMinutes: 60 },
    ...{ state: 'announced', createdAt: fromNow(0), updatedAt: fromNow(0) },
    ...fields,
  });
  await writeDocument(`dropBooks/${id}`, { units: 1, issued: 0, returned: [], sold: 0, nextRank: 0 });
}

/** Another device with another account. */
async function openDevice(browser: Browser, account: ShopAccount): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, account);
  return page;
}

/** Orders the won item, from the page of the drop to the paid order. */
async function buy(page: Page): Promise<void> {
  await buyButton(page).click();
  const checkout = new Checkout(page);
  await checkout.fill();
  await checkout.pay.click();
  await page.waitForURL('**/c/pay/**');
  await checkout.payWith('Succeeds 4242');
  await page.waitForURL('**/payment/success**');
}

const advance = () =>
  runSchedule(
    process.env.SAVEPOINT_FUNCTIONS_URL ?? '',
    process.env.SAVEPOINT_PROJECT_ID ?? '',
    'advanceDrops',
  );
const buyButton = (page: Page) => page.getByRole('button', { name: 'Buy it now' });

/** Changes a drop, and waits for its public state, which is cached for a second. */
async function change(page: Page, id: string, fields: Partial<DropFields>): Promise<void> {
  await updateDocument(`drops/${id}`, fields);
  await expect
    .poll(async () => (await page.request.get(`/drops/${id}/state.json`)).json(), FIRST_CALL)
    .toMatchObject(fields);
}

test('of two who wait for a line, one buys the numbered unit, and whoever comes later finds it sold out', async ({
  page,
  browser,
  shopper,
}) => {
  test.slow();
  await announce('golden-line', {});
  await signIn(page, shopper);
  const other = await openDevice(browser, await createAccount({}, 'Bo Second'));
  await page.goto(`/product/${PRODUCT}`);
  await expect(page.getByRole('button', { name: 'Add to cart' })).toHaveCount(0);
  await page.getByRole('link', { name: 'Go to the drop' }).click();
  await expect(page.getByRole('button', { name: 'Remind me by email' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Get in line' })).toHaveCount(0);

  await change(page, 'golden-line', { opensAt: fromNow(10 * MINUTE_MS) });
  for (const each of [page, other]) {
    await each.goto('/drops/golden-line');
    await each.getByRole('button', { name: 'Get in line' }).press('Enter');
    await expect(each.getByText('the places of all who wait are drawn').last()).toBeVisible(FIRST_CALL);
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave the line' })).toBeVisible();

  await change(page, 'golden-line', { opensAt: fromNow(-1000) });
  await advance();
  const entered = (each: Page) => each.getByRole('button', { name: 'Leave the line' });
  for (const each of [page, other]) {
    await each.reload();
    await expect(buyButton(each).or(entered(each))).toBeVisible();
  }
  const [winner, loser] = (await buyButton(page).isVisible()) ? [page, other] : [other, page];
  await expect(winner.getByText('No. 1 of 1 is yours to buy.').last()).toBeVisible();
  await expect(loser.getByText('Sold out')).toBeVisible();
  const late = await (await browser.newContext()).newPage();
  await late.goto('/drops/golden-line');
  await expect(late.getByText('All 1 are taken.').last()).toBeVisible();
  await expect(late.getByRole('link', { name: 'Log in to enter' })).toHaveCount(0);

  await buy(winner);
  await winner.goto('/drops/golden-line');
  await winner.getByRole('link', { name: 'See your order' }).click();
  await expect(winner.getByText('No. 1 of 1')).toBeVisible();
  await late.context().close();
  await other.context().close();
});

test('two shoppers enter a draw, the seed decides, the winner buys, both can check it, and whoever comes later cannot enter', async ({
  page,
  browser,
  shopper,
}) => {
  test.slow();
  const seed = '5eed';
  await announce('golden-draw', { kind: 'draw' });
  await updateDocument('drops/golden-draw', { commitment: await sha256(seed) });
  await writeDocument('dropSecrets/golden-draw', { seed });
  await signIn(page, shopper);
  const other = await openDevice(browser, await createAccount({}, 'Bo Second'));
  await page.goto('/drops/golden-draw');
  await expect(page.getByRole('button', { name: 'Remind me by email' })).toBeVisible();
  await change(page, 'golden-draw', { opensAt: fromNow(-1000) });
  for (const each of [page, other]) {
    await each.goto('/drops/golden-draw');
    await each.getByRole('button', { name: 'Enter the draw' }).click();
    await expect(each.getByRole('button', { name: 'Leave the draw' })).toBeVisible(FIRST_CALL);
  }
  await page.reload();
  await expect(page.getByRole('button', { name: 'Leave the draw' })).toBeVisible();
  await expectNoViolations(page, 'a drop that was entered', 'what is new');

  await change(page, 'golden-draw', { closesAt: fromNow(-1) });
  await advance();
  await expect(buyButton(page).or(page.getByText('You were not drawn.').last())).toBeVisible();
  const [winner, loser] = (await buyButton(page).isVisible()) ? [page, other] : [other, page];
  await expect(loser.getByText('You were not drawn.').last()).toBeVisible();
  const late = await (await browser.newContext()).newPage();
  await late.goto('/drops/golden-draw');
  await expect(late.getByText('Nobody can enter anymore.').last()).toBeVisible();
  await loser.getByRole('button', { name: 'Check the draw' }).click();
  await expect(
    loser.getByText('The seed and the order of all 2 tickets are right. Your ticket is at place 2.'),
  ).toBeVisible();

  await buy(winner);
  await expect(winner.getByText('No. 1 of 1')).toBeVisible();
  await expect
    .poll(async () => {
      await advance();
      return (await late.request.get('/drops/golden-draw/state.json')).json();
    }, FIRST_CALL)
    .toMatchObject({ phase: 'ended' });
  await late.reload();
  await expect(late.getByText('Sold out')).toBeVisible();
  await late.context().close();
  await other.context().close();
});

async function sha256(text: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return Buffer.from(hash).toString('hex');
}
