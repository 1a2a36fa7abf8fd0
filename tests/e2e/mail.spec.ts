import { randomUUID } from 'node:crypto';
import { expect, test } from './fixtures.ts';
import { openInApp } from './open-in-app.ts';
import { FIRST_CALL } from './pages/admin-page.ts';
import { Inbox, mailsTo } from './pages/inbox.ts';
import { LoginPage } from './pages/login-page.ts';
import { signIn } from './sign-in.ts';

const VERIFY = 'Confirm your email address';
const RESET = 'Choose a new password';
const NEWSLETTER = 'You are on the list';

test('a forgotten password is reset with the link in the inbox, which works once', async ({
  page,
  shopper,
}) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const reset = page.getByRole('form', { name: 'Reset password' });
  await reset.getByLabel('Email').fill(shopper.email);
  await reset.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(`If there is an account for ${shopper.email}`)).toBeVisible(FIRST_CALL);

  await new Inbox(page).follow(shopper.email, RESET, RESET);
  await expect(page.getByRole('heading', { level: 1, name: RESET })).toBeVisible();
  const link = page.url();
  await expect(page).toHaveTitle(`${RESET} | Savepoint`);
  const form = page.getByRole('form', { name: RESET });
  await expect(form.getByLabel('Email')).toHaveValue(shopper.email);
  await form.getByLabel('New password').fill('short');
  await form.getByRole('button', { name: 'Save the new password' }).click();
  await expect(form.getByLabel('New password')).toBeFocused();
  await expect(form.getByLabel('New password')).toHaveAccessibleDescription(/at least 6/i);
  await form.getByLabel('New password').fill('brand-new-pass-1');
  await form.getByRole('button', { name: 'Save the new password' }).click();
  await expect(page.getByText('Your new password is saved.')).toBeVisible();

  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await new LoginPage(page).login({ email: shopper.email, password: 'brand-new-pass-1' });
  await expect(page.getByRole('heading', { name: `Hi, ${shopper.displayName}` })).toBeVisible();

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'This link no longer works' })).toBeVisible();
  await expect(page.getByRole('main').getByRole('link', { name: 'Request a new link' })).toBeVisible();
});

test('a new account is welcomed and confirms its address by following the link in the inbox', async ({
  page,
}) => {
  const account = {
    displayName: 'Vera Verified',
    email: `vera-${randomUUID()}@example.com`,
    password: 'vera-pass-1',
  };
  await page.goto('/register');
  await new LoginPage(page).register(account);
  await expect(page.getByRole('heading', { name: 'Hi, Vera Verified' })).toBeVisible();
  const inbox = new Inbox(page);
  await inbox.open(account.email, 'Welcome to Savepoint');
  await inbox.open(account.email, VERIFY);
  await page.goto('/account/settings');
  await expect(page.getByText('Your email address is not confirmed yet.')).toBeVisible(FIRST_CALL);
  await page.getByRole('button', { name: 'Send the link again' }).click();
  await expect(page.getByText(`A new link is on its way to ${account.email}.`)).toBeVisible(FIRST_CALL);
  const links = async () =>
    (await mailsTo(account.email)).filter(({ message }) => message.subject === VERIFY).length;
  await expect.poll(links).toBe(2);
  await inbox.follow(account.email, VERIFY, VERIFY);
  await expect(
    page.getByRole('heading', { level: 1, name: 'Your email address is confirmed' }),
  ).toBeVisible();
  await page.goto('/account/settings');
  await expect(page.getByLabel('Display name')).toHaveValue('Vera Verified');
  await expect(page.getByText('Your email address is not confirmed yet.')).toHaveCount(0);
  for (const { message } of await mailsTo(account.email)) expect(message.text).not.toContain('Vera Verified');
});

test('a damaged or incomplete link of an email shows an error instead of loading forever', async ({
  page,
}) => {
  const heading = page.getByRole('heading', { level: 1, name: 'This link no longer works' });
  await page.goto('/auth/action');
  await expect(heading).toBeVisible();
  for (const query of [
    'mode=resetPassword',
    'mode=verifyEmail&oobCode=nonsense',
    'mode=constructor&oobCode=x',
  ]) {
    await openInApp(page, '/about');
    await expect(heading).toHaveCount(0);
    await openInApp(page, `/auth/action?${query}`);
    await expect(heading).toBeVisible();
  }
});

