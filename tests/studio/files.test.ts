import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;
const TEXT = 'one <b>line</b>';

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

describe('the files page', { timeout: TEST_TIMEOUT_MS }, () => {
  it('uploads files into a folder, shows, downloads and deletes them', async () => {
    const page = await stack.open('/files');
    const bucket = page.getByRole('navigation', { name: 'Folder' }).getByRole('link').first();
    await bucket.waitFor();
    const folder = `studio tests/${Date.now()}`;
    await page.goto(`${stack.url}/files/${await bucket.textContent()}/${encodeURI(folder)}/`);
    await page.getByText('No files yet').waitFor();
    await page.getByLabel('Upload files').setInputFiles([
      { name: 'a?#%.txt', mimeType: 'text/plain', buffer: Buffer.from(TEXT) },
      {
        name: 'mark.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>'),
      },
    ]);
    await page.getByText(`Uploaded ${folder}/mark.svg.`).waitFor();
    await page.getByRole('link', { name: 'mark.svg' }).click();
    const image = page.getByRole('img', { name: `Content of ${folder}/mark.svg` });
    await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(9);
    await page.getByRole('link', { name: 'a?#%.txt' }).click();
    await page.getByText(TEXT, { exact: true }).waitFor();
    await expectAccessible(page, () => page.getByText(TEXT, { exact: true }).waitFor());
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(await readFile(await download.path(), 'utf8')).toBe(TEXT);
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('link', { name: 'a?#%.txt' }).waitFor({ state: 'detached' });
    await page
      .getByRole('navigation', { name: 'Folder' })
      .getByRole('link', { name: 'studio tests' })
      .click();
    await page.getByRole('link', { name: `${folder.split('/')[1]}/` }).waitFor();
    await page.close();
  });
});

describe('the rules of Storage', { timeout: TEST_TIMEOUT_MS }, () => {
  it('are edited, and tried with a stored file and with an upload', async () => {
    const page = await stack.open('/rules');
    await page.getByRole('navigation', { name: 'Rules of' }).getByRole('link', { name: 'Storage' }).click();
    const form = page.getByRole('form', { name: 'Try it' });
    await form.getByLabel('File', { exact: true }).fill('avatars/alice');
    await form.getByLabel('File before').fill('{"contentType": "image/gif"}');
    await form.getByRole('button', { name: 'Try' }).click();
    await form.getByText("resource.contentType == 'image/png' is false").waitFor();
    await form.getByLabel('Method').selectOption('create');
    await form.getByLabel('File before').fill('');
    await form.getByLabel('File after the upload').fill('{"size": 900}');
    await form.getByRole('combobox', { name: 'As', exact: true }).selectOption('shopper@example.com');
    await form.getByRole('button', { name: 'Try' }).click();
    await form.getByText("uid = 'alice'").first().waitFor();
    await form.getByLabel('File', { exact: true }).fill('avatars/test-shopper');
    await form.getByRole('button', { name: 'Try' }).click();
    await form.getByText('request.resource.size < 100 is false').waitFor();
    await expectAccessible(page, () => form.getByText('request.resource.size < 100 is false').waitFor());
    await page.getByRole('textbox', { name: 'The edited rules' }).focus();
    await page.keyboard.press('ControlOrMeta+End');
    await page.keyboard.type('// edited');
    await page.getByRole('button', { name: 'Save to storage.rules' }).click();
    await page.getByText('Saved storage.rules. The emulator loads it.').waitFor();
    await page.close();
  });
});

describe('the logs page', { timeout: TEST_TIMEOUT_MS }, () => {
  it('finds lines by text, server and severity, and leads to the trace of a line', async () => {
    const page = await stack.open('/logs');
    const lines = page.getByRole('list', { name: 'Logs' }).getByRole('listitem');
    await expect.poll(() => lines.count()).toBe(3);
    await page.getByRole('combobox', { name: 'Server' }).selectOption('mail');
    await expect
      .poll(() => lines.allTextContents())
      .toEqual([expect.stringContaining('sent <b>order o1</b>')]);
    await page.getByRole('combobox', { name: 'Server' }).selectOption('All servers');
    await page.getByRole('checkbox', { name: 'Only warnings and errors' }).check();
    await expect.poll(() => lines.count()).toBe(2);
    await page.getByRole('searchbox', { name: 'Search logs' }).fill('NO EMAIL');
    await expect.poll(() => lines.count()).toBe(1);
    await page.reload();
    await expect.poll(() => lines.count()).toBe(1);
    await lines.getByRole('link').click();
    await page.getByRole('heading', { name: 'onOrderWritten', level: 3 }).waitFor();
    await page.close();
  });
});
