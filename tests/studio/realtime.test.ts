// The Realtime Database in Studio: its data as a live tree, its history, and its rules.
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { type EventLog, startEventLog } from '../../packages/event-log/src/start-event-log.ts';
import { expectAccessible, expectNoViolations } from './accessibility.ts';
import { sendGap } from './send-gap.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const TIMEOUT_MS = 90_000;
const NAMESPACE = 'demo-default-rtdb';
const RULES = `{
  "rules": {
    "status": {
      "$uid": { ".write": "auth.uid === $uid" }
    },
    "scores": { ".read": "query.orderByChild == 'points' && query.limitToFirst <= 100" }
  }
}
`;
/** The rules of another instance. */
const CLOSED = '{"rules": {"a": {".read": "auth != null"}}}';
const CHILDREN = 100_000;
/** The page's limit for opening, scrolling through and changing them. */
const MAX_PROCESSOR_S = 2;

let emulator: DatabaseEmulator;
let eventLog: EventLog;
let stack: StudioStack;
let rulesFile: string;
let logsRulesFile: string;

async function call(method: string, path: string, body?: unknown, namespace = NAMESPACE): Promise<unknown> {
  const response = await fetch(`http://${emulator.host}${path}?ns=${namespace}`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return response.json();
}

beforeAll(async () => {
  eventLog = await startEventLog({ port: 0, folder: mkdtempSync(join(tmpdir(), 'realtime-log-')) });
  emulator = await startDatabaseEmulator({ otlpEndpoint: eventLog.url });
  await call('PUT', '/.settings/rules.json', RULES);
  const keys = Array.from({ length: CHILDREN }, (_, index) => `k${String(index).padStart(6, '0')}`);
  await call('PUT', '/.json', {
    many: Object.fromEntries(keys.map((key, index) => [key, index])),
    status: { ada: { online: true } },
    version: { '.value': 3, '.priority': 'high' },
  });
  rulesFile = join(mkdtempSync(join(tmpdir(), 'studio-realtime-')), 'database.rules.json');
  writeFileSync(rulesFile, RULES);
  logsRulesFile = join(dirname(rulesFile), 'logs.rules.json');
  writeFileSync(logsRulesFile, CLOSED);
  await call('PUT', '/.settings/rules.json', CLOSED, 'logs');
  stack = await startStudioStack({
    description: {
      database: {
        ...{ url: `http://${emulator.host}`, namespace: NAMESPACE, rulesFile },
        instances: [
          { namespace: NAMESPACE, rulesFile },
          { namespace: 'logs', rulesFile: logsRulesFile },
        ],
      },
      eventLog: { url: eventLog.url },
    },
  });
}, TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await emulator.close();
  await eventLog.close();
});

