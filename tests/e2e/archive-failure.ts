import type { TestInfo } from '@playwright/test';
import { writeFailureArchive } from '../../packages/stack/src/data/failure-archive.ts';
import { exportData } from '../../packages/stack/src/data/stack-data.ts';
import { openShop } from '../support/shop-project.ts';

const portOf = (name: string) => Number(process.env[name]?.split(':')[1]);

/**
 * Writes the state of this worker's stack next to Playwright's files of a failed test. `npx
 * savepoint studio` opens it.
 */
export async function archiveFailure(test: TestInfo): Promise<void> {
  const projectId = process.env.SAVEPOINT_PROJECT_ID ?? '';
  const eventLog = process.env.SAVEPOINT_EVENT_LOG_URL;
  await writeFailureArchive({
    file: test.outputPath('failure.zip'),
    projectId,
    eventLogPort: eventLog === undefined ? undefined : Number(new URL(eventLog).port),
    data: await exportData(openShop().id, {
      firestore: portOf('FIRESTORE_EMULATOR_HOST'),
      auth: portOf('FIREBASE_AUTH_EMULATOR_HOST'),
      storage: portOf('FIREBASE_STORAGE_EMULATOR_HOST'),
    }),
    output: test.errors.map(({ stack, message }) => stack ?? message ?? '').join('\n'),
    playwrightFolder: test.outputDir,
  });
}
