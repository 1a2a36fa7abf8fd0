import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RemoteConfigEmulator, startRemoteConfig } from '../../packages/remote-config/src/server.ts';
import { expectAccessible } from './accessibility.ts';
import { type StudioStack, startStudioStack } from './studio-stack.ts';

const TIMEOUT_MS = 90_000;
const TEMPLATE = `{
  // Ours.
  "conditions": [{ "name": "paying", "expression": "app.audiences.inAtLeastOne(['paying'])" }],
  "parameters": {
    "cart": { "defaultValue": { "value": "old" }, "conditionalValues": { "paying": { "value": "new" } } }
  }
}
`;

const folder = mkdtempSync(join(tmpdir(), 'studio-config-'));
const file = join(folder, 'remoteconfig.template.json');
let emulator: RemoteConfigEmulator;
let stack: StudioStack;

beforeAll(async () => {
  writeFileSync(file, TEMPLATE);
  emulator = await startRemoteConfig({ port: 0, template: file });
  stack = await startStudioStack({ description: { remoteConfig: { url: emulator.url } } });
}, TIMEOUT_MS);

afterAll(async () => {
  await stack.close();
  await emulator.close();
  rmSync(folder, { recursive: true });
});

it('The page of Remote Config shows the template and changes values in its file', {
  timeout: TIMEOUT_MS,
}, async () => {
  const page = await stack.open('/config');
  const cart = page.getByRole('listitem', { name: 'cart' });
  await cart.getByLabel('Default value').fill('newer');
  await cart.getByLabel('Default value').press('Enter');
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('"newer"');
  expect(readFileSync(file, 'utf8')).toContain('// Ours.');
  await page.getByText('false here: app.audiences').waitFor();
  const added = page.getByRole('form', { name: 'New parameter' });
  await added.getByLabel('New parameter').fill('limit');
  await added.getByLabel('Value').fill('5');
  await added.getByRole('button', { name: 'Add' }).click();
  const limit = page.getByRole('listitem', { name: 'limit' });
  await limit.waitFor();
  await expectAccessible(page, () => limit.waitFor());
  await limit.getByRole('button', { name: 'Delete' }).click();
  await limit.waitFor({ state: 'detached' });
  writeFileSync(file, '{');
  await page.getByText(/remoteconfig\.template\.json:1 is not valid JSON/).waitFor();
  await page.close();
});
