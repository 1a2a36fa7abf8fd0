import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible, expectNoSidewaysScrolling } from './accessibility.ts';
import { PROJECT, type StudioStack, startStudioStack, tokenOf } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
  await stack.write({
    'orders/o1': { owner: { stringValue: 'alice' } },
    'open/a': { x: { integerValue: '1' } },
  });
  const documents = `${stack.firestoreUrl}/v1/projects/${PROJECT}/databases/(default)/documents`;
  expect((await fetch(`${documents}/open/a`)).status).toBe(200);
  expect(
    (await fetch(`${documents}/orders/o1`, { headers: { authorization: `Bearer ${tokenOf('bob')}` } }))
      .status,
  ).toBe(403);
  expect((await fetch(`${documents}/open/b`)).status).toBe(404);
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

describe('each page', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each([
    ['/', 'Firestore'],
    ['/data', 'orders'],
    ['/data/(default)/orders/o1', 'Add field'],
    ['/data/(default)/orders/o1?view=json', 'Delete'],
    ['/data/(default)/none', 'No documents'],
    ['/accounts', 'shopper@example.com'],
    ['/accounts?new=1', 'Custom claims'],
    ['/files', 'Upload files'],
    ['/logs', 'order o1 has no email'],
    ['/rules', 'denied'],
    ['/rules?line=5', 'evaluated'],
    ['/rules?view=editor', 'Try it'],
    ['/traces', 'POST /createOrder'],
    ['/traces/t1?span=s4', 'sent'],
    ['/functions', 'createOrder'],
    ['/services', 'Mail inbox'],
    ['/nowhere', 'There is no such page'],
  ])(
    '%s has no axe violation in both themes at 768 and 1440 px, and scrolls sideways neither there nor on a phone',
    async (path, text) => {
      const page = await stack.open(path);
      await expectAccessible(page, () => page.getByText(text).locator('visible=true').first().waitFor());
      await page.close();
    },
  );

  it.each(['/', '/data/(default)/orders'])(
    '%s offers to be loaded again where Studio was started again after it was opened',
    async (path) => {
      const page = await stack.open('/services');
      await page.getByRole('heading', { name: 'Services' }).waitFor();
      await page.evaluate(() =>
        document.querySelector('meta[name="studio-token"]')?.setAttribute('content', 'old'),
      );
      await page.evaluate((href) => {
        history.pushState(null, '', href);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      const notice = page.getByRole('main').getByRole('alert').last();
      await notice.getByText('Studio was started again after this page was opened.').waitFor();
      expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
      await notice.getByRole('button', { name: 'Reload the page' }).click();
      await page
        .getByText(path === '/' ? 'Firestore' : 'o1')
        .first()
        .waitFor();
      await page.close();
    },
  );

  it("keeps the chosen theme over the system's", async () => {
    const page = await stack.open('/', { colorScheme: 'dark' });
    const scheme = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    const dark = await scheme();
    await page.getByRole('button', { name: 'Auto theme' }).click();
    const light = await scheme();
    expect(light).not.toBe(dark);
    await page.reload();
    await page.getByRole('button', { name: 'Light theme' }).waitFor();
    expect(await scheme()).toBe(light);
    await page.close();
  });
});

describe('the overview', { timeout: TEST_TIMEOUT_MS }, () => {
  it('shows which server does not respond, and offers only commands that the stack has', async () => {
    const page = await stack.open('/');
    await page.getByRole('alert').getByText('Search does not respond').waitFor();
    expect(await page.getByRole('button', { name: 'Reset all data' }).count()).toBe(0);
    await page.close();
  });
});

describe('the map of the overview', { timeout: TEST_TIMEOUT_MS }, () => {
  it('has collections with their number of documents, and the functions that they trigger, as links', async () => {
    const page = await stack.open('/');
    const map = page.getByRole('navigation', { name: 'What calls which function' });
    await map.getByRole('link', { name: 'open, 1 document' }).waitFor();
    await map.getByRole('link', { name: /^onOrderWritten, / }).waitFor();
    await map.getByRole('link', { name: 'orders, 1 document' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /^o1/ }).waitFor();
    await page.close();
  });
});

describe('the rules page', { timeout: TEST_TIMEOUT_MS }, () => {
  it('lists the denied request first, and shows the false condition with its values beside its line', async () => {
    const page = await stack.open('/');
    await page.getByRole('link', { name: 'Denied requests' }).click();
    const first = page.locator('.request').first();
    await first.getByText('get /orders/o1').waitFor();
    expect(await first.textContent()).toContain('denied');
    // The text of a line is visible, however many values it has.
    await page.addStyleTag({ content: '.line-values { min-height: 3000px }' });
    await first.click();
    const isTextInView = () =>
      page.locator('.line-selected > code').evaluate((element) => {
        const [text, pane] = [element, element.closest('.source')].map((each) =>
          each?.getBoundingClientRect(),
        );
        return text !== undefined && pane !== undefined && text.top >= pane.top && text.bottom <= pane.bottom;
      });
    await expect.poll(isTextInView).toBe(true);
    const details = page.getByRole('article', { name: 'The selected request' });
    await details.getByText('resource.data.owner == request.auth.uid is false').waitFor();
    await details.getByText("resource.data.owner = 'alice'").waitFor();
    await details.getByText("request.auth.uid = 'bob'").waitFor();
    await page.getByRole('button', { name: 'Line 5, evaluated once: false once', expanded: true }).waitFor();
    // The values are visible, however long the lines of the rules are.
    await page.addStyleTag({ content: '.line > code { min-width: 3000px }' });
    const rightOf = (selector: string) =>
      page.locator(selector).evaluate((element) => element.getBoundingClientRect().right);
    expect(await rightOf('.line-values')).toBeLessThanOrEqual(await rightOf('.source'));
    const address = page.url();
    await page.close();
    const again = await stack.open(address.slice(stack.url.length));
    await again.getByText("request.auth.uid = 'bob'").first().waitFor();
    await again.close();
  });
});

describe('the accounts page', { timeout: TEST_TIMEOUT_MS }, () => {
  it('creates an account with claims, disables it, creates a reset code and deletes it', async () => {
    const page = await stack.open('/accounts');
    const email = `studio-${Date.now()}@example.com`;
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password').fill('a-password-1');
    await page.getByLabel('Custom claims').fill('{"role": ');
    expect(await page.getByRole('button', { name: 'Create', exact: true }).isDisabled()).toBe(true);
    await page.getByLabel('Custom claims').fill('{"role": "tester"}');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    const row = page.locator('.accounts').getByRole('row', { name: email });
    await row.getByText('{"role": "tester"}').waitFor();
    await row.getByRole('button', { name: `Disable ${email}` }).click();
    await row.getByText('disabled').waitFor();
    await row.getByRole('button', { name: `Enable ${email}` }).click();
    await row.getByText('enabled').waitFor();
    await row.getByRole('button', { name: `Edit ${email}` }).click();
    await page.getByRole('button', { name: 'Create a reset code' }).click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('row', { name: `${email} password reset` }).waitFor();
    await row.getByRole('button', { name: `Delete ${email}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText(`Deleted ${email}.`).waitFor();
    await row.waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows the accounts of a tenant, and creates one there', async () => {
    const tenants = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v2/projects/${PROJECT}/tenants`;
    const created = await fetch(tenants, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ displayName: 'acme', allowPasswordSignup: true }),
    });
    const { tenantId } = (await created.json()) as { tenantId: string };
    const page = await stack.open('/accounts');
    await page.getByText('shopper@example.com').first().waitFor();
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption(tenantId);
    await page.getByText('No accounts yet').waitFor();
    await page.getByRole('button', { name: 'New account' }).click();
    await page.getByLabel('Email', { exact: true }).fill('tenant@example.com');
    await page.getByLabel('Password').fill('a-password-1');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await page.locator('.accounts').getByRole('row', { name: 'tenant@example.com' }).waitFor();
    await page.getByRole('combobox', { name: 'Tenant' }).selectOption('No tenant');
    await page.getByText('shopper@example.com').first().waitFor();
    expect(await page.getByRole('row', { name: 'tenant@example.com' }).count()).toBe(0);
    await page.close();
  });

  it('sets and removes a phone number, and unlinks a provider', async () => {
    const accounts = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
    const request = async (method: string, body: object) => {
      const headers = { authorization: 'Bearer owner', 'content-type': 'application/json' };
      const response = await fetch(`${accounts}${method}`, {
        ...{ method: 'POST', headers, body: JSON.stringify(body) },
      });
      expect(response.status).toBe(200);
      return response.json();
    };
    const localId = `linked-${Date.now()}`;
    const email = `${localId}@example.com`;
    const phoneNumber = `+1555${String(Date.now()).slice(-7)}`;
    await request('', { localId, email, password: 'a-password-1' });
    const google = { providerId: 'google.com', rawId: localId, email: 'linked@gmail.example' };
    await request(':update', { localId, linkProviderUserInfo: google });
    const read = async () => {
      const { users } = (await request(':lookup', { localId: [localId] })) as {
        users: { phoneNumber?: string; providerUserInfo: { providerId: string }[] }[];
      };
      const [user] = users;
      return [user?.phoneNumber, user?.providerUserInfo.map(({ providerId }) => providerId).sort()];
    };
    const page = await stack.open(`/accounts?q=${localId}`);
    const edit = () => page.getByRole('button', { name: `Edit ${email}` }).click();
    const dialog = page.getByRole('dialog');
    await edit();
    await dialog.getByText('linked@gmail.example').waitFor();
    await dialog.getByLabel('Phone number').fill('0555');
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(
      await dialog.getByLabel('Phone number').evaluate((input: HTMLInputElement) => input.validity.valid),
    ).toBe(false);
    await dialog.getByLabel('Phone number').fill(phoneNumber);
    await expectAccessible(page, () => dialog.waitFor());
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read()).toEqual([phoneNumber, ['google.com', 'password', 'phone']]);
    await page.getByText('google.com').first().waitFor();
    await edit();
    await dialog.getByLabel('Phone number').fill('');
    await dialog.getByRole('checkbox', { name: 'google.com' }).uncheck();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(await read()).toEqual([undefined, ['password']]);
    await request(':delete', { localId });
    await page.close();
  });

  it('never scrolls sideways, even for an account with the longest id, email and claims', async () => {
    const localId = String(Date.now()).padEnd(128, 'u');
    const email = `${String(Date.now()).padEnd(64, 'e')}@${'d'.repeat(60)}.example.com`;
    const accounts = `http://${process.env.FIREBASE_AUTH_EMULATOR_HOST}/identitytoolkit.googleapis.com/v1/projects/${PROJECT}/accounts`;
    const change = async (method: string, fields: object) => {
      const response = await fetch(`${accounts}${method}`, {
        method: 'POST',
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
        body: JSON.stringify(fields),
      });
      expect(response.status).toBe(200);
    };
    await change('', { localId, email, password: 'a-password-1' });
    await change(':update', { localId, customAttributes: JSON.stringify({ role: 'r'.repeat(900) }) });
    await change(':sendOobCode', { requestType: 'PASSWORD_RESET', email, returnOobLink: true });
    const page = await stack.open('/accounts');
    await page.getByRole('row', { name: `${email} password reset` }).waitFor();
    for (const width of [390, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScrolling(page);
    }
    await page.close();
    await change(':delete', { localId });
  });

  it('never receives a password or its hash in stored data', async () => {
    const page = await stack.open('/accounts');
    await page.getByText('shopper@example.com').waitFor();
    expect(await page.content()).not.toMatch(/fakeHash|passwordHash/);
    await page.close();
  });
});

