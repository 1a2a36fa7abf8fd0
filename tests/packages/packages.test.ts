// Each emulator as a separate npm package: packed, installed outside the repository and used with
// the vendor's SDK.

import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Message, PubSub } from '@google-cloud/pubsub';
import { createAdminApiClient } from '@shopify/admin-api-client';
import { deleteApp, initializeApp } from 'firebase/app';
import { get, getDatabase, ref, set } from 'firebase/database';
import { connectFirestoreEmulator, doc, getDoc, getFirestore, setDoc } from 'firebase/firestore';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { getFunctions } from 'firebase-admin/functions';
import Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { IS_DEEP_RUN } from '../support/deep-run.ts';
import {
  compile,
  type InstalledPackage,
  installPackage,
  placePackage,
  startCommand,
} from './installed-package.ts';
import { NEWEST_LINE, nodeVersions } from './node-versions.ts';
import { formatSizeStatement, readSizeStatement } from './package-size.ts';
import { type Exit, REPOSITORY, run } from './run-program.ts';

interface PackageCase {
  readonly folder: string;
  /**
   * A program that starts the emulator by import, then prints the stack of the error of a second
   * start, which fails.
   */
  readonly program: string;
  /** The source file in which the second start fails. */
  readonly failsIn: string;
  /** Third-party packages whose code or data it contains. */
  readonly bundles: readonly string[];
  /** Writes or reads something through the unmodified SDK. */
  useSdk(host: string): Promise<void>;
}

const PACKAGES: readonly PackageCase[] = [
  {
    folder: 'firestore',
    program: `
      import { type RunningEmulator, startEmulator } from 'savepoint-firestore';
      import { compileStorageRules } from 'savepoint-firestore/storage-rules';
      const { ruleset, issues } = compileStorageRules('service firebase.storage {', { fileName: 'a.rules' });
      if (ruleset !== undefined || issues[0]?.sourcePosition.line !== 1) throw new Error('The rules compiled.');
      const emulator: RunningEmulator = await startEmulator({ port: 0, log: () => {} });
      const host: string = emulator.host;
      console.log(await fetch(\`http://\${host}/\`).then(({ status }) => status));
      await emulator.close();
      await startEmulator({ port: 0, exportRoot: 'missing' }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'start-emulator.ts',
    bundles: ['@grpc/grpc-js', 're2js', 'sorted-btree', 'ws'],
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
    folder: 'database',
    program: `
      import { type DatabaseEmulator, startDatabaseEmulator } from 'savepoint-database';
      import { compileRuleset } from 'savepoint-database/rules';
      const { ruleset, issues } = compileRuleset('{"rules": {".read": "tru"}}');
      if (ruleset !== undefined || issues[0]?.sourcePosition.line !== 1) throw new Error('The rules compiled.');
      const emulator: DatabaseEmulator = await startDatabaseEmulator();
      const host: string = emulator.host;
      console.log(await fetch(\`http://\${host}/\`).then(({ status }) => status));
      await emulator.close();
      await startDatabaseEmulator({ rules: '{' }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'server.ts',
    bundles: ['re2js', 'sorted-btree', 'ws'],
    async useSdk(host) {
      const app = initializeApp({ databaseURL: `http://${host}?ns=demo-package` }, `database ${host}`);
      const database = getDatabase(app);
      await set(ref(database, 'games/pong'), { year: 1972 });
      expect((await get(ref(database, 'games/pong'))).val()).toEqual({ year: 1972 });
      await deleteApp(app);
    },
  },
  {
    folder: 'pubsub',
    program: `
      import { startPubSubEmulator, type PubSubEmulator } from 'savepoint-pubsub';
      const emulator: PubSubEmulator = await startPubSubEmulator({ port: 0 });
      const host: string = emulator.host;
      console.log(await fetch(\`http://\${host}/\`).then(({ status }) => status));
      await emulator.close();
      await startPubSubEmulator({ port: 0, host: '192.0.2.1' as 'localhost' }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'server.ts',
    bundles: ['@grpc/grpc-js'],
    async useSdk(host) {
      const pubsub = new PubSub({ projectId: 'demo-package', apiEndpoint: host, emulatorMode: true });
      const [topic] = await pubsub.createTopic('news');
      const [subscription] = await topic.createSubscription('all-news');
      await topic.publishMessage({ data: Buffer.from('hello') });
      const message = await new Promise<Message>((resolve) => subscription.on('message', resolve));
      expect(message.data.toString()).toBe('hello');
      message.ack();
      await pubsub.close();
    },
  },
  {
    folder: 'tasks',
    program: `
      import { startTasksEmulator, type TasksEmulator } from 'savepoint-tasks';
      const emulator: TasksEmulator = await startTasksEmulator({ port: 0 });
      const host: string = emulator.host;
      console.log(await fetch(\`http://\${host}/\`).then(({ status }) => status));
      await emulator.close();
      await startTasksEmulator({ port: 0, host: '0.0.0.0' as 'localhost' }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'listen.ts',
    bundles: [],
    async useSdk(host) {
      const queue = 'projects/demo-package/locations/us-central1/queues/mail';
      await fetch(`http://${host}/${queue}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ defaultUri: `http://${host}/queueStats` }),
      });
      vi.stubEnv('CLOUD_TASKS_EMULATOR_HOST', host);
      const app = initializeAdminApp({ projectId: 'demo-package' });
      await getFunctions(app).taskQueue('mail').enqueue({}, { id: 'task-1', scheduleDelaySeconds: 60 });
      const task = await fetch(`http://${host}/${queue}/tasks/task-1`);
      expect(await task.json()).toMatchObject({ dispatchCount: 0, dispatchDeadline: '600s' });
      await deleteAdminApp(app);
      vi.unstubAllEnvs();
    },
  },
  {
    folder: 'stripe',
    program: `
      import { startStripeEmulator, type StripeEmulator } from 'savepoint-stripe';
      const emulator: StripeEmulator = await startStripeEmulator({ port: 0 });
      const url: string = emulator.url;
      console.log(await fetch(url).then(({ status }) => status));
      await emulator.close();
      await startStripeEmulator({ port: 0, webhooks: [{ url: 'http://example.com', secret: 'x' }] }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'server.ts',
    bundles: [],
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
      await emulator.close();
      await startShopifyEmulator({ port: 0, webhooks: [{ url: 'http://example.com' }] }).catch((error: Error) => console.log(error.stack));`,
    failsIn: 'server.ts',
    bundles: [],
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
    },
  },
];

