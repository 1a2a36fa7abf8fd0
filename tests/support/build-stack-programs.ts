// Builds the programs that stacks load, once for this process.
import { buildBundles } from '../../packages/stack/src/builds/bundles.ts';
import { buildFirestoreIfStale } from '../../packages/stack/src/builds/firestore-build.ts';
import { buildFunctionsIfStale } from '../../packages/stack/src/builds/functions-build.ts';
import { Run } from '../../packages/stack/src/processes/run.ts';
import { buildWebAppIfStale } from '../../packages/stack/src/servers/hosting-build.ts';
import { buildStudioIfStale } from '../../packages/stack/src/servers/studio.ts';
import { openShop } from './shop-project.ts';

/** vitest loads this file once per project, so what they share is in the process. */
const processWide = globalThis as { savepointBuilds?: Promise<void> };

/** Builds those programs of a stack whose sources have changed. */
export function buildStackPrograms(): Promise<void> {
  processWide.savepointBuilds ??= buildAll();
  return processWide.savepointBuilds;
}

async function buildAll(): Promise<void> {
  const shop = openShop();
  const run = new Run(shop.environment);
  try {
    buildBundles(console.error);
    await buildWebAppIfStale(shop, { run, onLine: () => undefined });
    await Promise.all([
      // They contain output of the web app's build.
      buildFunctionsIfStale(shop),
      buildFirestoreIfStale(run),
      buildStudioIfStale(run),
    ]);
  } finally {
    await run.end();
  }
}
