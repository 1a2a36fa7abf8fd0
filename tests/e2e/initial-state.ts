import { restoreInitialData } from '../support/shop-stacks.ts';
import { workerStack } from './worker-stack.ts';

let preparedFor: string | undefined;

/**
 * Restores the seeded documents, accounts and files before the first test of a spec file, each time
 * that the file is repeated.
 */
export async function restoreInitialState(file: string, repetition: number): Promise<void> {
  const preparing = `${file} ${repetition}`;
  if (workerStack === undefined || preparedFor === preparing) return;
  await restoreInitialData(workerStack.initialData);
  preparedFor = preparing;
}
