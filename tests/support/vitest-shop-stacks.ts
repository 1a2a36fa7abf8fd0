// The globalSetup of the projects whose tests use a stack of the shop. All of them share the stacks
// of the run: each worker of vitest has one, and runs one test file at a time.
import type { TestProject } from 'vitest/node';
import { type ShopStack, type ShopStacks, startShopStacks } from './shop-stacks.ts';

declare module 'vitest' {
  interface ProvidedContext {
    shopStacks: readonly ShopStack[];
  }
}

interface Shared {
  users: number;
  stacks: Promise<ShopStacks>;
}

/** vitest loads this file once per project, so what they share is in the process. */
const processWide = globalThis as { savepointShopStacks?: Shared };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { maxWorkers } = project.vitest.config;
  processWide.savepointShopStacks ??= { users: 0, stacks: startShopStacks(Number(maxWorkers)) };
  const shared = processWide.savepointShopStacks;
  shared.users += 1;
  project.provide('shopStacks', (await shared.stacks).stacks);
  return async () => {
    shared.users -= 1;
    if (shared.users === 0) await (await shared.stacks).close();
  };
}
