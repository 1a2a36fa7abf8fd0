import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROJECT, type StudioStack, startStudioStack } from './studio-stack.ts';

const DOCUMENTS = 2_000;
const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 60_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack();
  const entries = Array.from({ length: DOCUMENTS }, (_, index) => [
    `many/doc-${String(index).padStart(5, '0')}`,
    { number: { integerValue: String(index) }, name: { stringValue: `Document ${index}` } },
  ]);
  for (let start = 0; start < entries.length; start += 500) {
    await stack.write(Object.fromEntries(entries.slice(start, start + 500)));
  }
  await stack.write({
    'parents/p1': { name: { stringValue: 'one' } },
    'parents/p1/children/c1': { age: { integerValue: '1' } },
    'parents/p2/children/c2': { age: { integerValue: '2' } },
  });
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

const open = (path: string) => stack.open(`/data/(default)/${path}`);
const rowCount = (page: Page) => page.locator('.row').count();
const field = (page: Page, name: string) => page.getByLabel(`Value of ${name}`, { exact: true });

describe('a collection', { timeout: TEST_TIMEOUT_MS }, () => {
  it('is read by pages of 50 as one scrolls, and only the rows in view are in the page', async () => {
    const page = await stack.open('/data');
    const limits: number[] = [];
    page.on('request', (request) => {
      if (!request.url().endsWith(':runQuery')) return;
      const { structuredQuery, explainOptions } = request.postDataJSON();
      // A plan reads no document.
      if (explainOptions === undefined) limits.push(structuredQuery.limit);
    });
    await page.getByRole('link', { name: 'many', exact: true }).click();
    await page.getByText('doc-00000').waitFor();
    await page.getByText('2,000 documents, 50 loaded').waitFor();
    expect(limits.every((limit) => limit === 50)).toBe(true);
    const list = page.locator('.rows');
    for (const text of ['100 loaded', '150 loaded']) {
      await list.evaluate((element) => element.scrollTo(0, element.scrollHeight));
      await page.getByText(text).waitFor();
    }
    expect(await rowCount(page)).toBeLessThan(60);
    expect(Math.max(...limits)).toBeLessThanOrEqual(500);
    await page.close();
  });

  it('opens with the filter and the order in its URL, and the filter can be removed', async () => {
    const where = encodeURIComponent('number >= 1995');
    const page = await open(`many?where=${where}&order=-number`);
    await page.getByText('doc-01999').waitFor();
    await page.getByText('5 documents').waitFor();
    expect(await page.locator('.row-id').allTextContents()).toEqual(
      [1999, 1998, 1997, 1996, 1995].map((each) => `doc-0${each}`),
    );
    await page.getByRole('button', { name: 'Remove the filter number >= 1995' }).click();
    await page.getByText('2,000 documents').waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBeNull();
    await page.close();
  });

  it('is filtered by typed input: numbers as numbers, text as text', async () => {
    const page = await open('many');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field', { exact: true }).fill('name');
    await page.getByLabel('Value: JSON, or text').fill('Document 7');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/^1 document · index/).waitFor();
    expect(await page.locator('.row-id').allTextContents()).toEqual(['doc-00007']);
    await page.close();
  });

  it('rejects a filter value that is invalid for the operator, and says if none match', async () => {
    const page = await open('many');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByLabel('Field', { exact: true }).fill('number');
    await page.getByLabel('Operator').selectOption('in');
    await page.getByLabel('Value: JSON, or text').fill('45');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('alert').getByText('The value of in must be a non-empty list').waitFor();
    expect(new URL(page.url()).searchParams.get('where')).toBeNull();
    await page.getByLabel('Value: JSON, or text').fill('[-45]');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('No document matches the filters.').waitFor();
    await page.close();
  });

  it('a collection group lists documents of all parents by their path', async () => {
    const page = await open('children?group=1');
    await page.getByText('parents/p2/children/c2').waitFor();
    expect(await page.locator('.row-id').allTextContents()).toEqual([
      'parents/p1/children/c1',
      'parents/p2/children/c2',
    ]);
    await page.getByText('parents/p1/children/c1').click();
    await field(page, 'age').waitFor();
    await page.close();
  });

  it('shows a document that someone else writes, and marks it', async () => {
    await stack.write({ 'live/a': { text: { stringValue: 'first' } } });
    const page = await open('live');
    await page.getByText('first').waitFor();
    await stack.write({
      'live/a': { text: { stringValue: 'second' } },
      'live/b': { text: { stringValue: 'new' } },
    });
    await page.getByText('second').waitFor();
    await page.getByText('text new').waitFor();
    expect(await page.locator('.row .flash').count()).toBe(2);
    await page.close();
  });

  it('is walked with the arrow keys, and Enter opens the document', async () => {
    const page = await open('many');
    await page.getByText('doc-00000').waitFor();
    await page.locator('.row').first().focus();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/many/doc-00002');
    await field(page, 'name').waitFor();
    await page.close();
  });

  it('shows the error of a query that Firestore rejects', async () => {
    const page = await open(`many?where=${encodeURIComponent('number not-in 5')}`);
    await page.getByRole('alert').getByText(/array/i).waitFor();
    await page.close();
  });
});

