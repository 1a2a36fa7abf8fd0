// The stacks that test runners start: one per worker, so that no two test files share data at the
// same time.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readSnapshot, writeSnapshot } from '../../packages/stack/src/data/snapshot-file.ts';
import { clearData, importData } from '../../packages/stack/src/data/stack-data.ts';
import { withTriggersDisabled } from '../../packages/stack/src/emulators/background-triggers.ts';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { buildStackPrograms } from './build-stack-programs.ts';
import { openShop } from './shop-project.ts';

/** The addresses of a stack, and its initial data, for restoring it. */
export interface ShopStack {
  readonly environment: Readonly<Record<string, string>>;
  /** Path of a snapshot. */
  readonly initialData: string;
}

export interface ShopStacks {
  /** One per worker, in worker order. */
  readonly stacks: readonly ShopStack[];
  /** The last lines of output of each stack's servers. */
  output(): string;
  /** Stops them. */
  close(): Promise<void>;
}

/**
 * Starts stacks of the shop with its seed, Stripe and Shopify.
 * @throws UserError when a build fails or a server does not start; nothing is left running then
 */
export async function startShopStacks(count: number): Promise<ShopStacks> {
  const started: CreatedStack[] = [];
  const folder = mkdtempSync(join(tmpdir(), 'shop-stacks-'));
  const close = async () => {
    await Promise.all(started.map((stack) => stack[Symbol.asyncDispose]()));
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await buildStackPrograms();
    const start = async () =>
      started.push(await createStack({ seed: true, services: ['shopify'], strict: true }));
    await settled(Array.from({ length: count }, start));
    const stacks = await Promise.all(
      started.map(async (stack, index) => {
        const initialData = join(folder, `${index}.json`);
        writeSnapshot(initialData, await stack.snapshot());
        return { environment: { ...stack.environment }, initialData };
      }),
    );
    return {
      stacks,
      output: () => started.map((stack) => stack.output()).join('\n'),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Like Promise.all, but rejects only after all have ended, so that everything started can be
 * stopped.
 */
async function settled(promises: readonly Promise<unknown>[]): Promise<void> {
  const failed = (await Promise.allSettled(promises)).find(({ status }) => status === 'rejected');
  if (failed?.status === 'rejected') throw failed.reason;
}

/**
 * Restores documents, accounts and files of the stack in this process's environment, without
 * triggering functions.
 */
export async function restoreInitialData(file: string): Promise<void> {
  const portOf = (name: string) => Number(process.env[name]?.split(':')[1]);
  const ports = {
    firestore: portOf('FIRESTORE_EMULATOR_HOST'),
    auth: portOf('FIREBASE_AUTH_EMULATOR_HOST'),
    storage: portOf('FIREBASE_STORAGE_EMULATOR_HOST'),
  };
  const { id } = openShop();
  const stack = { ports: { hub: portOf('FIREBASE_EMULATOR_HUB') }, servers: ['functions'] };
  await withTriggersDisabled(stack, async () => {
    await clearData(id, ports);
    await importData(id, ports, readSnapshot(file));
  });
}
