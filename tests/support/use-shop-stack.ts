// A vitest setup file: this worker's stack of the shop, with its initial data.
import { beforeAll, inject } from 'vitest';
import { restoreInitialData } from './shop-stacks.ts';

const stack = inject('shopStacks')[Number(process.env.VITEST_POOL_ID) - 1];
if (stack === undefined) throw new Error(`Worker ${process.env.VITEST_POOL_ID} has no stack.`);
Object.assign(process.env, stack.environment);

beforeAll(() => restoreInitialData(stack.initialData));
