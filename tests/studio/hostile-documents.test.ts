// Documents may contain anything. They must neither run scripts in Studio nor make it unusable.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 60_000;
const FIELDS = 10_000;
const SCRIPT = '<img src=x onerror="window.attacked=1"><script>window.attacked=1</script>';
const LONG_LENGTH = 1_000_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
  await stack.write({
    'hostile/script': {
      [SCRIPT]: { stringValue: SCRIPT },
      __proto: { mapValue: { fields: { [SCRIPT]: { stringValue: 'javascript:window.attacked=1' } } } },
      constructor: { stringValue: '{{constructor.constructor("window.attacked=1")()}}' },
    },
    'hostile/large': { text: { stringValue: 'x'.repeat(LONG_LENGTH) }, small: { integerValue: '1' } },
    'hostile/wide': Object.fromEntries(
      Array.from({ length: FIELDS }, (_, index) => [`f${index}`, { integerValue: String(index) }]),
    ),
    'hostile/binary': {
      bytes: { bytesValue: Buffer.alloc(200_000, 0xff).toString('base64') },
      text: { stringValue: '\u0000\u0001\u202e\ud83d\ude00\u2028' },
    },
    [`hostile/${encodeURI('a:b?c#d %')}`]: { x: { nullValue: null } },
  });
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

describe('a hostile document', { timeout: TEST_TIMEOUT_MS }, () => {
  it('runs no scripts in keys and values, in the list, the form and as JSON', async () => {
    const page = await stack.open('/data/(default)/hostile/script');
    await page.getByLabel('Value of constructor').waitFor();
    await page.getByRole('button', { name: 'Fields of __proto' }).click();
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(await page.getByLabel('The document as JSON').inputValue()).toContain(JSON.stringify(SCRIPT));
    expect(await page.evaluate(() => 'attacked' in window)).toBe(false);
    expect(await page.locator('main img, main script').count()).toBe(0);
    await page.close();
  });

  it('with a value of a megabyte is shown, edited beside it and saved intact', async () => {
    const page = await stack.open('/data/(default)/hostile/large');
    await page.getByRole('button', { name: 'Edit 1,000,000 characters' }).waitFor();
    expect(await page.evaluate(() => document.body.textContent?.length)).toBeLessThan(5_000);
    await page.getByLabel('Value of small').fill('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved large.').waitFor();
    const saved = await stack.read('hostile/large');
    expect(saved?.small).toEqual({ integerValue: '2' });
    expect(saved?.text).toEqual({ stringValue: 'x'.repeat(LONG_LENGTH) });
    await page.close();
  });

  it('with 10,000 fields renders only the visible rows, and each can be edited', async () => {
    const page = await stack.open('/data/(default)/hostile/wide');
    await page.getByText('10,000 rows').waitFor();
    expect(await page.locator('.field-row').count()).toBeLessThan(60);
    await page.locator('.field-rows').evaluate((element) => element.scrollTo(0, element.scrollHeight));
    const last = page.getByLabel('Value of f9999', { exact: true });
    await last.fill('-1');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved wide.').waitFor();
    expect((await stack.read('hostile/wide'))?.f9999).toEqual({ integerValue: '-1' });
    await page.close();
  });

  it('with binary data and control characters is saved unchanged, except for the edit', async () => {
    const before = await stack.read('hostile/binary');
    const page = await stack.open('/data/(default)/hostile/binary');
    await page.getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved binary.').waitFor();
    expect(await stack.read('hostile/binary')).toEqual({ ...before, field: { stringValue: '' } });
    await page.close();
  });

  it('with an id of reserved characters opens from the list', async () => {
    const page = await stack.open('/data/(default)/hostile');
    await page.locator('.row', { hasText: 'a:b?c#d' }).click();
    await page.getByLabel('Type of x').waitFor();
    await page.close();
  });
});
