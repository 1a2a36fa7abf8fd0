import { expect, test } from './fixtures.ts';

test('following a link, or pressing Back, with an unsent message asks first, and Stay keeps the text', async ({
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
