// The globalSetup of the projects whose tests start stacks: builds what stacks load, so that no two of them build the same at once.
import { buildEventLogIfStale } from '../../kit/src/builds/event-log-build.ts';
import { buildFirestoreIfStale } from '../../kit/src/builds/firestore-build.ts';
import { buildFunctionsIfStale } from '../../kit/src/builds/functions-build.ts';
import { buildWebAppIfStale } from '../../kit/src/builds/web-app.ts';
import { Run } from '../../kit/src/processes/run.ts';
import { buildStudioIfStale } from '../../kit/src/stack/studio.ts';

/** vitest loads this file once per project, so what they share is in the process. */
const processWide = globalThis as { savepointBuilds?: Promise<void> };

export default async function setup(): Promise<void> {
  processWide.savepointBuilds ??= buildAll();
  await processWide.savepointBuilds;
}

async function buildAll(): Promise<void> {
  const run = new Run();
  try {
    await buildWebAppIfStale({ run, onLine: () => undefined });
    await Promise.all([
      // They contain what the build of the web app writes.
      buildFunctionsIfStale(),
      buildFirestoreIfStale(run),
      buildEventLogIfStale(run, console.error),
      buildStudioIfStale(run),
    ]);
  } finally {
    await run.end();
  }
}
