import { serverUrl } from '../config/environment.ts';
import { findFreePorts } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { FIRESTORE_MAIN } from '../emulators/firebase-tools.ts';
import { loadRules } from '../emulators/rules-reload.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { UserError } from '../user-error.ts';

/**
 * Compiles firestore.rules with a Firestore emulator that is started for this alone.
 * @throws UserError with the compiler's errors
 */
export async function checkRules(run: Run): Promise<void> {
  const { firestore } = await findFreePorts();
  const server = run.start({
    name: 'firestore',
    command: process.execPath,
    args: [FIRESTORE_MAIN, '--port', String(firestore)],
    cwd: run.folder,
  });
  await waitForHttp(`Firestore at ${serverUrl(firestore)}`, firestore, () => run.isEnding);
  const result = await loadRules(repositoryPath('firestore.rules'), firestore);
  server.kill('SIGTERM');
  await server.exit;
  if (!result.loaded)
    throw new UserError(`firestore.rules does not compile:\n${result.issues.join('\n')}`, 'Fix the rules.');
}