describe('a document', { timeout: TEST_TIMEOUT_MS }, () => {
  it('is edited in the form, and the change can be undone', async () => {
    await stack.write({ 'edited/a': { count: { integerValue: '1' }, name: { stringValue: 'x' } } });
    const page = await open('edited/a');
    await field(page, 'count').fill('9007199254740993');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved a.').waitFor();
    expect(await stack.read('edited/a')).toEqual({
      count: { integerValue: '9007199254740993' },
      name: { stringValue: 'x' },
    });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await stack.read('edited/a')).toEqual({
      count: { integerValue: '1' },
      name: { stringValue: 'x' },
    });
    await page.close();
  });

  it.each([
    ['at', { timestampValue: '2026-01-31T12:00:00Z' }, 'yesterday', 'Expected a time such as'],
    ['count', { integerValue: '1' }, '12abc', 'An integer has digits only.'],
    ['count', { integerValue: '1' }, '1.5', 'An integer has digits only.'],
  ])(
    'is not saved while %s, %j, shows %s: the reason is beside the field',
    async (name, value, typed, reason) => {
      await stack.write({ 'edited/typed': { [name]: value } });
      const page = await open('edited/typed');
      await field(page, name).pressSequentially('9');
      await field(page, name).fill('');
      await field(page, name).pressSequentially(typed);
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('true');
      await page.locator('.field-row').getByText(reason).waitFor();
      expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
      await page.getByRole('button', { name: 'JSON', exact: true }).click();
      expect(await field(page, name).inputValue()).toBe(typed);
      await page.getByRole('button', { name: 'Discard' }).click();
      expect(await field(page, name).getAttribute('aria-invalid')).toBe('false');
      expect(await stack.read('edited/typed')).toEqual({ [name]: value });
      await page.close();
    },
  );

  it('cannot be saved while a field has the name of another', async () => {
    await stack.write({ 'edited/names': { a: { integerValue: '1' }, b: { integerValue: '2' } } });
    const page = await open('edited/names');
    await field(page, 'a').fill('3');
    await page.getByLabel('Name of b', { exact: true }).fill('a');
    await page.getByLabel('Name of b', { exact: true }).blur();
    await page.locator('.field-row').getByText('There is a field of this name.').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByLabel('Name of b', { exact: true }).fill('c');
    await page.getByLabel('Name of b', { exact: true }).blur();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved names.').waitFor();
    expect(await stack.read('edited/names')).toEqual({ a: { integerValue: '3' }, c: { integerValue: '2' } });
    await page.close();
  });

  it('gets a field whose name is focused and replaced by typing, even below the visible rows', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [`n${String(index).padStart(2, '0')}`, { integerValue: '1' }]),
    );
    await stack.write({ 'edited/added': many });
    const page = await open('edited/added');
    await field(page, 'n00').waitFor();
    await page.getByRole('button', { name: 'Add field' }).click();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
      .toBe('Name of field');
    await page.keyboard.type('title');
    await page.getByLabel('Type of field').focus();
    await field(page, 'title').fill('new');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved added.').waitFor();
    expect(await stack.read('edited/added')).toEqual({ ...many, title: { stringValue: 'new' } });
    await page.close();
  });

  it('is created from JSON with all types, and reads the same afterwards', async () => {
    const page = await open('created');
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByLabel('Document id').fill('all-types');
    const json =
      '{"i": 9223372036854775807, "d": 1.0, "t": {"$timestamp": "2026-01-31T12:00:00.123456Z"}, "b": {"$bytes": "AAEC"}, "g": {"$geopoint": "1.5, -2"}, "v": {"$vector": [1, 2.5]}, "n": null, "m": {"a": [true]}}';
    await page.getByLabel('Fields as JSON').fill(json);
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created all-types.').waitFor();
    expect(await stack.read('created/all-types')).toEqual({
      i: { integerValue: '9223372036854775807' },
      d: { doubleValue: 1 },
      t: { timestampValue: '2026-01-31T12:00:00.123456Z' },
      b: { bytesValue: 'AAEC' },
      g: { geoPointValue: { latitude: 1.5, longitude: -2 } },
      v: {
        mapValue: {
          fields: {
            __type__: { stringValue: '__vector__' },
            value: { arrayValue: { values: [{ doubleValue: 1 }, { doubleValue: 2.5 }] } },
          },
        },
      },
      n: { nullValue: null },
      m: { mapValue: { fields: { a: { arrayValue: { values: [{ booleanValue: true }] } } } } },
    });
    await page.getByRole('button', { name: 'JSON', exact: true }).click();
    expect(await page.getByLabel('The document as JSON').inputValue()).toContain('"i": 9223372036854775807');
    await page.close();
  });

  it('is not replaced by a new one with the same id', async () => {
    await stack.write({ 'created/taken': { mine: { booleanValue: true } } });
    const page = await open('created');
    await page.getByRole('button', { name: 'New document' }).click();
    await page.getByLabel('Document id').fill('taken');
    await page.getByRole('button', { name: 'Create' }).click();
    await page
      .getByRole('dialog')
      .getByRole('alert')
      .getByText(/exists/i)
      .waitFor();
    expect(await stack.read('created/taken')).toEqual({ mine: { booleanValue: true } });
    await page.close();
  });

  it('is deleted, and comes back with Undo', async () => {
    await stack.write({ 'deleted/a': { x: { integerValue: '1' } } });
    const page = await open('deleted/a');
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('Deleted a.').waitFor();
    expect(await stack.read('deleted/a')).toBeUndefined();
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await stack.read('deleted/a')).toEqual({ x: { integerValue: '1' } });
    await page.close();
  });

  it('is copied under another id', async () => {
    await stack.write({ 'copied/a': { x: { doubleValue: 2 } } });
    const page = await open('copied/a');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByLabel('Document id').fill('b');
    await page.getByRole('button', { name: 'Create' }).click();
    await page.getByText('Created b.').waitFor();
    expect(await stack.read('copied/b')).toEqual({ x: { doubleValue: 2 } });
    await page.close();
  });

  it('warns before overwriting a concurrent change', async () => {
    await stack.write({ 'raced/a': { x: { integerValue: '1' } } });
    const page = await open('raced/a');
    await field(page, 'x').fill('2');
    await stack.write({ 'raced/a': { x: { integerValue: '3' } } });
    await page.getByText('The document has changed since you began').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Show the current version' }).click();
    expect(await field(page, 'x').inputValue()).toBe('3');
    expect(await stack.read('raced/a')).toEqual({ x: { integerValue: '3' } });
    await page.close();
  });

  it('asks for confirmation before unsaved changes are lost', async () => {
    await stack.write({
      'left/alpha': { x: { integerValue: '1' } },
      'left/beta': { y: { integerValue: '1' } },
    });
    const page = await open('left/beta');
    await page.locator('.row-id', { hasText: 'alpha' }).click();
    await field(page, 'x').fill('2');
    const questions: string[] = [];
    let accepts = false;
    page.on('dialog', (dialog) => {
      questions.push(dialog.message());
      return accepts ? dialog.accept() : dialog.dismiss();
    });
    const leave = () => page.locator('.row-id', { hasText: 'beta' }).click();
    await leave();
    await page.evaluate(() => history.back());
    await expect.poll(() => questions.length).toBe(2);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/data/(default)/left/alpha');
    expect(await field(page, 'x').inputValue()).toBe('2');
    await page.getByRole('button', { name: 'JSON' }).click();
    expect(questions).toEqual(Array(2).fill('Your changes are not saved. Leave without them?'));
    accepts = true;
    await leave();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/data/(default)/left/beta');
    expect(questions).toHaveLength(3);
    await page.close();
  });

  it('keeps its unsaved changes while it cannot be read, and says so', async () => {
    await stack.write({ 'unread/a': { x: { integerValue: '1' } } });
    const page = await open('unread/a');
    await field(page, 'x').fill('2');
    await page.route('**/documents/unread/a', (route) =>
      route.request().method() === 'GET'
        ? route.fulfill({ status: 429, json: { error: 'Firestore does not respond.' } })
        : route.continue(),
    );
    await page.getByRole('alert').getByText('Firestore does not respond.').waitFor();
    expect(await field(page, 'x').inputValue()).toBe('2');
    await page.unroute('**/documents/unread/a');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Firestore does not respond.').waitFor({ state: 'detached' });
    expect(await field(page, 'x').inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved a.').waitFor();
    expect(await stack.read('unread/a')).toEqual({ x: { integerValue: '2' } });
    await page.close();
  });

  it('has room for its values on a phone', async () => {
    await stack.write({ 'narrow/a': { address: { stringValue: '1 Main Street, Madrid' } } });
    const page = await stack.open('/data/(default)/narrow/a', { viewport: { width: 390, height: 800 } });
    await field(page, 'address').waitFor();
    const width = await field(page, 'address').evaluate(({ clientWidth }) => clientWidth);
    expect(width).toBeGreaterThan(200);
    await page.close();
  });

  it('keeps its unsaved changes when somebody else deletes it, and creates it again with them', async () => {
    await stack.write({ 'gone/a': { x: { integerValue: '1' } } });
    const page = await open('gone/a');
    await field(page, 'x').fill('2');
    await stack.remove('gone/a');
    await page.getByRole('alert').getByText('was deleted since you began').waitFor();
    expect(await field(page, 'x').inputValue()).toBe('2');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved a.').waitFor();
    await page.getByText('was deleted since you began').waitFor({ state: 'detached' });
    expect(await stack.read('gone/a')).toEqual({ x: { integerValue: '2' } });
    await page.close();
  });

  it('lists its subcollections, even if it does not exist itself', async () => {
    const page = await open('parents/p2');
    await page.getByText('This document does not exist').waitFor();
    await page
      .getByRole('navigation', { name: 'Subcollections' })
      .getByRole('link', { name: 'children' })
      .click();
    await page.getByText('c2').waitFor();
    await page.close();
  });
});

