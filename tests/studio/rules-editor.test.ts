import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoViolations } from './accessibility.ts';
import { PROJECT, type StudioStack, startStudioStack, tokenOf } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
  await stack.write({ 'orders/o1': { owner: { stringValue: 'test-shopper' } } });
  const documents = `${stack.firestoreUrl}/v1/projects/${PROJECT}/databases/(default)/documents`;
  const denied = await fetch(`${documents}/orders/o1`, {
    headers: { authorization: `Bearer ${tokenOf('bob')}` },
  });
  expect(denied.status).toBe(403);
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

/** Replaces the edited text like a user: the editor is a contenteditable element. */
async function type(page: Page, change: (text: string) => string): Promise<void> {
  const editor = page.getByRole('textbox', { name: 'The edited rules' });
  const text = await editor.evaluate((element) =>
    [...element.querySelectorAll('.cm-line')].map(({ textContent }) => textContent).join('\n'),
  );
  await editor.fill(change(text));
}

async function tryIt(page: Page, fields: { method?: string; path: string; as?: string }): Promise<void> {
  const form = page.getByRole('form', { name: 'Try it' });
  if (fields.method !== undefined) await form.getByLabel('Method').selectOption(fields.method);
  await form.getByLabel('Path').fill(fields.path);
  await form.getByRole('combobox', { name: 'As', exact: true }).selectOption(fields.as ?? 'Signed out');
  await form.getByRole('button', { name: 'Try', exact: true }).click();
}

const decision = (page: Page) => page.getByRole('region', { name: 'Decision' });

