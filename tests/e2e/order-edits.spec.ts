import { expect, test } from './fixtures.ts';
import { AdminPage, FIRST_CALL } from './pages/admin-page.ts';
import { Checkout } from './pages/checkout.ts';
import { signIn } from './sign-in.ts';

test('staff place an order and add to it, and it changes once the customer has paid the difference', async ({
  page,
  browser,
  admin,
  shopper,
}) => {
  test.slow();
  const staff = new AdminPage(page);
  const add = async (product: string, size: string) => {
    await page.getByLabel('Add an item').selectOption({ label: product });
    await page.getByLabel('Size', { exact: true }).selectOption(size);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  await signIn(page, admin);

  await test.step('an order that was paid in another way', async () => {
    await page.goto(`/admin/orders/new?email=${encodeURIComponent(shopper.email)}`);
    await add('Save Point Tee, $45.00', 'M');
    await page.getByLabel('Full name').fill('Erin Endtoend');
    await page.getByLabel('Country').selectOption({ label: 'United States' });
    await page.getByLabel('Street address').fill('1 Respawn Road');
    await page.getByLabel('City').fill('New York');
    await page.getByLabel('ZIP code').fill('10001');
    await page.getByLabel('State').selectOption({ label: 'New York' });
    await page.getByLabel('Paid in another way').check();
    await page.getByLabel('How it was paid').fill('Bank transfer');
    await staff.button('Review the order').click();
    await expect(page.getByText('The order will be in the account of this customer.')).toBeVisible(
      FIRST_CALL,
    );
    await staff.button('Make the order, $50.99 paid').click();
    await staff.expectToast('The order is made and paid.');
  });

  await test.step('an edit that waits for its payment', async () => {
    await staff.button('Edit order').click();
    await add('Boss Rush Tee, $45.00', 'L');
    await staff.button('Review changes').click();
    await expect(page.getByText('Boss Rush Tee (L): 0 to 1')).toBeVisible(FIRST_CALL);
    // Two tees ship free.
    await staff.button('Email a link to pay $39.01').click();
    await expect(page.getByRole('heading', { name: 'Waiting for $39.01' })).toBeVisible(FIRST_CALL);
    await expect(staff.button('Mark packed')).toBeHidden();
  });

  await test.step('the customer pays on the page of the order', async () => {
    const customer = await (await browser.newContext()).newPage();
    await signIn(customer, shopper);
    await customer.goto(page.url().replace('/admin/orders', '/account/orders'));
    await customer.getByRole('link', { name: 'Pay $39.01' }).click();
    await new Checkout(customer).payWith('Succeeds 4242');
    await expect(customer.getByText('Order changed', { exact: true })).toBeVisible(FIRST_CALL);
    await expect(customer.getByText('Boss Rush Tee (L): 0 to 1')).toBeVisible();
    await customer.context().close();
  });

  await expect(page.getByRole('heading', { name: 'Waiting for $39.01' })).toBeHidden(FIRST_CALL);
  await expect(page.getByText('$39.01 paid for an edit')).toBeVisible();
  await staff.button('Mark packed').click();
  await staff.expectToast(/is now packed/);
});
