import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import { serverUrl } from '../config/environment.ts';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { findFreePorts } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { loadRules } from '../emulators/firestore-reload.ts';
import { brokenRules, checkStorageRules, firestoreRules } from '../emulators/initial-rules.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { FIRESTORE_MAIN } from '../servers/firestore.ts';

/**
 * Compiles the rules of Firestore and of Storage.
 * @throws UserError with the compiler's errors, or when a file is missing
 */
export async function checkRules(project: Project, run: Run): Promise<void> {
  // Without the option that lets a stack start although the files are missing.
  const { firestore, storage } = readFirebaseJson(project.folder, { isStrict: true });
  const all = firestoreRules(firestore);
  if (all.length > 0) await checkFirestoreRules(project, run, [...new Set(all.map(({ rules }) => rules))]);
  if (storage.length > 0) await buildFirestoreIfStale(run);
  for (const { rules } of storage) if (rules !== undefined) await checkStorageRules(run, rules);
}

/** Compiles the rules of Firestore with a Firestore emulator that is started for this alone. */
async function checkFirestoreRules(project: Project, run: Run, files: readonly string[]): Promise<void> {
  const { firestore } = await findFreePorts(project);
  const server = run.start({
    name: 'firestore',
    command: process.execPath,
    args: [FIRESTORE_MAIN, '--port', String(firestore)],
    cwd: run.folder,
  });
  await waitForHttp(`Firestore at ${serverUrl(firestore)}`, firestore, () => run.isEnding);
  try {
    for (const rules of files) {
      const { loaded, issues } = await loadRules(rules, { port: firestore, projectId: project.id });
      if (!loaded) throw brokenRules(rules, issues);
    }
  } finally {
    server.kill('SIGTERM');
    await server.exit;
  }
}
