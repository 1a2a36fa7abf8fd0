// The page of advisors, for a stack whose command line gives fixed advice.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStudio } from '../../packages/studio/server/studio-server.ts';
import { expectAccessible } from './accessibility.ts';
import { closeContexts, newPage, workerBrowser } from './worker-browser.ts';

const TRACE = 'e'.repeat(32);
const ADVICE = {
  lints: [
    {
      ...{ name: 'unused-index', level: 'info', title: 'No recorded query uses this index of notes' },
      ...{ detail: 'It is stored.', source: { file: 'firestore.indexes.json', line: 7 }, fix: 'Remove it.' },
    },
    {
      ...{ name: 'expensive-operation', level: 'warning', title: '/notes reads 80 documents each time' },
      ...{ detail: '$24.00 per million times.', source: null, fix: 'Add a limit.', traceId: TRACE },
    },
  ],
  operations: [
    {
      ...{ service: 'schedules', name: 'schedule firebase-schedule-expireOrders-us-central1', query: null },
      ...{ count: 1200, reads: 12_345.6, dependentReads: 1234.5, writes: 1500, deletes: 1500 },
      ...{ bytes: 9_876_543, storedBytes: -1_234_567, connections: 0, dollarsPerMillion: 4321.5 },
      storageDollarsPerMillion: -165.4,
    },
    {
      ...{
        service: 'browser',
        name: '/notes',
        query: null,
        count: 3,
        reads: 80,
        dependentReads: 1,
        writes: 0,
        deletes: 0,
      },
      ...{
        bytes: 12_000,
        storedBytes: 500,
        connections: 1,
        dollarsPerMillion: 24,
        storageDollarsPerMillion: 0.07,
      },
    },
    {
      ...{ service: 'firestore', name: 'runQuery', query: 'notes/*/pages where at >' },
      ...{ count: 2, reads: 10, dependentReads: 0, writes: 0, deletes: 0 },
      ...{ bytes: 2000, storedBytes: 0, connections: 0, dollarsPerMillion: 3, storageDollarsPerMillion: 0 },
    },
  ],
  rules: [
    {
      ...{ source: { file: 'firestore.rules', line: 12 } },
      ...{ decisions: 3, lookups: 3, dollarsPerMillion: 0.3 },
    },
  ],
  pricedFor: 'us-central1',
};

let folder: string;
let studio: Awaited<ReturnType<typeof startStudio>>;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'advisors-'));
  writeFileSync(join(folder, 'command.mjs'), `console.log(${JSON.stringify(JSON.stringify(ADVICE))});`);
  studio = await startStudio({
    port: 0,
    stack: {
      ...{ projectId: 'demo-advisors', folder, servers: [], services: [] },
      ...{ firestore: null, auth: null, storage: null, functions: null, mail: null },
      // Unused by this page.
      eventLog: { url: 'http://127.0.0.1:1' },
      commandLine: { argv: [process.execPath, 'command.mjs'], flags: [], folder },
    },
  });
  browser = await workerBrowser();
}, 180_000);

afterAll(async () => {
  if (browser !== undefined) await closeContexts(browser);
  await studio?.close();
  rmSync(folder, { recursive: true });
});

async function open(): Promise<Page> {
  const page = await newPage(studio.url, { viewport: { width: 1440, height: 900 } });
  page.setDefaultTimeout(60_000);
  await page.goto(`${studio.url}/advisors`);
  await page.getByText('/notes reads 80 documents each time').waitFor();
  return page;
}

describe('the page of advisors', { timeout: 180_000 }, () => {
  it('lists warnings with source line, fix and trace, then the cost of operations, then unused items', async () => {
    const page = await open();
    const lints = (name: string) => page.getByRole('region', { name }).getByRole('listitem');
    const warning = lints('To improve');
    expect(await warning.getByRole('link').getAttribute('href')).toBe(`/traces/${TRACE}`);
    const note = await lints('Not used so far').textContent();
    expect(note).toContain('firestore.indexes.json:7');
    expect(note).toContain('Fix: Remove it.');
    expect(await page.getByRole('heading', { level: 2 }).allTextContents()).toEqual([
      ...['To improve', 'Cost of each page and function', 'Documents that rules read', 'Not used so far'],
    ]);
    const cells = page.getByRole('region', { name: 'Cost of each page' }).getByRole('cell');
    expect((await cells.allTextContents()).slice(-14)).toEqual([
      ...['/notes browser', '3', '80.0 (1.0)', '0.0', '0.0', '12.0 kB0.5 kB stored1.0 connections'],
      '$24.00+$0.07 a month',
      ...['runQuery of notes/*/pages where at >, firestore', '2', '10.0 (0.0)', '0.0', '0.0'],
      ...['2.0 kB', '$3.00'],
    ]);
    expect(await cells.getByRole('link', { name: 'runQuery' }).getAttribute('href')).toBe(
      `/traces?q=${encodeURIComponent('path:"/pages where at >"')}`,
    );
    const lookups = page.getByRole('region', { name: 'Documents that rules read' });
    expect(await lookups.getByRole('cell').allTextContents()).toEqual([
      ...['firestore.rules:12', '3', '3', '$0.30'],
    ]);
    expect(await lookups.getByRole('link').getAttribute('href')).toBe('/rules?line=12');
    expect(await page.getByRole('link', { name: 'Advisors' }).getAttribute('aria-current')).toBe('page');
    await page.close();
  });

  it('has no accessibility violation and never scrolls sideways, in both themes', async () => {
    const page = await open();
    await expectAccessible(page, () => page.getByText('/notes reads 80 documents each time').waitFor());
    await page.close();
  });
});
