// The page of limits, for a stack whose command line gives a fixed report.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PRODUCTION_LIMITS } from '../../packages/firestore/src/limits/production-limits.ts';
import { startStudio } from '../../packages/studio/server/studio-server.ts';
import { expectAccessible } from './accessibility.ts';
import { closeContexts, newPage, workerBrowser } from './worker-browser.ts';

const DATABASE = 'projects/demo-limits/databases/(default)';
const FROM_MS = Date.parse('2026-11-27T12:00:00Z');
const writer = {
  functionName: 'createOrder',
  lines: [
    { file: 'functions/src/stock.ts', line: 12 },
    { file: 'functions/src/create-order.ts', line: 80 },
  ],
  isRecorded: true,
  isClient: false,
};
const unknown = { functionName: null, lines: [], isRecorded: false, isClient: false };
const counts = (...last: number[]) => [...new Array(60 - last.length).fill(0), ...last];
const REPORT = {
  mode: 'warn',
  windowSeconds: 10,
  limits: Object.values(PRODUCTION_LIMITS),
  findings: [
    {
      ...{ limit: 'document-writes', database: DATABASE, subject: 'products/hoodie', peakPerSecond: 12.5 },
      ...{
        limitPerSecond: 1,
        sinceMs: FROM_MS,
        lastMs: FROM_MS,
        listeners: 3,
        traceId: 'e'.repeat(32),
        writer,
      },
    },
    {
      ...{
        limit: 'key-range',
        database: DATABASE,
        subject: 'events',
        peakPerSecond: 640,
        limitPerSecond: 500,
      },
      ...{ sinceMs: FROM_MS, lastMs: FROM_MS, listeners: 0, expected: 'a nightly import', writer: unknown },
    },
  ],
  heat: {
    ...{ fromMs: FROM_MS, secondsPerColumn: 5, columns: 60 },
    documents: [
      {
        ...{
          database: DATABASE,
          path: 'products/hoodie',
          writes: 170,
          peakPerSecond: 12.5,
          listeners: 3,
          writer,
        },
        counts: counts(2, 60, 65, 30, 8, 5, 0, 0),
      },
      {
        ...{ database: DATABASE, path: 'rateLimits/a-rather-long-id-of-a-document-0123456789', writes: 9 },
        ...{ peakPerSecond: 0.5, listeners: 0, writer: unknown, counts: counts(1, 2, 0, 3, 3, 0, 0, 0) },
      },
    ],
  },
};

let folder: string;
let studio: Awaited<ReturnType<typeof startStudio>>;
let browser: Browser;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
  writeFileSync(join(folder, 'command.mjs'), `console.log(${JSON.stringify(JSON.stringify(REPORT))});`);
  studio = await startStudio({
    port: 0,
    stack: {
      ...{ projectId: 'demo-limits', folder, servers: [], services: [] },
      ...{ auth: null, storage: null, functions: null, mail: null, eventLog: null },
      // Unused by this page.
      firestore: { url: 'http://127.0.0.1:1' },
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
  await page.goto(`${studio.url}/limits`);
  await page.getByRole('heading', { name: 'Beyond a limit' }).waitFor();
  return page;
}

it('names what exceeds a limit, the responsible code and a cure, hottest first', async () => {
  const page = await open();
  const cards = page.getByRole('region', { name: 'Beyond a limit' }).getByRole('listitem');
  expect(await cards.allInnerTexts()).toEqual([
    expect.stringMatching(
      /Writes to one document\s+products\/hoodie[\s\S]*125 writes in 10 s[\s\S]*sent to 3 listeners[\s\S]*Written by functions\/src\/stock\.ts:12, called by functions\/src\/create-order\.ts:80 in function createOrder[\s\S]*Counter shards/,
    ),
    expect.stringMatching(/expected\s+events[\s\S]*Expected: a nightly import/),
  ]);
  await page.getByRole('link', { name: 'Show a trace of it' }).waitFor();
});

it('shows each document over time, with the limit in the legend and exceeding cells in another color', async () => {
  const page = await open();
  const map = page.getByRole('region', { name: 'Documents by time' });
  const rows = map.getByRole('img');
  expect(await rows.evaluateAll((each) => each.map((row) => row.getAttribute('aria-label')))).toEqual([
    '170 writes, at most 12.5 a second',
    '9 writes, at most 0.5 a second',
  ]);
  const levels = await rows
    .first()
    .locator('span')
    .evaluateAll((cells) => cells.slice(-8).map((cell) => cell.className.slice(-1)));
  expect(levels).toEqual(['1', '4', '4', '4', '3', '2', '0', '0']);
  await map.getByText('limit: 1 a second, 5 a column').waitFor();
});

it('has no accessibility violation and never scrolls sideways, in both themes', async () => {
  const page = await open();
  await expectAccessible(page, () => page.getByRole('heading', { name: 'Beyond a limit' }).waitFor());
});
