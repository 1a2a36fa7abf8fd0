// Several stacks of Firestore and Auth on one machine, through the same functions that a project's
// own tests call.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Auth } from 'firebase-admin/auth';
import type { Firestore } from 'firebase-admin/firestore';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isPortFree } from '../../packages/stack/src/config/free-port.ts';
import { exportTo } from '../../packages/stack/src/data/data-folders.ts';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { StackRegistry } from '../../packages/stack/src/stack/stack-registry.ts';
import { shopPath } from '../support/shop-project.ts';
import {
  addAccount,
  addDocument,
  addTenant,
  call,
  countAccounts,
  documentIds,
  tenantsOf,
} from './stack-data.ts';

const START_MS = 120_000;
vi.setConfig({ testTimeout: START_MS });
const COUNT = 2;
const RULES =
  "rules_version = '2';\nservice cloud.firestore { match /databases/{d}/documents/{all=**} { allow read: if true; } }\n";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'stacks-'));
  vi.stubEnv('SAVEPOINT_STATE_FOLDER', join(folder, 'state'));
  symlinkSync(shopPath('node_modules'), join(folder, 'node_modules'));
  writeFileSync(join(folder, 'firestore.rules'), RULES);
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ firestore: { rules: 'firestore.rules' } }));
});
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

/** The names in the registry, running or not. */
function recordedNames(): string[] {
  const registry = new StackRegistry();
  return registry.list().map(({ name }) => name);
}

function portsOf({ addresses }: CreatedStack): number[] {
  return Object.values(addresses).map((address) => Number(address?.split(':')[1]));
}

