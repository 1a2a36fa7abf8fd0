// Open menus and dialogs, forms with errors, checkout steps, failures: see page-states.ts.
import { expectNoViolations } from './axe.ts';
import { test } from './fixtures.ts';
import { writePageData } from './page-data.ts';
import { visitPageStates } from './page-states.ts';
import { signIn, storeLocally } from './sign-in.ts';

test.describe.configure({ mode: 'parallel', timeout: 300_000 });
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

const WITHOUT_BANNER = { consent: 'denied' };

test('the states of pages that a guest can reach have no axe violation in either theme', async ({ page }) => {
  await storeLocally(page, WITHOUT_BANNER);
  const data = await writePageData(undefined);
  await visitPageStates(page, undefined, data, ({ name }) => expectNoViolations(page, name, 'what is new'));
});

test('the states of pages that a shopper can reach have no axe violation in either theme', async ({
  page,
  shopper,
}) => {
  const data = await writePageData('shopper', shopper);
  await signIn(page, shopper, WITHOUT_BANNER);
  await visitPageStates(page, 'shopper', data, ({ name }) => expectNoViolations(page, name, 'what is new'));
});

test('the states of pages that an admin can reach have no axe violation in either theme', async ({
  page,
  admin,
}) => {
  const data = await writePageData('admin', admin);
  await signIn(page, admin, WITHOUT_BANNER);
  await visitPageStates(page, 'admin', data, ({ name }) => expectNoViolations(page, name, 'what is new'));
});