describe('the traces page', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each([
    ['status:error', ['GET /orders/o2']],
    ['kind:firestore dur:>100 path:/orders', ['POST /createOrder']],
    ['dur:<10', ['GET /products']],
    ["path:/orders' OR 1=1", []],
  ])('finds with %s the traces %j', async (search, names) => {
    const page = await stack.open(`/traces?q=${encodeURIComponent(search)}`);
    await page.locator('.request, .state-title').first().waitFor();
    expect(await page.locator('.request-target').allTextContents()).toEqual(names);
    await page.close();
  });

  it("shows times in this machine's time zone", async () => {
    const page = await stack.open('/traces', { timezoneId: 'Asia/Tokyo' });
    await page.getByText('21:00:02.000').waitFor();
    await page.getByRole('link', { name: /POST \/createOrder/ }).click();
    await page.getByText('0 ms after the trace began, 21:00:00.000').waitFor();
    await page.close();
  });

  it('shows a trace as a waterfall, and the logs of a span as text', async () => {
    const page = await stack.open('/traces');
    await page.getByRole('link', { name: /POST \/createOrder/ }).click();
    await page.locator('.span-row').nth(3).waitFor();
    expect((await page.locator('.span-text').allTextContents()).map((text) => text.split(' ')[0])).toEqual([
      'POST',
      'Commit',
      'onOrderWritten',
      'send',
    ]);
    await page.locator('.span-row').nth(3).click();
    await page.getByText('sent <b>order o1</b>').waitFor();
    expect(page.url()).toContain('span=s4');
    await page.close();
  });

  it('shows recording gaps at their time, between the traces', async () => {
    const page = await stack.open('/traces');
    await page.locator('.request').nth(3).waitFor();
    expect(await page.locator('.request-target').allTextContents()).toEqual([
      ...['GET /products', 'Not recorded', 'GET /orders/o2', 'POST /createOrder'],
    ]);
    await page.getByText('7 spans are missing').waitFor();
    await page.close();
  });

  it('leads from a span to its function', async () => {
    const page = await stack.open('/traces/t1?span=s3');
    await page.getByRole('link', { name: 'the function onOrderWritten' }).click();
    await page.getByRole('region', { name: 'onOrderWritten' }).waitFor();
    await page.close();
  });

  it('shows the error of a search term', async () => {
    const page = await stack.open('/traces?q=colour:red');
    await page.getByRole('alert').getByText('the keys are status').waitFor();
    await page.close();
  });
});

describe('a page of another origin', { timeout: TEST_TIMEOUT_MS }, () => {
  it('can neither read the token nor change a document through Studio', async () => {
    const page = await (await stack.browser.newContext()).newPage();
    await page.goto(stack.firestoreUrl);
    const target = `${stack.url}/api/firestore/v1/projects/${PROJECT}/databases/(default)/documents/orders/o1`;
    const reached = await page.evaluate(
      async ({ target, studio }) => {
        const attempts: [string, string, RequestInit][] = [
          ['page', studio, {}],
          ['delete', target, { method: 'DELETE', headers: { 'x-studio-token': 'guess' } }],
          ['no-cors', target, { method: 'POST', mode: 'no-cors', body: '{}' }],
        ];
        const readable: string[] = [];
        for (const [name, url, init] of attempts) {
          try {
            const response = await fetch(url, init);
            if (response.ok) readable.push(name);
          } catch {
            // The browser or Studio rejected it.
          }
        }
        return readable;
      },
      { target, studio: stack.url },
    );
    expect(reached).toEqual([]);
    expect(await stack.read('orders/o1')).toEqual({ owner: { stringValue: 'alice' } });
    await page.close();
  });
});
