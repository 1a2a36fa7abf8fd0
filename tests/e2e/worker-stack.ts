// The stack of this Playwright worker: sets its addresses in the environment of the process.
import type { ShopStack } from '../support/shop-stacks.ts';

const { SAVEPOINT_STACKS: stacks, TEST_PARALLEL_INDEX: index } = process.env;

/** Undefined in the process that only lists the tests. */
export const workerStack =
  stacks === undefined || index === undefined
    ? undefined
    : (JSON.parse(stacks) as readonly ShopStack[])[Number(index)];

Object.assign(process.env, workerStack?.environment);
