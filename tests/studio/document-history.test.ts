// The history of documents in Studio, from commits that a Firestore emulator sends to an event log.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { sendGap } from './send-gap.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 120_000;
const TEST_TIMEOUT_MS = 90_000;

let stack: StudioStack;

beforeAll(async () => {
  stack = await startStudioStack({ isRecording: true });
}, START_TIMEOUT_MS);

afterAll(() => stack.close());

const open = (path: string) => stack.open(`/data/(default)/${path}?view=history`);

describe('the history of a document', { timeout: TEST_TIMEOUT_MS }, () => {
  it('has its changes, newest first, with their fields and authors, and shows new ones', async () => {
    await stack.write({ 'history/a': { count: { integerValue: '1' }, name: { stringValue: 'x' } } });
    await stack.write({ 'history/a': { count: { integerValue: '2' }, name: { stringValue: 'x' } } });
    await stack.write({ 'history/other': { count: { integerValue: '7' } } });
    const page = await open('history/a');
    const versions = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await versions.nth(1).waitFor();
    const [newest, oldest] = await versions.allTextContents();
    expect(newest).toMatch(/^update.*by Admin SDK or Studio.*count12$/);
    expect(oldest).toMatch(/^create.*count1name"x"$/);
    await stack.write({ 'history/a': { count: { integerValue: '3' } } });
    await versions.nth(2).waitFor();
    expect(await versions.first().textContent()).toMatch(/count23name"x"$/);
    await page.close();
  });

  it('restores an older version, and Undo reverts that', async () => {
    await stack.write({ 'restored/a': { count: { integerValue: '1' } } });
    await stack.write({ 'restored/a': { count: { integerValue: '2' } } });
    const page = await open('restored/a');
    const created = page.getByRole('listitem').filter({ hasText: /^create/ });
    await created.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored the version.').waitFor();
    expect(await stack.read('restored/a')).toEqual({ count: { integerValue: '1' } });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await stack.read('restored/a')).toEqual({ count: { integerValue: '2' } });
    await page.close();
  });

  it("has the gaps of Firestore's recording, each at its time, and none of other servers", async () => {
    await stack.write({ 'gaps/a': { count: { integerValue: '1' } } });
    const changedMs = Date.now();
    await sendGap(stack.eventLogUrl, 'firestore', changedMs - 60_000, 'Older spans are missing');
    await sendGap(stack.eventLogUrl, 'functions', changedMs, 'Spans of a function are missing');
    await sendGap(stack.eventLogUrl, 'firestore', changedMs + 60_000, 'Newer spans are missing');
    const page = await open('gaps/a');
    const versions = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await versions.nth(2).waitFor();
    expect(await versions.allTextContents()).toEqual([
      expect.stringMatching(/^gap.*Newer spans are missing\. A change of this document may be missing\.$/),
      expect.stringMatching(/^create/),
      expect.stringMatching(/^gap.*Older spans are missing/),
    ]);
    await expectAccessible(page, () => versions.nth(2).waitFor());
    await page.close();
  });

  it('is shown for a deleted document, and restores it', async () => {
    await stack.write({ 'removed/a': { kept: { stringValue: 'yes' } } });
    await stack.remove('removed/a');
    const page = await open('removed/a');
    await page.getByText('This document does not exist').waitFor();
    const deleted = page.getByRole('listitem').filter({ hasText: /^delete/ });
    await deleted.getByRole('button', { name: 'Restore' }).click();
    await page.getByText('Restored the version.').waitFor();
    expect(await stack.read('removed/a')).toEqual({ kept: { stringValue: 'yes' } });
    await page.close();
  });

  it('has no axe violation and no horizontal scrolling, in both themes at 768 and 1440 px', async () => {
    await stack.write({ 'styled/a': { long: { stringValue: 'word'.repeat(100) } } });
    await stack.write({ 'styled/a': { long: { stringValue: 'other'.repeat(100) } } });
    const page = await open('styled/a');
    await expectAccessible(page, () => page.getByRole('button', { name: 'Restore' }).waitFor());
    await page.close();
  });

  it('leads to the trace of a change', async () => {
    await stack.write({ 'traced/a': { x: { integerValue: '1' } } });
    const page = await open('traced/a');
    await page.getByRole('list', { name: 'History' }).getByRole('link', { name: 'Trace' }).click();
    await page.waitForURL('**/traces/*');
    await page.getByText('apply commit').first().waitFor();
    await page.close();
  });
});