const installedPackages = new Map<string, InstalledPackage>();
let compilation: Exit;

beforeAll(async () => {
  const programs = PACKAGES.map(async ({ folder, program }) => {
    // npm needs seconds for each: it installs one of them, and all in a deep run.
    const install = folder === 'firestore' ? installPackage : placePackage;
    const installed = await install(`packages/${folder}`);
    installedPackages.set(folder, installed);
    const path = join(installed.folder, 'start.mts');
    await writeFile(path, program);
    return path;
  });
  compilation = await compile(...((await Promise.all(programs)) as [string, ...string[]]));
}, 180_000);

afterAll(() => Promise.all([...installedPackages.values()].map((each) => each.remove())));

it('programs that use the packages compile against their types', () => {
  expect(compilation).toEqual({ code: 0, stdout: '', stderr: '' });
});

describe.each(PACKAGES)(
  'the npm package savepoint-$folder',
  { timeout: 60_000 },
  ({ folder, failsIn, bundles, useSdk }) => {
    let installed: InstalledPackage;
    beforeAll(() => {
      installed = installedPackages.get(folder) as InstalledPackage;
    });

    const readInstalled = (path: string) =>
      readFileSync(join(installed.folder, 'node_modules', `savepoint-${folder}`, path), 'utf8');
    const manifest = () => JSON.parse(readInstalled('package.json'));

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

    it('contains its license, and those of the packages that it bundles', () => {
      expect(readInstalled('LICENSE')).toBe(readFileSync(join(REPOSITORY, 'LICENSE'), 'utf8'));
      expect(manifest().license).toBe('Apache-2.0');
      const licenses = bundles.length === 0 ? '' : readInstalled('dist/third-party-licenses.txt');
      expect(bundles.filter((name) => !licenses.includes(`${name} `))).toEqual([]);
    });

    it('states its size and dependencies in its README', () => {
      const { megabytes, dependencies } = readSizeStatement(readInstalled('README.md'), installed);
      expect(dependencies).toEqual(installed.directDependencies);
      for (const [name, stated] of Object.entries(megabytes)) {
        const measured = installed.size[name as keyof typeof megabytes] / 1e6;
        const ratio = stated / measured;
        expect(ratio > 0.9 && ratio < 1.1, `${name}: expected ${formatSizeStatement(installed)}`).toBe(true);
      }
    });

    describe.each(nodeVersions(`packages/${folder}`))('on $title', ({ program: node, line }) => {
      it.skipIf(node === undefined)(
        'serves the unmodified SDK and leaves no process behind when it is stopped',
        async () => {
          const running = await startCommand(installed, node);
          try {
            await useSdk(running.host);
          } finally {
            expect(await running.stop()).toBe(0);
          }
          expect(() => process.kill(-running.pid, 0)).toThrow(/ESRCH/);
          await expect(fetch(`http://${running.host}/`)).rejects.toThrow();
        },
      );

      // Its command loads the same files: their syntax is checked for each version above.
      if (line !== NEWEST_LINE && !IS_DEEP_RUN) return;

      it.skipIf(node === undefined)('starts by import, and names its source file if that fails', async () => {
        const args = ['--enable-source-maps', 'start.mjs'];
        const { code, stdout, stderr } = await run(node as string, args, installed.folder);
        expect({ code, stderr, status: stdout.slice(0, 4) }).toEqual({
          code: 0,
          stderr: '',
          status: '200\n',
        });
        expect(stdout).toContain(`/${failsIn}:`);
      });
    });

    it('names the required Node version in one line if Node is too old', async () => {
      const oldNode = `Object.defineProperty(process, 'version', { value: 'v18.20.0' });
      Object.defineProperty(process.versions, 'node', { value: '18.20.0' });`;
      const { code, stdout, stderr } = await run(process.execPath, [
        ...['--import', `data:text/javascript,${encodeURIComponent(oldNode)}`],
        installed.command,
      ]);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      expect(stderr).toBe(`savepoint-${folder} needs Node 22.18 or newer; this is v18.20.0.\n`);
    });
  },
);
