// The kit's commands behind Studio's buttons: each button's command, for a command line that
// records its calls.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { expectAccessible } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const START_TIMEOUT_MS = 60_000;
const TEST_TIMEOUT_MS = 90_000;
const COMMAND = `import { appendFileSync } from 'node:fs';
const args = process.argv.slice(2);
if (args.join(' ') === 'schedule --json') console.log('[{"name":"expireOrders","next":"2026-11-26T10:05:00.000Z"},{"name":"syncDaily","next":null}]');
else if (args.join(' ') === 'snapshot list') console.log('before\\nempty-cart');
else { appendFileSync('commands.txt', args.join(' ') + '\\n'); console.log('Done: ' + args.join(' ')); }`;

let folder: string;
let stack: StudioStack;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'commands-'));
  writeFileSync(join(folder, 'command.mjs'), COMMAND);
  stack = await startStudioStack({
    description: {
      hasSeed: true,
      commandLine: { argv: [process.execPath, 'command.mjs'], flags: [], folder },
    },
  });
}, START_TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  rmSync(folder, { recursive: true });
});

beforeEach(() => writeFileSync(join(folder, 'commands.txt'), ''));

const commands = () => readFileSync(join(folder, 'commands.txt'), 'utf8').split('\n').filter(Boolean);

describe('the commands of the overview', { timeout: TEST_TIMEOUT_MS }, () => {
  it.each([
    ['Load the seed', 'Load', 'seed'],
    ['Reset all data', 'Reset', 'reset'],
    ['Load a snapshot', 'Load', 'snapshot load before'],
  ])('%s runs after a question, and says what came of it', async (button, confirm, command) => {
    const page = await stack.open('/');
    await page.getByRole('button', { name: button }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    expect(commands()).toEqual([]);
    await page.getByRole('button', { name: button }).click();
    await dialog.getByRole('button', { name: confirm, exact: true }).click();
    await page.getByText(`Done: ${command}`).waitFor();
    expect(commands()).toEqual([command]);
    await page.close();
  });

  it('save a snapshot under a valid name, and run a schedule now', async () => {
    const page = await stack.open('/');
    await page.getByRole('button', { name: 'Save a snapshot' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('../etc');
    expect(await dialog.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await dialog.getByLabel('Name').fill('full-cart');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Done: snapshot save full-cart').waitFor();
    await page.getByLabel('Scheduled function').selectOption('expireOrders');
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByText('Done: schedule expireOrders').waitFor();
    expect(commands()).toEqual(['snapshot save full-cart', 'schedule expireOrders']);
    await page.close();
  });

  it('do not include loading the seed if the project has none', async () => {
    const page = await stack.open('/');
    await page.route('**/api/stack', async (route) => {
      const response = await route.fetch();
      return route.fulfill({ json: { ...((await response.json()) as object), hasSeed: false } });
    });
    await page.reload();
    await page.getByRole('button', { name: 'Reset all data' }).click();
    await page.getByText('All documents, accounts and files are deleted. Save a snapshot').waitFor();
    expect(await page.getByRole('button', { name: 'Load the seed' }).count()).toBe(0);
    await page.close();
  });

  it.each(['Load the seed', 'Reset all data', 'Save a snapshot', 'Load a snapshot'])(
    '%s has no axe violation while it asks',
    async (button) => {
      const page = await stack.open('/');
      await page.getByRole('button', { name: button }).click();
      await expectAccessible(page, () => page.getByRole('dialog').waitFor());
      await page.close();
    },
  );
});

describe('a scheduled function', { timeout: TEST_TIMEOUT_MS }, () => {
  it('shows when it is due next, and is run by its button', async () => {
    const page = await stack.open('/functions?q=every', { timezoneId: 'UTC' });
    const row = (name: string) => page.getByRole('row').filter({ hasText: name });
    await row('expireOrders').getByText('next run Nov 26, 10:05').waitFor();
    await row('syncDaily').getByText('does not run here').waitFor();
    await row('expireOrders').getByRole('link', { name: 'expireOrders', exact: true }).click();
    const panel = page.getByRole('region', { name: 'expireOrders' });
    await panel.getByText('next run Nov 26, 10:05').waitFor();
    await panel.getByRole('button', { name: 'Run expireOrders now' }).click();
    await page.getByText('Done: schedule expireOrders').waitFor();
    expect(commands()).toEqual(['schedule expireOrders']);
    await expectAccessible(page, () => panel.waitFor());
    await page.close();
  });
});
