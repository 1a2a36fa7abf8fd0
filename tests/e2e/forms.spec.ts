import { expect, test } from './fixtures.ts';
import { FIRST_CALL } from './pages/admin-page.ts';

test('the newsletter form validates the email address, shows the error at the field, and subscribes', async ({
  page,
}) => {
  await page.goto('/about');
  const form = page.getByRole('form', { name: 'Stay Updated' });
  const email = form.getByRole('textbox', { name: 'Email address' });
  await expect(email).toHaveAttribute('type', 'email');
  await expect(email).toHaveAttribute('required', '');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('Enter your email address.')).toBeVisible();
  await expect(email).toBeFocused();
  await email.fill('not an address');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(email).toHaveAccessibleDescription(/does not look like an email/);
  await email.fill('player@example.com');
  await form.getByRole('button', { name: 'Subscribe' }).click();
  await expect(form.getByText('You are on the list.')).toBeVisible(FIRST_CALL);
});

test('the contact form focuses the first invalid field, keeps its values, and sends', async ({ page }) => {
  await page.goto('/contact');
  const form = page.getByRole('form', { name: 'Contact' });
  await form.getByLabel('Message').fill('<b>Is the fox friendly?</b>');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(form.getByLabel('Name')).toBeFocused();
  await expect(form.getByLabel('Name')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Message')).toHaveValue('<b>Is the fox friendly?</b>');
  await form.getByLabel('Name').fill('Robin');
  await form.getByLabel('Email').fill('robin@example.com');
  await form.getByLabel('Subject').fill('The fox');
  await form.getByRole('button', { name: 'Send message' }).click();
  await expect(page.getByText('Message received.')).toBeVisible(FIRST_CALL);
});

test('a shopper who follows a link, or presses Back, with an unsent message is asked first, and Stay keeps what was typed', async ({
  page,
}) => {
  await page.goto('/faq');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).click();
  const message = page.getByRole('form', { name: 'Contact' }).getByLabel('Message');
  await message.fill('Is the fox friendly?');
  const question = page.getByRole('dialog', { name: 'Leave without saving?' });
  await page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
  await expect(question.getByRole('button', { name: 'Stay' })).toBeFocused();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(question).toBeHidden();
  await page.goBack();
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL(/\/contact$/);
  await expect(message).toHaveValue('Is the fox friendly?');
  await page.goBack();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(/\/faq$/);
});
