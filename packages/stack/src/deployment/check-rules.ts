import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import { serverUrl } from '../config/environment.ts';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { packagePath } from '../config/kit-files.ts';
import { findFreePorts } from '../config/ports.ts';
import type { Project } from '../config/project.ts';
import { loadDatabaseRules } from '../emulators/database-rules.ts';
import { loadRules } from '../emulators/firestore-reload.ts';
import { brokenRules, checkStorageRules, firestoreRules } from '../emulators/initial-rules.ts';
import type { Run } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { FIRESTORE_MAIN } from '../servers/firestore.ts';

/**
 * Compiles the rules of Firestore, Storage and the Realtime Database.
 * @throws UserError with the compiler's errors, or when a file is missing
 */
export async function checkRules(project: Project, run: Run): Promise<void> {
  // Reads firebase.json without the option that lets a stack start despite missing files.
  const { firestore, storage, database = [] } = readFirebaseJson(project.folder, { isStrict: true });
  const all = firestoreRules(firestore);
  if (all.length > 0) await checkFirestoreRules(project, run, [...new Set(all.map(({ rules }) => rules))]);
  if (storage.length > 0) await buildFirestoreIfStale(run);
  for (const { rules } of storage) if (rules !== undefined) await checkStorageRules(run, rules);
  const files = new Set(database.flatMap(({ rules = [] }) => rules));
  if (files.size > 0) await checkDatabaseRules(project, run, files);
}

/** Compiles rules with a Realtime Database server that is started only for this. */
async function checkDatabaseRules(project: Project, run: Run, files: Iterable<string>): Promise<void> {
  const { database: port } = await findFreePorts(project);
  const server = run.start({
    name: 'database',
    command: process.execPath,
    args: [packagePath('savepoint-database', 'bin', 'savepoint-database.mjs'), '--port', String(port)],
    cwd: run.folder,
  });
  await waitForHttp(`The Realtime Database at ${serverUrl(port)}`, port, () => run.isEnding);
  try {
    for (const rules of files) {
      const { loaded, issues } = await loadDatabaseRules(rules, { port, instance: 'checked' });
      if (!loaded) throw brokenRules(rules, issues);
    }
  } finally {
    server.kill('SIGTERM');
    await server.exit;
  }
}

/** Compiles Firestore rules with an emulator that is started only for this. */
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