test('the newsletter form validates the email address; an address is on the newsletter once its email is confirmed, and leaves it by the link of another, each after one press', async ({
  page,
}) => {
  const email = `reader-${randomUUID()}@example.com`;
  await page.goto('/about');
  const form = page.getByRole('form', { name: 'Stay Updated' });
  const field = form.getByRole('textbox', { name: 'Email address' });
  await expect(field).toHaveAttribute('type', 'email');
  await expect(field).toHaveAttribute('required', '');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('Enter your email address.')).toBeVisible();
  await expect(field).toBeFocused();
  await field.fill('not an address');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(field).toHaveAccessibleDescription(/does not look like an email/);
  await field.fill(email);
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('Check your email')).toBeVisible(FIRST_CALL);

  await new Inbox(page).follow(email, 'Confirm your subscription', 'Confirm the subscription');
  await page.getByRole('main').getByRole('button', { name: 'Subscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: NEWSLETTER })).toBeVisible(FIRST_CALL);

  await new Inbox(page).follow(email, NEWSLETTER, 'Unsubscribe');
  await expect(page.getByRole('heading', { level: 1, name: 'Unsubscribe' })).toBeVisible();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible(FIRST_CALL);
  await page.reload();
  await page.getByRole('button', { name: 'Unsubscribe' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'You are unsubscribed' })).toBeVisible();
});

test("a mail program's one-click unsubscribe ends the newsletter, but merely opening the link does not", async ({
  page,
  shopper,
  request,
}) => {
  await signIn(page, shopper);
  await page.goto('/account/settings');
  const newsletter = page.getByRole('checkbox', { name: 'Newsletter' });
  await expect(newsletter).not.toBeChecked(FIRST_CALL);
  await newsletter.check();
  await expect(page.getByText('Your email preferences are saved.')).toBeVisible(FIRST_CALL);
  await new Inbox(page).open(shopper.email, NEWSLETTER);
  const [mail] = (await mailsTo(shopper.email)).filter(({ message }) => message.subject === NEWSLETTER);
  expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click');
  const url = /^<(.*)>$/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] as string;

  await page.goto(url);
  await page.goto('/account/settings');
  await expect(newsletter).toBeChecked();
  const response = await request.post(url, { form: { 'List-Unsubscribe': 'One-Click' } });
  expect(response.status()).toBe(200);
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue(shopper.displayName);
  await expect(newsletter).not.toBeChecked();
});

test('a shopper changes the email address with the link sent to the new one, keeps the account, and the former one is notified', async ({
  page,
  shopper,
}) => {
  const email = `new-${randomUUID()}@example.com`;
  await signIn(page, shopper);
  await page.goto('/account/settings');
  const form = page.getByRole('form', { name: 'Email address' });
  await form.getByLabel('New email address').fill(email);
  await form.getByLabel('Current password').fill('not-my-password');
  await form.getByLabel('Current password').press('Enter');
  await expect(form.getByLabel('Current password')).toBeFocused();
  await expect(form.getByLabel('Current password')).toHaveAccessibleDescription(/not your current password/);
  await form.getByLabel('Current password').fill(shopper.password);
  await form.getByLabel('Current password').press('Enter');
  await expect(form.getByRole('status')).toContainText(`Check the inbox of ${email}`, FIRST_CALL);

  await new Inbox(page).follow(email, 'Confirm your new email address', 'Confirm the new address');
  await page.getByRole('button', { name: 'Use this address' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Your email address has changed' })).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  const loginPage = new LoginPage(page);
  await loginPage.login(shopper);
  await expect(loginPage.alert).toContainText('The email or password is wrong');
  await loginPage.login({ email, password: shopper.password });
  await expect(page.getByRole('heading', { name: `Hi, ${shopper.displayName}` })).toBeVisible();
  await new Inbox(page).open(shopper.email, 'Your email address has changed');
});
