// Owns compiling firestore.rules with our Firestore, started for that alone. It must not judge rules itself.

import { Complaint } from '../complaint.ts';
import { FIRESTORE_MAIN } from '../emulators/firebase-tools.ts';
import { putRules } from '../emulators/rules-reload.ts';
import { serverUrl } from '../environment.ts';
import { freePorts } from '../ports.ts';
import type { Run } from '../processes/run.ts';
import { waitForAnswer } from '../processes/wait-for-answer.ts';
import { inRepository } from '../repository.ts';

/** Throws with the compiler's findings when the rules would not deploy. */
export async function checkRules(run: Run): Promise<void> {
  const { firestore } = await freePorts();
  const server = run.start({
    name: 'firestore',
    command: process.execPath,
    args: [FIRESTORE_MAIN, '--port', String(firestore)],
    cwd: run.folder,
  });
  await waitForAnswer(`Firestore at ${serverUrl(firestore)}`, firestore, () => run.isEnding);
  const verdict = await putRules(inRepository('firestore.rules'), firestore);
  process.kill(server.pid, 'SIGTERM');
  await server.exit;
  if (!verdict.loaded)
    throw new Complaint(`firestore.rules does not compile:\n${verdict.issues.join('\n')}`, 'Mend the rules.');
}