describe('another project', { timeout: TEST_TIMEOUT_MS }, () => {
  it('can be chosen beside the databases once it has data, and its documents are opened, copied and saved in it', async () => {
    const documents = 'projects/demo-other/databases/second/documents';
    const request = (path: string, init: RequestInit = {}) =>
      fetch(`${stack.firestoreUrl}/v1/${documents}/${path}`, {
        ...init,
        headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      });
    const fields = { count: { integerValue: '1' } };
    await request('elsewhere/a', { method: 'PATCH', body: JSON.stringify({ fields }) });
    const page = await stack.open('/data');
    await page.getByRole('combobox', { name: 'Project' }).selectOption('demo-other');
    await page.getByRole('combobox', { name: 'Database' }).selectOption('second');
    await page.getByRole('link', { name: 'elsewhere', exact: true }).click();
    await page.getByRole('link', { name: /^a\b/ }).click();
    await field(page, 'count').fill('2');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText('Saved a.').waitFor();
    expect(await (await request('elsewhere/a')).json()).toMatchObject({
      fields: { count: { integerValue: '2' } },
    });
    expect(new URL(page.url()).pathname).toBe('/data/demo-other:second/elsewhere/a');
    await page.getByRole('button', { name: 'Copy' }).click();
    await page.getByLabel('Document id').fill('b');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await page.getByText('Created b.').waitFor();
    expect((await request('elsewhere/b')).status).toBe(200);
    expect(await stack.read('elsewhere/b')).toBeUndefined();
    await page.getByRole('combobox', { name: 'Project' }).selectOption(PROJECT);
    await page.getByRole('link', { name: 'many', exact: true }).waitFor();
    await page.close();
  });
});
