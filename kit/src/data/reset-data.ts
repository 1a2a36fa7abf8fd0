import { serverUrl } from '../config/environment.ts';
import type { Ports } from '../config/ports.ts';
import { PROJECT_ID } from '../config/repository.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { loadSeed } from './seed.ts';
import type { DataPorts } from './stack-data.ts';
import { createTestAccounts } from './test-accounts.ts';

/** Returns a running stack to its initial data: deletes all documents and accounts, then loads the seed and the test accounts. */
export async function resetData(
  run: Run,
  ports: Ports,
  environment: Readonly<Record<string, string>>,
): Promise<void> {
  await clearData(ports);
  await loadSeed(run, environment);
  await createTestAccounts(ports);
}

/** Deletes all documents and accounts of the demo project. */
export async function clearData(ports: DataPorts): Promise<void> {
  await Promise.all([
    remove(`${serverUrl(ports.firestore)}/emulator/v1/projects/${PROJECT_ID}/databases/(default)/documents`),
    remove(`${serverUrl(ports.auth)}/emulator/v1/projects/${PROJECT_ID}/accounts`),
  ]);
}

async function remove(url: string): Promise<void> {
  const response = await fetch(url, { method: 'DELETE', headers: { authorization: 'Bearer owner' } });
  if (!response.ok)
    throw new UserError(`DELETE ${url} returned ${response.status}`, 'See the output of npm start.');
}
