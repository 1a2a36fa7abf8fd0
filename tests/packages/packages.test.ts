// Each emulator as an npm package of its own: packed, installed outside the repository and used with the vendor's SDK.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createAdminApiClient } from '@shopify/admin-api-client';
import { deleteApp, initializeApp } from 'firebase/app';
import { connectFirestoreEmulator, doc, getDoc, getFirestore, setDoc } from 'firebase/firestore';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { compile, type InstalledPackage, installPackage, run, startCommand } from './installed-package.ts';

/** A Node that the packages must run on, other than the one that runs the tests, when the machine has one. */
const SYSTEM_NODE = '/usr/bin/node';
const systemVersion = (await run(SYSTEM_NODE, ['--version'])).stdout.trim();
const hasOtherNode = /^v(20\.(19|[2-9]\d)|2[2-9]\.)/.test(systemVersion) && systemVersion !== process.version;

interface PackageCase {
  readonly folder: string;
  /** A five-line program that starts the emulator by import. */
  readonly program: string;
  /** Writes or reads something through the unmodified SDK. */
  useSdk(host: string): Promise<void>;
}

const PACKAGES: readonly PackageCase[] = [
  {
    folder: 'firestore',
    program: `
      import { type RunningEmulator, startEmulator } from 'savepoint-firestore';
      const emulator: RunningEmulator = await startEmulator({ port: 0, log: () => {} });
      const host: string = emulator.host;
      console.log(await fetch(\`http://\${host}/\`).then(({ status }) => status));
      await emulator.close();`,
    async useSdk(host) {
      const app = initializeApp({ projectId: 'demo-package' }, host);
      const db = getFirestore(app);
      connectFirestoreEmulator(db, '127.0.0.1', Number(host.split(':')[1]));
      await setDoc(doc(db, 'games/pong'), { year: 1972 });
      expect((await getDoc(doc(db, 'games/pong'))).data()).toEqual({ year: 1972 });
      await deleteApp(app);
    },
  },
  {
    folder: 'stripe',
    program: `
      import { startStripeEmulator, type StripeEmulator } from 'savepoint-stripe';
      const emulator: StripeEmulator = await startStripeEmulator({ port: 0 });
      const url: string = emulator.url;
      console.log(await fetch(url).then(({ status }) => status));
      await emulator.close();`,
    async useSdk(host) {
      const [hostname = '', port = ''] = host.split(':');
      const stripe = new Stripe('sk_test_package', {
        host: hostname,
        port,
        protocol: 'http',
        telemetry: false,
      });
      const session = await stripe.checkout.sessions.create({
        mode: 'payment',
        success_url: 'http://localhost/success',
        line_items: [
          {
            quantity: 2,
            price_data: { currency: 'usd', unit_amount: 1_500, product_data: { name: 'Enamel pin' } },
          },
        ],
      });
      expect(session).toMatchObject({ status: 'open', amount_total: 3_000, currency: 'usd' });
      expect((await fetch(session.url ?? '')).status).toBe(200);
    },
  },
  {
    folder: 'shopify',
    program: `
      import { type ShopifyEmulator, startShopifyEmulator } from 'savepoint-shopify';
      const emulator: ShopifyEmulator = await startShopifyEmulator({ port: 0 });
      const url: string = emulator.url;
      console.log(await fetch(url).then(({ status }) => status));
      await emulator.close();`,
    async useSdk(host) {
      const admin = createAdminApiClient({
        storeDomain: 'savepoint-fixtures.myshopify.com',
        apiVersion: '2026-10',
        accessToken: 'shpat_package',
        customFetchApi: (url, init) => fetch(new URL(new URL(url).pathname, `http://${host}`), init),
      });
      const { data, errors } = await admin.request('{ productsCount { count } }');
      expect(errors).toBeUndefined();
      expect(data).toEqual({ productsCount: { count: 40 } });
      const storefront = await fetch(`http://${host}/api/2026-10/graphql.json`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-shopify-storefront-access-token': 'public' },
        body: JSON.stringify({ query: '{ products(first: 1) { nodes { title } } }' }),
      });
      expect(await storefront.json()).toMatchObject({
        data: { products: { nodes: [{ title: expect.any(String) }] } },
      });
    },
  },
];

describe.each(PACKAGES)(
  'the npm package savepoint-$folder',
  { timeout: 60_000 },
  ({ folder, program, useSdk }) => {
    let installed: InstalledPackage;
    beforeAll(async () => {
      installed = await installPackage(folder);
    }, 120_000);
    afterAll(() => installed?.remove());

    const manifest = () =>
      JSON.parse(
        readFileSync(join(installed.folder, 'node_modules', `savepoint-${folder}`, 'package.json'), 'utf8'),
      );

    it('contains the built files and neither sources nor tests', () => {
      expect(installed.files).toEqual(
        expect.arrayContaining(['README.md', 'package.json', 'dist/main.js', 'dist/main.js.map']),
      );
      expect(installed.files.filter((path) => /^src\/|\.test\.|(?<!\.d)\.ts$|\.tmp$/.test(path))).toEqual([]);
    });

    it('depends on no private package of the repository', () => {
      expect(installed.dependencies.filter((path) => path.includes('@savepoint/'))).toEqual([]);
    });

    it('prints its version and its flags', async () => {
      expect((await run(installed.command, ['--version'])).stdout.trim()).toBe(manifest().version);
      const help = await run(installed.command, ['--help']);
      expect(help.code).toBe(0);
      expect(help.stdout).toMatch(/--port/);
    });

    it('serves the unmodified SDK and leaves no process behind when it is stopped', async () => {
      const running = await startCommand(installed);
      try {
        await useSdk(running.host);
      } finally {
        expect(await running.stop()).toBe(0);
      }
      expect(() => process.kill(-running.pid, 0)).toThrow(/ESRCH/);
      await expect(fetch(`http://${running.host}/`)).rejects.toThrow();
    });

    it('starts by import in a program that compiles against its types', async () => {
      await writeFile(join(installed.folder, 'start.mts'), program);
      expect(await compile(installed, 'start.mts')).toEqual({ code: 0, stdout: '', stderr: '' });
      expect(await run(process.execPath, ['start.mts'], installed.folder)).toMatchObject({
        code: 0,
        stdout: '200\n',
      });
    });

    it('names the Node version that it needs in one line when Node is too old', async () => {
      const oldNode = `Object.defineProperty(process, 'version', { value: 'v18.20.0' });
      Object.defineProperty(process.versions, 'node', { value: '18.20.0' });`;
      const { code, stdout, stderr } = await run(process.execPath, [
        ...['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`],
        installed.command,
      ]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toBe(`savepoint-${folder} needs Node 20.19 or newer; this is v18.20.0.\n`);
    });

    it.skipIf(!hasOtherNode)(
      `serves the SDK on the system's Node ${systemVersion}`,
      async () => {
        const running = await startCommand(installed, SYSTEM_NODE);
        try {
          await useSdk(running.host);
        } finally {
          expect(await running.stop()).toBe(0);
        }
      },
      20_000,
    );
  },
);