describe('Stacks that are created at once', () => {
  let stacks: CreatedStack[] = [];

  beforeAll(async () => {
    stacks = await Promise.all(Array.from({ length: COUNT }, () => createStack({ folder })));
  }, START_MS);
  afterAll(async () => {
    await Promise.all(stacks.map((stack) => stack[Symbol.asyncDispose]()));
  });

  it('have different names, project ids and ports', () => {
    expect(new Set(stacks.map(({ name }) => name)).size).toBe(COUNT);
    expect(new Set(stacks.map(({ projectId }) => projectId)).size).toBe(COUNT);
    const ports = stacks.flatMap(portsOf);
    expect(ports).toHaveLength(COUNT * 5);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it('share no document and no account, even under one project id', async () => {
    for (const [index, stack] of stacks.entries()) {
      await addDocument(stack, 'demo-shared', `of-${index}`);
      for (let count = 0; count <= index; count += 1) await addAccount(stack, `user-${count}@example.com`);
    }
    for (const [index, stack] of stacks.entries()) {
      expect(await documentIds(stack, 'demo-shared')).toEqual([`of-${index}`]);
      expect(await countAccounts(stack)).toBe(index + 1);
    }
  });

  it('name their own servers in the environment for the SDKs', () => {
    for (const { environment, addresses, projectId } of stacks) {
      expect(environment).toMatchObject({
        FIRESTORE_EMULATOR_HOST: addresses.firestore,
        FIREBASE_AUTH_EMULATOR_HOST: addresses.auth,
        FIREBASE_EMULATOR_HUB: addresses.hub,
        GCLOUD_PROJECT: projectId,
      });
      expect(environment.FIREBASE_STORAGE_EMULATOR_HOST).toBeUndefined();
    }
  });

  it('are reset, and restored from a snapshot, one at a time', async () => {
    const [first, second] = stacks as [CreatedStack, CreatedStack];
    for (const stack of [first, second]) {
      await stack.reset();
      await addDocument(stack, stack.projectId, 'kept');
      await addAccount(stack, 'kept@example.com');
    }
    const snapshot = await first.snapshot();
    await first.reset();
    expect(await documentIds(first, first.projectId)).toEqual([]);
    expect(await countAccounts(first)).toBe(0);
    expect(await documentIds(second, second.projectId)).toEqual(['kept']);
    await addDocument(first, first.projectId, 'later');
    await first.restore(snapshot);
    expect(await documentIds(first, first.projectId)).toEqual(['kept']);
    expect(await countAccounts(first)).toBe(1);
  });

  it('include the documents of all databases and the accounts of all tenants in a snapshot, whatever their names, and lose them in a reset', async () => {
    const [stack] = stacks as [CreatedStack];
    await stack.reset();
    const root = `http://${stack.addresses.firestore}/v1/projects/${stack.projectId}/databases`;
    const paths = [
      'second/documents/notes/of-second',
      `(default)/documents/notes/${encodeURIComponent('a b?c#d%25')}/below/missing-parent`,
      ...Array.from({ length: 14 }, (_, n) => `(default)/documents/big/${n}`),
    ];
    const fields = { text: { stringValue: 'x'.repeat(900_000) } };
    for (const path of paths) await call(`${root}/${path}`, { fields }, 'PATCH');
    await addTenant(stack, 'north');
    const isThere = async (path: string) =>
      (await call(`${root}/${path}`).catch(() => undefined)) !== undefined;
    const snapshot = await stack.snapshot();
    await stack.reset();
    expect(await Promise.all(paths.map(isThere))).not.toContain(true);
    expect(await tenantsOf(stack)).toEqual([]);
    await stack.restore(snapshot);
    expect(await Promise.all(paths.map(isThere))).not.toContain(false);
    expect(await tenantsOf(stack)).toEqual([['north', ['of@tenant.example']]]);
    expect(await stack.snapshot()).toMatchObject({ documents: snapshot.documents });
  });

  it('keep their previous data if a snapshot cannot be restored', async () => {
    const [stack] = stacks as [CreatedStack];
    await stack.reset();
    await addDocument(stack, stack.projectId, 'kept');
    await addAccount(stack, 'kept@example.com');
    const tenantId = await addTenant(stack, 'north');
    const snapshot = await stack.snapshot();
    const accounts = [...snapshot.accounts, { localId: 'bad', customAttributes: 'no JSON' }];
    await expect(stack.restore({ ...snapshot, accounts })).rejects.toThrow(/The account bad was rejected/);
    expect(await documentIds(stack, stack.projectId)).toEqual(['kept']);
    expect(await countAccounts(stack)).toBe(1);
    const restored = await stack.snapshot();
    expect(restored.tenants.map(({ settings }) => settings.tenantId)).toEqual([tenantId]);
  });

  it("provide clients of the project's firebase-admin, one stack at a time, and the configuration of the client SDK", async () => {
    const [first, second] = stacks as [CreatedStack, CreatedStack];
    await first.reset();
    const { firestore, auth } = await first.clients<Firestore, Auth>();
    await firestore.doc('probes/of-admin').set({ players: 2 });
    await auth.createUser({ uid: 'ada' });
    expect(await documentIds(first, first.projectId)).toEqual(['of-admin']);
    expect(await countAccounts(first)).toBe(1);
    await expect(second.clients()).rejects.toThrow(`"${first.name}" has the clients of this process already`);
    expect(second.clientConfig).toMatchObject({ projectId: second.projectId, apiKey: expect.any(String) });
    await first[Symbol.asyncDispose]();
    expect(process.env.FIRESTORE_EMULATOR_HOST).not.toBe(first.addresses.firestore);
  });

  it('are exported, and another stack starts with the export and returns to it in a reset', async () => {
    const [, second] = stacks as [CreatedStack, CreatedStack];
    const { projectId } = second;
    await second.reset();
    await addDocument(second, projectId, 'imported');
    await addAccount(second, 'imported@example.com');
    const exported = join(folder, 'exported');
    const hub = Number(second.addresses.hub?.split(':')[1]);
    await exportTo(exported, { hub, temporary: folder });
    await second[Symbol.asyncDispose]();
    await using stack = await createStack({ folder, projectId, import: exported });
    await addDocument(stack, projectId, 'later');
    await stack.reset();
    expect(await documentIds(stack, projectId)).toEqual(['imported']);
    expect(await countAccounts(stack)).toBe(1);
  });
});

describe('createStack', () => {
  it.each([
    ['a folder that does not exist', { folder: '/nowhere' }, /The folder \/nowhere does not exist/],
    ['an unknown emulator', { emulators: ['mysql'] }, /"mysql" is not an emulator.*auth, firestore/s],
    ['no emulator', { emulators: [] }, /No emulators/],
    ['a real project', { projectId: 'my-shop' }, /begins with "demo-"/],
    ['a section that is missing', { emulators: ['storage'] }, /has no section "storage"/],
    ['a name that is none', { name: 'No Name' }, /is not a name for a stack/],
  ])('explains %s, and leaves no name taken', async (_, options, message) => {
    const before = recordedNames();
    await expect(createStack({ folder, ...(options as object) })).rejects.toThrow(message);
    expect(recordedNames()).toEqual(before);
  });

  it('reports a firebase.json that is not JSON and a missing rules file, with their paths', async () => {
    const broken = join(folder, 'broken');
    mkdirSync(broken);
    const file = join(broken, 'firebase.json');
    writeFileSync(file, '{"firestore": ');
    await expect(createStack({ folder: broken })).rejects.toThrow(`${file}:1 is not valid JSON`);
    writeFileSync(file, '{"firestore": {"rules": "gone.rules"}}');
    await expect(createStack({ folder: broken, strict: true })).rejects.toThrow(
      `${file}:1: "firestore.rules" names gone.rules, which does not exist`,
    );
  });

  it(
    'leaves nothing running if the process that created the stack is killed; a name is rejected while it runs, and keeps its ports',
    async () => {
      const module = shopPath('packages', 'stack', 'src', 'stack', 'create-stack.ts');
      const script = `
      const { createStack } = await import(${JSON.stringify(module)});
      const stack = await createStack({ folder: ${JSON.stringify(folder)}, name: 'one' });
      console.log(JSON.stringify(Object.values(stack.addresses)));`;
      const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      const ports = (JSON.parse(line) as string[]).map((address) => Number(address.split(':')[1]));
      const areFree = () => Promise.all(ports.map(isPortFree));
      expect(await areFree()).not.toContain(true);
      await expect(createStack({ folder, name: 'one' })).rejects.toThrow(/"one" is already running/);
      child.kill('SIGKILL');
      await expect.poll(areFree).toEqual(ports.map(() => true));
      const next = await createStack({ folder, name: 'one' });
      expect(portsOf(next)).toEqual(ports);
      await next[Symbol.asyncDispose]();
      expect(await areFree()).toEqual(ports.map(() => true));
      expect(Object.values(new StackRegistry().find('one')?.ports ?? {})).toEqual(ports);
    },
    START_MS,
  );
});
