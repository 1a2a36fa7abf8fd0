// The Realtime Database in Studio: its data as a live tree, and its rules.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { expectNoViolations } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const TIMEOUT_MS = 90_000;
const NAMESPACE = 'demo-default-rtdb';
const RULES = `{
  "rules": {
    "status": {
      "$uid": { ".write": "auth.uid === $uid" }
    }
  }
}
`;
const CHILDREN = 100_000;

let emulator: DatabaseEmulator;
let stack: StudioStack;
let rulesFile: string;

async function call(method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(`http://${emulator.host}${path}?ns=${NAMESPACE}`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return response.json();
}

beforeAll(async () => {
  emulator = await startDatabaseEmulator();
  await call('PUT', '/.settings/rules.json', RULES);
  const keys = Array.from({ length: CHILDREN }, (_, index) => `k${String(index).padStart(6, '0')}`);
  await call('PUT', '/.json', {
    many: Object.fromEntries(keys.map((key, index) => [key, index])),
    status: { ada: { online: true } },
    version: { '.value': 3, '.priority': 'high' },
  });
  rulesFile = join(mkdtempSync(join(tmpdir(), 'studio-realtime-')), 'database.rules.json');
  writeFileSync(rulesFile, RULES);
  stack = await startStudioStack({
    description: { database: { url: `http://${emulator.host}`, namespace: NAMESPACE, rulesFile } },
  });
}, TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await emulator.close();
});

describe('the tree', { timeout: TIMEOUT_MS }, () => {
  it('shows changes as they happen, and edits, adds and removes in place', async () => {
    const page = await stack.open('/realtime');
    await page.getByRole('button', { name: 'Open status' }).click();
    await page.getByRole('button', { name: 'Open ada' }).click();
    await call('PUT', '/status/ada/online.json', false);
    await page.getByRole('treeitem', { name: 'online, false' }).waitFor();
    await call('PUT', '/status/bob.json', { online: true });
    await page.getByRole('treeitem', { name: 'bob, 1 children' }).waitFor();
    await expectNoViolations(page);

    await page.getByRole('button', { name: 'Edit version' }).click();
    const field = page.getByLabel('Value of version');
    await field.fill('{"a.b": 1}');
    await field.press('Enter');
    await page.getByRole('alert').waitFor();
    await field.fill('four');
    await field.press('Enter');
    await page.getByRole('treeitem', { name: 'version, four' }).waitFor();
    expect(await call('GET', '/version/.priority.json')).toBe('high');

    await page.getByRole('treeitem', { name: 'bob, 1 children' }).hover();
    await page.getByRole('button', { name: 'Remove bob' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Removed /status/bob.').waitFor();
    expect(await call('GET', '/status.json')).toEqual({ ada: { online: false } });

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Key').fill('a/b');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('A key has none of').waitFor();
    await page.getByLabel('Key').fill('motd');
    await page.getByLabel(/^Value/).fill('Hello');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('treeitem', { name: 'motd, Hello' }).waitFor();
    await page.context().close();
  });

  it('opens 100,000 children without a stall, and stays live among them', async () => {
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/many`);
    await page.getByText('100,000 children').waitFor();
    await page.evaluate(() => {
      const tasks: number[] = [];
      new PerformanceObserver((list) =>
        tasks.push(...list.getEntries().map(({ duration }) => duration)),
      ).observe({
        type: 'longtask',
      });
      Object.assign(window, { tasks });
    });
    await page.getByRole('tree').hover();
    for (let page_ = 0; page_ < 10; page_++) await page.mouse.wheel(0, 100_000);
    await call('PUT', '/many/k000000.json', '"changed"');
    await page.getByRole('tree').evaluate((tree) => tree.scrollTo({ top: 0 }));
    await page.getByRole('treeitem', { name: 'k000000, changed' }).waitFor();
    const longest = await page.evaluate(() =>
      Math.max(0, ...(window as unknown as { tasks: number[] }).tasks),
    );
    expect(longest).toBeLessThan(1000);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
    await page.context().close();
  });

  it('exports a place with its priorities, and imports it at another', async () => {
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/status`);
    await page.getByRole('treeitem').first().waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`${NAMESPACE}-status.json`);
    const exported = await text(await download.createReadStream());
    expect(JSON.parse(exported)).toEqual({ ada: { online: false } });
    await page.goto(`${stack.url}/realtime?ns=${NAMESPACE}&path=/copy`);
    await page.getByText('Nothing is here').waitFor();
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog');
    const file = (content: string) => ({
      ...{ name: 'a.json', mimeType: 'application/json' },
      buffer: Buffer.from(content),
    });
    await dialog.getByLabel('File').setInputFiles(file('{'));
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('alert').getByText('Invalid data').waitFor();
    await dialog.getByLabel('File').setInputFiles(file('{"x":{".value":1,".priority":2}}'));
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('treeitem', { name: 'x, 1' }).waitFor();
    expect(await call('GET', '/copy/x/.priority.json')).toBe(2);
    await page.context().close();
  });
});

describe('its rules', { timeout: TIMEOUT_MS }, () => {
  it('are tried on the stored data before they are saved, with the values that decided', async () => {
    const page = await stack.open('/rules?service=database&view=editor');
    await page.getByLabel('Operation').selectOption('write');
    await page.getByLabel('Path', { exact: true }).fill('/status/ada');
    await page.getByLabel(/^Data, as/).fill('1');
    const decision = page.getByRole('region', { name: 'Decision' });
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('denied').waitFor();
    await decision.getByText("$uid = 'ada'").waitFor();
    await page.locator('.cm-content').fill(RULES.replace('auth.uid === $uid', 'data.exists() && x'));
    await page.getByText("Unknown variable 'x'.").first().waitFor();
    await page.locator('.cm-content').fill(RULES.replace('auth.uid === $uid', 'data.exists()'));
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('allowed').waitFor();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save to database.rules.json' }).click();
    await page.getByText('Saved database.rules.json').waitFor();
    expect(readFileSync(rulesFile, 'utf8')).toContain('data.exists()');
    await page.context().close();
  });
});
