// The dev server of `npm start`, which serves files of the repository under /@fs/. Who may call it
// is in callers.ts.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { ensureLocalSecrets } from '../../packages/stack/src/config/local-secrets.ts';
import { findFreePorts } from '../../packages/stack/src/config/ports.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import { waitForHttp } from '../../packages/stack/src/processes/wait-for-http.ts';
import { devServerProcess } from '../../packages/stack/src/servers/web.ts';
import { openShop, shopPath } from '../support/shop-project.ts';
import { send } from './http.ts';

const ROOT = shopPath();
const SHOP = openShop();
const QUERIES = [
  '',
  '?raw',
  '?import&raw',
  '?raw??',
  '?url',
  '?inline',
  '?import&url&inline',
  '?.svg?.wasm?init',
  '?t=1',
];
/** Files outside the web app, and a text of each that no served file has. */
const PRIVATE_FILES: Readonly<Record<string, string>> = {
  'functions/.secret.local': 'STRIPE_WEBHOOK_SECRET=',
  'node_modules/@savepoint/functions/.secret.local': 'STRIPE_WEBHOOK_SECRET=',
  'web/../functions/.secret.local': 'STRIPE_WEBHOOK_SECRET=',
  'web/%2e%2e/functions/.secret.local': 'STRIPE_WEBHOOK_SECRET=',
  'web/..%2ffunctions/.secret.local': 'STRIPE_WEBHOOK_SECRET=',
  'functions/.secret%2elocal': 'STRIPE_WEBHOOK_SECRET=',
  'functions/.SECRET.local': 'STRIPE_WEBHOOK_SECRET=',
  'functions/.env.demo-savepoint': 'MAIL_INBOX',
  'node_modules/@savepoint/functions/src/index.ts': 'export {',
  '.git/HEAD': 'ref: refs/',
  '.git/config': '[core]',
  'firestore.rules': 'rules_version',
  'packages/savepoint/package.json': '"type"',
  '../../../../../../../../etc/passwd': 'root:',
};

let run: Run;
let url: string;

beforeAll(async () => {
  ensureLocalSecrets(SHOP);
  run = new Run(SHOP.environment);
  const ports = await findFreePorts(SHOP);
  url = serverUrl(ports.web);
  run.start({ name: 'web', ...devServerProcess(SHOP, {}, ports) });
  await waitForHttp('The dev server', ports.web, () => run.isEnding);
});

afterAll(() => run.end());

describe('the dev server', () => {
  it.each(Object.keys(PRIVATE_FILES).filter((file) => !file.includes('%') && !file.includes('SECRET')))(
    'has %s to keep private, with the text that the next tests look for',
    (file) => {
      if (file.startsWith('.git/') && !existsSync(shopPath(file))) return;
      expect(readFileSync(file.startsWith('..') ? '/etc/passwd' : shopPath(file), 'utf8')).toContain(
        PRIVATE_FILES[file],
      );
    },
  );

  describe.each(Object.entries(PRIVATE_FILES))('does not serve %s', (file, text) => {
    it.each(QUERIES)('with the query "%s"', async (query) => {
      for (const path of [
        `/@fs${ROOT}/${file}`,
        `/@fs/${ROOT}/${file}`,
        `//@fs${ROOT}/${file}`,
        `/%40fs${ROOT}/${file}`,
        `/../${file}`,
        `/${file}`,
        `/@id/${ROOT}/${file}`,
        `/@id/__x00__${ROOT}/${file}`,
      ]) {
        const { body } = await send(url, { path: `${path}${query}`, headers: { accept: '*/*' } });
        expect(body, path).not.toContain(text);
        // ?inline and ?url of a small file are data URLs.
        expect(body, path).not.toContain(Buffer.from(text).toString('base64').slice(0, -4));
      }
    });
  });

  it('lists what it does not serve', async () => {
    const { status, body } = await send(url, { path: `/@fs${ROOT}/functions/.secret.local` });
    expect(status).toBe(403);
    expect(body).toMatch(/outside of Vite serving allow list|Restricted/);
  });

  it.each([
    '/',
    '/src/main.tsx',
    '/@vite/client',
    `/@fs${ROOT}/model/src/money.ts`,
    `/@fs${ROOT}/node_modules/@fontsource-variable/pixelify-sans/files/pixelify-sans-latin-wght-normal.woff2`,
  ])('serves %s, which the web app needs', async (path) => {
    expect((await send(url, { path, headers: { accept: '*/*' } })).status).toBe(200);
  });
});