describe('the rules editor', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each(['light', 'dark'] as const)(
    'has no axe violation in the %s theme, and colors keywords',
    async (colorScheme) => {
      const page = await stack.open('/rules?view=editor', { colorScheme });
      await page.locator('.tok-keyword', { hasText: 'match' }).first().waitFor();
      await page.locator('.editor-coverage .editor-count').locator('visible=true').first().waitFor();
      await expectNoViolations(page);
      await page.close();
    },
  );

  it('shows a compiler error at its position, and moves the caret there', async () => {
    const page = await stack.open('/rules?view=editor');
    await type(page, (text) => text.replace('resource.data.owner ==', 'resource.data.owner = '));
    const issues = page.getByRole('list', { name: 'Errors and warnings' });
    await issues.getByText('error').first().waitFor();
    await page.locator('.cm-lintRange-error').first().waitFor();
    await issues.getByRole('button', { name: /^5:/ }).first().click();
    await page.locator('.cm-activeLine', { hasText: 'resource.data.owner' }).waitFor();
    expect(await page.getByRole('button', { name: /^Save to/ }).isDisabled()).toBe(true);
    await page.close();
  });

  it("evaluates anybody's requests with the unsaved rules and shows the evaluation path, while the active rules stay", async () => {
    const page = await stack.open('/rules?view=editor');
    await tryIt(page, { path: '/orders/o1' });
    await decision(page).getByText('denied by the rules in force').waitFor();
    await tryIt(page, { path: '/orders/o1', as: 'shopper@example.com' });
    await decision(page).getByText('allowed').waitFor();
    await tryIt(page, { path: '/orders/o1', as: 'admin@example.com' });
    await decision(page).getByText('denied').waitFor();
    await decision(page).getByText("resource.data.owner = 'test-shopper'").waitFor();
    await type(page, (text) =>
      text.replace('request.auth != null && resource', 'request.auth.token.role == "owner" || resource'),
    );
    await page.getByText('Edited, not saved').waitFor();
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('allowed by the edited rules').waitFor();
    await decision(page).getByText('Each expression with its value').click();
    const values = (await decision(page).locator('dl > div').allTextContents()).map((each) => each.trim());
    expect(values).toContain("request.auth.token.role'owner' × 1");
    // Not evaluated, because the condition before it was true.
    expect(values.filter((each) => each.startsWith('resource.data'))).toEqual([]);
    await expectNoViolations(page);
    await decision(page).getByText('granted the request').waitFor();
    // The reload keeps the text, and the active rules still deny what the edited ones allow.
    await page.reload();
    await page.getByText('Edited, not saved').waitFor();
    const rules = await fetch(`${stack.firestoreUrl}/emulator/v1/projects/${PROJECT}:securityRules`);
    expect(await rules.text()).not.toContain('token.role');
    await page.getByRole('button', { name: 'Discard' }).click();
    await page.getByText('The rules in force').waitFor();
    await page.close();
  });

  it('evaluates a write by its data, a list by its query, and any typed token', async () => {
    const page = await stack.open('/rules?view=editor');
    await type(page, (text) =>
      text.replace(
        'allow read: if true;',
        'allow create: if request.resource.data.at is timestamp && request.auth.token.level > 2; allow list: if request.query.limit <= 5;',
      ),
    );
    const form = page.getByRole('form', { name: 'Try it' });
    await form.getByLabel('Method').selectOption('create');
    await form.getByLabel('Path').fill('/open/new');
    await form.getByRole('combobox', { name: 'As', exact: true }).selectOption('Any token …');
    await form.getByLabel('Claims of the token').fill('{"sub": "x", "level": 3');
    await form.getByRole('alert').first().waitFor();
    await form.getByLabel('Claims of the token').fill('{"sub": "x", "level": 3}');
    await form.getByLabel(/^Data/).fill('{"at": {"$timestamp": "2026-01-31T12:00:00Z"}}');
    await form.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('allowed').waitFor();
    await form.getByLabel(/^Data/).fill('{"at": "noon"}');
    await form.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('denied').waitFor();
    await form.getByLabel('Method').selectOption('list');
    await form.getByLabel('Path').fill('/open');
    await form.getByLabel(/^Query/).fill('{"limit": 5}');
    await form.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('allowed').waitFor();
    await form.getByLabel(/^Query/).fill('{"limit": 6}');
    await form.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('denied').waitFor();
    expect(await stack.read('open/new')).toBeUndefined();
    await page.close();
  });

  it('replays a recorded denial, and shows that an edited rule would allow it', async () => {
    const page = await stack.open('/rules');
    await page.locator('.request', { hasText: 'get /orders/o1' }).first().click();
    await page.getByRole('link', { name: 'Replay against the edited rules' }).click();
    await page.getByRole('heading', { name: 'Replay of the recorded request' }).waitFor();
    await decision(page).getByText('denied').waitFor();
    await decision(page).getByText("request.auth.uid = 'bob'").waitFor();
    await type(page, (text) => text.replace('== request.auth.uid', '!= request.auth.uid'));
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision(page).getByText('allowed').waitFor();
    await page.close();
  });

  it('is used with the keyboard alone: Tab leaves the editor for the form', async () => {
    const page = await stack.open('/rules?view=editor');
    await page.getByRole('textbox', { name: 'The edited rules' }).focus();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.type('/open/a');
    await page.keyboard.press('Enter');
    await decision(page).getByText('allowed').waitFor();
    await page.close();
  });

  it("saves the rules to their file, which the emulator loads, but not over somebody else's change", async () => {
    const page = await stack.open('/rules?view=editor');
    await type(page, (text) => text.replace('match /open/{id}', 'match /opened/{id}'));
    await page.getByRole('button', { name: 'Save to firestore.rules' }).click();
    await page.getByText('Saved firestore.rules').waitFor();
    await page.getByText('The rules in force').waitFor();
    await type(page, (text) => text.replace('match /opened/{id}', 'match /mine/{id}'));
    stack.writeRules((text) => text.replace('match /opened/{id}', 'match /theirs/{id}'));
    await page.getByText('The rules in force have changed since').waitFor();
    await page.getByRole('button', { name: 'Save to firestore.rules' }).click();
    await page.getByText('The rules file has changed since you began').waitFor();
    await page.close();
  });
});