describe('the tree', { timeout: TIMEOUT_MS }, () => {
  it('shows changes as they happen, and edits, adds and removes in place', async () => {
    const page = await stack.open('/realtime');
    await page.getByRole('button', { name: 'Open status' }).click();
    await page.getByRole('button', { name: 'Open ada' }).click();
    await call('PUT', '/status/ada/online.json', false);
    await page.getByRole('treeitem', { name: 'online, false' }).waitFor();
    await call('PUT', '/status/bob.json', { online: true });
    await page.getByRole('treeitem', { name: 'bob, 1 child' }).waitFor();
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

    await page.getByRole('treeitem', { name: 'bob, 1 child' }).hover();
    await page.getByRole('button', { name: 'Remove bob' }).click();
    await page.getByText('Removed /status/bob.').waitFor();
    expect(await call('GET', '/status.json')).toEqual({ ada: { online: false } });

    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('Key').fill('a/b');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByText('A key may not contain').waitFor();
    await page.getByLabel('Key').fill('motd');
    await page.getByLabel(/^Value/).fill('Hello');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).click();
    await page.getByRole('treeitem', { name: 'motd, Hello' }).waitFor();
    await page.close();
  });

  it("reverts an edit and a removal, but not over somebody else's write", async () => {
    await call('PUT', '/undone.json', { a: { '.value': 1, '.priority': 2 }, b: { c: true } });
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/undone`);
    const undo = page.getByRole('button', { name: 'Undo' });
    await page.getByRole('button', { name: 'Edit a' }).click();
    await page.getByLabel('Value of a').fill('{"deep": 2}');
    await page.getByLabel('Value of a').press('Enter');
    await page.getByText('Saved /undone/a.').waitFor();
    await undo.click();
    await page.getByRole('treeitem', { name: 'a, 1' }).waitFor();
    expect(await call('GET', '/undone/a/.priority.json')).toBe(2);
    const removeB = async () => {
      await page.getByRole('treeitem', { name: 'b, 1 child' }).press('Delete');
      await page.getByText('Removed /undone/b.').waitFor();
      expect(await call('GET', '/undone/b.json')).toBeNull();
    };
    await removeB();
    await undo.click();
    await page.getByRole('treeitem', { name: 'b, 1 child' }).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).first().click();
    await removeB();
    await call('PUT', '/undone/b.json', 'null');
    await call('PUT', '/undone/b.json', '"theirs"');
    await undo.click();
    await page.getByText('Not undone: The data has changed in the meantime.').waitFor();
    expect(await call('GET', '/undone/b.json')).toBe('theirs');
    await page.close();
  });

  it('is edited by the keyboard alone, and the focus returns to its place', async () => {
    await call('PUT', '/keys.json', { a: 1, b: { x: 1, y: 2 }, c: 'last' });
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/keys`);
    const { keyboard } = page;
    const focused = async (name: string) => {
      await page.getByRole('treeitem', { name }).and(page.locator(':focus')).waitFor();
    };
    await page.getByRole('treeitem', { name: 'a, 1' }).waitFor();
    await page.getByRole('button', { name: 'History' }).focus();
    await keyboard.press('Tab');
    await focused('a, 1');
    await keyboard.press('End');
    await focused('c, last');
    await keyboard.press('ArrowUp');
    await keyboard.press('ArrowRight');
    await page.getByRole('treeitem', { name: 'x, 1' }).waitFor();
    await keyboard.press('ArrowRight');
    await focused('x, 1');
    await keyboard.press('Enter');
    await page.getByLabel('Value of x').and(page.locator(':focus')).waitFor();
    await keyboard.type('0');
    await keyboard.press('Enter');
    await focused('x, 10');
    await keyboard.press('Enter');
    await keyboard.type('99');
    await keyboard.press('Escape');
    await focused('x, 10');
    await keyboard.press('Delete');
    await focused('y, 2');
    await keyboard.press('ArrowLeft');
    await focused('b, 1 child');
    await keyboard.press('Insert');
    await page.getByRole('dialog', { name: 'Add below /keys/b' }).waitFor();
    await keyboard.type('z');
    await keyboard.press('Tab');
    await keyboard.type('3');
    await page.getByRole('dialog').getByRole('button', { name: 'Add' }).press('Enter');
    await focused('b, 2 children');
    expect(await call('GET', '/keys.json')).toEqual({ a: 1, b: { y: 2, z: 3 }, c: 'last' });
    await page.close();
  });

  it('opens 100,000 children without a stall, and stays live among them', async () => {
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/many`);
    await page.getByText('100,000 children').waitFor();
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    await page.getByRole('tree').hover();
    for (let page_ = 0; page_ < 10; page_++) await page.mouse.wheel(0, 100_000);
    await call('PUT', '/many/k000000.json', '"changed"');
    await page.getByRole('tree').evaluate((tree) => tree.scrollTo({ top: 0 }));
    await page.getByRole('treeitem', { name: 'k000000, changed' }).waitFor();
    const { metrics } = await client.send('Performance.getMetrics');
    const { value } = metrics.find(({ name }) => name === 'TaskDuration') ?? { value: Number.NaN };
    // Processor time is independent of the machine's load.
    expect(value).toBeLessThan(MAX_PROCESSOR_S);
    expect(await page.getByRole('treeitem').count()).toBeLessThan(200);
    await page.close();
  });

  it('exports a path with its priorities, and imports it at another', async () => {
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
    await page.getByRole('alert').getByText('a.json is not JSON').waitFor();
    await dialog.getByLabel('File').setInputFiles(file('{"a.b":1}'));
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('alert').getByText('The key "a.b" is invalid').waitFor();
    await dialog.getByLabel('File').setInputFiles(file('{"x":{".value":1,".priority":2}}'));
    await dialog.getByRole('button', { name: 'Replace', exact: true }).click();
    await page.getByRole('treeitem', { name: 'x, 1' }).waitFor();
    expect(await call('GET', '/copy/x/.priority.json')).toBe(2);
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Nothing is here').waitFor();
    await page.close();
  });
});

describe('the history of a place', { timeout: TIMEOUT_MS }, () => {
  it('has its changes and the gaps of the log, and restores deleted data', async () => {
    const beforeMs = Date.now();
    await call('PUT', '/history/a.json', { x: 1 });
    await call('DELETE', '/history/a.json');
    await call(
      'PATCH',
      '/history/many.json',
      Object.fromEntries(Array.from({ length: 501 }, (_, n) => [n, n])),
    );
    await sendGap(eventLog.url, 'database', beforeMs - 3_600_000, 'Older spans are missing');
    await sendGap(eventLog.url, 'functions', beforeMs, 'Spans of a function are missing');
    const page = await stack.open(`/realtime?ns=${NAMESPACE}&path=/history/a&view=history`);
    const rows = page.getByRole('list', { name: 'History' }).getByRole('listitem');
    await rows.nth(4).waitFor();
    expect(await rows.allTextContents()).toEqual([
      expect.stringContaining(
        'A write changed 501 places, of which 500 are recorded. A change of this place',
      ),
      expect.stringMatching(/^delete\/history\/a.*{"x":1}$/),
      expect.stringMatching(/^create\/history\/a.*{"x":1}$/),
      expect.stringMatching(/^create\/[A-Z].*The data is too long to be recorded/),
      expect.stringMatching(/^gap.*Older spans are missing\. A change of this place may be missing\.$/),
    ]);
    await rows
      .filter({ hasText: /^delete/ })
      .getByRole('button', { name: 'Restore' })
      .click();
    await page.getByText('Restored /history/a.').waitFor();
    expect(await call('GET', '/history/a.json')).toEqual({ x: 1 });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByText('Undone.').waitFor();
    expect(await call('GET', '/history/a.json')).toBeNull();
    await expectAccessible(page, () => rows.nth(4).waitFor());
    await page.close();
  });
});

describe('its rules', { timeout: TIMEOUT_MS }, () => {
  it('are tried on the stored data before saving, with the deciding values', async () => {
    const page = await stack.open('/rules?service=database&view=editor');
    await page.getByLabel('Operation').selectOption('write');
    await page.getByLabel('Path', { exact: true }).fill('/status/ada');
    await page.getByLabel(/^Data after the write/).fill('1');
    const decision = page.getByRole('region', { name: 'Decision' });
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('denied').waitFor();
    await decision.getByText("$uid = 'ada'").waitFor();
    await page.getByLabel('Operation').selectOption('read');
    await page.getByLabel('Path', { exact: true }).fill('/scores');
    await page.getByLabel(/^Query/).fill('limitToFirst(10');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await page.getByText('The query cannot be read from limitToFirst(10').waitFor();
    await page.getByLabel(/^Query/).fill('orderByChild("points"), limitToFirst(1000)');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('query.limitToFirst = 1000').waitFor();
    await page.getByLabel(/^Query/).fill('.orderByChild("points").limitToFirst(10)');
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('granted the request').waitFor();
    await page.getByLabel('Operation').selectOption('write');
    await page.getByLabel('Path', { exact: true }).fill('/status/ada');
    await page.locator('.cm-content').fill(RULES.replace('auth.uid === $uid', 'data.exists() && x'));
    await page.getByText("Unknown variable 'x'.").first().waitFor();
    await page.locator('.cm-content').fill(RULES.replace('auth.uid === $uid', 'data.exists()'));
    await page.getByRole('button', { name: 'Try', exact: true }).click();
    await decision.getByText('allowed').waitFor();
    await expectNoViolations(page);
    await page.getByRole('button', { name: 'Save to database.rules.json' }).click();
    await page.getByText('Saved database.rules.json').waitFor();
    expect(readFileSync(rulesFile, 'utf8')).toContain('data.exists()');
    await page.close();
  });

  it('are those of the chosen instance, and are edited and saved separately', async () => {
    const page = await stack.open('/rules?service=database&view=editor');
    const before = readFileSync(rulesFile, 'utf8');
    await page.getByLabel('Instance').selectOption('logs');
    await page.getByText(logsRulesFile).waitFor();
    const editor = page.locator('.cm-content');
    await editor.filter({ hasText: 'auth != null' }).waitFor();
    await editor.fill(CLOSED.replace('auth != null', 'auth == null'));
    await page.getByRole('button', { name: 'Save to logs.rules.json' }).click();
    await page.getByText('Saved logs.rules.json').waitFor();
    expect(readFileSync(logsRulesFile, 'utf8')).toContain('auth == null');
    await page.getByLabel('Instance').selectOption(NAMESPACE);
    await editor.filter({ hasText: 'scores' }).waitFor();
    await page.getByText('The rules in force').waitFor();
    expect(readFileSync(rulesFile, 'utf8')).toBe(before);
    await page.close();
  });
});
