import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectNoSidewaysScrolling, expectNoViolations } from './accessibility.ts';
import { PROJECT, type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

describe('the functions page', { timeout: TEST_TIMEOUT_MS }, () => {
  it('calls a function as nobody, as a shopper and as an administrator, with a link to the trace of the call', async () => {
    const page = await stack.open('/functions?q=readDashboard');
    await page.getByRole('link', { name: 'Call readDashboard' }).click();
    const form = page.getByRole('form', { name: 'Call readDashboard' });
    const response = form.getByRole('region', { name: 'Response' });
    const call = async (as: string) => {
      await form.getByRole('combobox', { name: 'As', exact: true }).selectOption(as);
      await form.getByRole('button', { name: 'Call', exact: true }).click();
    };
    await call('Signed out');
    // The first call starts a worker.
    await response.getByText('401').waitFor({ timeout: 60_000 });
    await call('shopper@example.com');
    await response.getByText('403').waitFor();
    await call('admin@example.com');
    // Allowed, but the empty data is rejected.
    await response.getByText('days must be 7 or 30 or 90.').waitFor();
    expect(await response.getByRole('link', { name: 'Show the trace' }).getAttribute('href')).toMatch(
      /^\/traces\/[0-9a-f]{32}$/,
    );
    await page.close();
  });

  it('keeps sent payloads, and reports one that is not JSON', async () => {
    const page = await stack.open('/functions?function=readDashboard');
    const form = page.getByRole('form', { name: 'Call readDashboard' });
    await form.getByLabel('Data (JSON)').fill('{"range": ');
    await form.getByRole('button', { name: 'Call', exact: true }).click();
    await form.getByRole('alert').waitFor();
    await form.getByLabel('Data (JSON)').fill('{"range": 7}');
    // Using only the keyboard.
    await form.getByLabel('Data (JSON)').press('Tab');
    await page.keyboard.press('Enter');
    await form.getByText('401').waitFor();
    await page.reload();
    await form.getByRole('combobox', { name: 'Recent' }).waitFor();
    expect(await form.getByLabel('Data (JSON)').inputValue()).toBe('{"range": 7}');
    await page.close();
  });

  it("shows a function's output, and leads to the trace of the call", async () => {
    const page = await stack.open('/functions?q=onOrderWritten');
    await page.getByRole('link', { name: 'onOrderWritten', exact: true }).click();
    const logs = page.getByRole('list', { name: 'Logs of onOrderWritten' });
    await logs.getByText('order o1 has no email').waitFor();
    expect(await logs.getByRole('listitem').count()).toBe(1);
    await logs.getByRole('link').click();
    await page.getByRole('heading', { name: 'onOrderWritten', level: 3 }).waitFor();
    expect(new URL(page.url()).pathname).toBe('/traces/t1');
    await page.close();
  });

  it('redelivers a recorded trigger event unchanged, in a separate trace', async () => {
    const register = await fetch(
      `${stack.firestoreUrl}/emulator/v1/projects/${PROJECT}/triggers/us-central1-onReviewWritten-0`,
      {
        method: 'PUT',
        headers: { authorization: 'Bearer owner' },
        body: JSON.stringify({
          eventType: 'google.cloud.firestore.document.v1.written',
          database: '(default)',
          document: { value: 'reviews/{id}', matchType: 'PATH_PATTERN' },
        }),
      },
    );
    expect(register.status).toBe(200);
    await stack.write({ 'reviews/r1': { stars: { integerValue: '5' } } });
    const page = await stack.open('/functions?function=onReviewWritten');
    const events = page.getByRole('table', { name: 'Events' });
    await events.getByRole('button', { name: 'Deliver again: reviews/r1' }).click();
    await page.getByText('Delivered the event of reviews/r1 again.').waitFor();
    const href = await events.getByRole('link', { name: 'Show the trace' }).getAttribute('href');
    await expect.poll(() => stack.delivered.length).toBe(2);
    const [first, again] = stack.delivered;
    expect([again?.url, again?.body]).toEqual([first?.url, first?.body]);
    expect(again?.traceparent).toContain(href?.split('/').at(-1));
    await page.close();
  });

  it.each([
    ['readDashboard', 'Data (JSON)', 'light'],
    ['inbox', 'Path and query', 'dark'],
    ['onOrderWritten', 'No events yet', 'dark'],
  ] as const)('has no axe violation with %s open, nor scrolls sideways', async (name, text, colorScheme) => {
    const page = await stack.open(`/functions?function=${name}`, {
      colorScheme,
      viewport: { width: 768, height: 900 },
    });
    await page.getByText(text).first().waitFor();
    await expectNoViolations(page);
    await expectNoSidewaysScrolling(page);
    await page.close();
  });
});
