// The globalSetup of the browser tests: starts a stack for each worker and puts their addresses in
// the environment for the fixtures.
import type { FullConfig } from '@playwright/test';
import { requireChromium } from '../support/chromium.ts';
import { startShopStacks } from '../support/shop-stacks.ts';

export default async function startStacks({ workers }: FullConfig): Promise<() => Promise<void>> {
  process.env.SAVEPOINT_CHROMIUM = await requireChromium();
  const { stacks, close } = await startShopStacks(workers);
  process.env.SAVEPOINT_STACKS = JSON.stringify(stacks);
  return close;
}
