// Firestore: Savepoint's emulator, or with FIRESTORE_EMULATOR=official Google's, which takes the
// same options. firebase-tools gets its address through
// packages/firebase-tools/patches/firestore-server.ts.
//
// A stop saves the project's documents, and the next start writes them again with new update times:
// Firestore's own import would lose all databases except the default one.
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, sep } from 'node:path';
import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import { hostAndPort } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { listenHost } from '../config/listen-host.ts';
import type { Environment } from '../config/process-environment.ts';
import type { Project } from '../config/project.ts';
import { findFirestoreExport } from '../data/data-folders.ts';
import {
  clearDocuments,
  exportDocuments,
  importDocuments,
  type StoredDocument,
} from '../data/stored-documents.ts';
import { copyRulesAndIndexes, writeDatabases } from '../emulators/firebase-config.ts';
import { usesOfficialFirestore, YOUNG_GENERATION } from '../emulators/firebase-tools.ts';
import { registerTriggers } from '../emulators/functions-reload.ts';
import { firestoreRules } from '../emulators/initial-rules.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { DataServerExitError } from '../processes/data-server-exit.ts';
import type { ProcessSpec } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { tracingVariables } from './event-log.ts';
import type { Server, StartingStack } from './server.ts';

/** The main module of Savepoint's Firestore emulator. */
export const FIRESTORE_MAIN = realpathSync(
  packagePath('savepoint-firestore', 'bin', 'savepoint-firestore.js'),
);
/** The number of last log lines shown after an exit. */
const TAIL_LINES = 8;

export const firestore: Server = {
  name: 'firestore',
  label: 'Firestore',
  isNeeded: (project) => selectEmulators(project).includes('firestore'),
  ports: () => [
    { name: 'firestore', label: 'Firestore', note: 'gRPC, REST and WebChannel on one port' },
    { name: 'firestoreWebsocket' },
  ],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'always',
  environment: (_project, { ports }) => ({
    FIRESTORE_EMULATOR_HOST: hostAndPort(ports.firestore),
    // Read by packages/firebase-tools/patches/firestore-server.ts.
    SAVEPOINT_FIRESTORE_HOST: hostAndPort(ports.firestore),
  }),
  warning({ environment, firebase: { firestore } }) {
    if (usesOfficialFirestore(environment)) {
      return 'Firestore is a Java process here: unlike the others, it may connect to any host, and all databases use the rules of the default one.';
    }
    // Without a section, it runs in case functions use it.
    return firestore !== undefined && firestoreRules(firestore).length === 0
      ? 'firebase.json names no rules for Firestore: everybody may read and write all documents.'
      : undefined;
  },
  prepare: ({ run }) => buildFirestoreIfStale(run),
  start(stack) {
    const { command, args } = firestoreProgram(stack.project.environment);
    let kept: readonly StoredDocument[] | undefined;
    return {
      command,
      args: [...args, ...firestoreOptions(stack)],
      cwd: stack.run.folder,
      env: { ...stack.environment, ...tracingVariables(stack), ...firestoreEnvironment(stack.project) },
      async beforeStop() {
        kept = await exportDocuments(stack.ports.firestore, stack.project.id);
      },
      async afterStart() {
        await restore(stack, kept);
        kept = undefined;
      },
      exitError(problem, lines) {
        const log = lines.slice(-TAIL_LINES).join('\n').replaceAll(`${stack.run.folder}${sep}`, '');
        const details = `, and the stack ends without it${log && `\nFirestore's log ends with:\n${log}\n`}`;
        // Code 1 means that it rejects a file or an option, so a restart would fail, too.
        const remedy = problem.endsWith('code 1') ? 'Fix the error in its log.' : 'Start the stack again.';
        return new DataServerExitError(`firestore ${problem}`, details, remedy);
      },
    };
  },
};

/** Restores documents before rules are loaded. Writes of a restart must not trigger functions. */
async function restore(
  stack: StartingStack,
  documents: readonly StoredDocument[] | undefined,
): Promise<void> {
  const { project, ports, servers } = stack;
  if (documents !== undefined) {
    await clearDocuments(ports.firestore, project.id);
    await importDocuments(ports.firestore, documents);
  }
  if (servers.has('functions')) await registerTriggers('firestore', ports.functions);
}

function firestoreOptions({ project, run, ports, servers, importFolder }: StartingStack): string[] {
  const { rules } = copyRulesAndIndexes(run.folder, project);
  const databases = usesOfficialFirestore(project.environment)
    ? undefined
    : writeDatabases(run.folder, project);
  const imported = importFolder === undefined ? undefined : findFirestoreExport(importFolder);
  return [
    ...['--host', listenHost(project, 'firestore'), '--port', String(ports.firestore)],
    ...['--websocket_port', String(ports.firestoreWebsocket)],
    ...['--project_id', project.id, '--single_project_mode', 'true'],
    ...(rules === undefined ? [] : ['--rules', join(run.folder, rules)]),
    ...(databases === undefined ? [] : ['--config', databases]),
    ...(servers.has('functions') ? ['--functions_emulator', hostAndPort(ports.functions)] : []),
    ...(imported === undefined ? [] : ['--seed_from_export', imported]),
  ];
}

function firestoreProgram(environment: Environment): Pick<ProcessSpec, 'command' | 'args'> {
  if (!usesOfficialFirestore(environment)) return { command: process.execPath, args: [FIRESTORE_MAIN] };
  return { command: 'java', args: ['-Duser.language=en', '-jar', googleJar(environment)] };
}

/** @throws UserError when Google's emulator is not installed */
function googleJar({ FIRESTORE_EMULATOR_BINARY_PATH, FIREBASE_EMULATORS_PATH }: Environment): string {
  const catalog = packagePath('firebase-tools', 'lib', 'emulator', 'downloadableEmulatorInfo.json');
  const { firestore: info } = JSON.parse(readFileSync(catalog, 'utf8')) as {
    firestore: { downloadPathRelativeToCacheDir: string };
  };
  const folder = FIREBASE_EMULATORS_PATH ?? join(homedir(), '.cache', 'firebase', 'emulators');
  const jar = FIRESTORE_EMULATOR_BINARY_PATH ?? join(folder, info.downloadPathRelativeToCacheDir);
  if (existsSync(jar)) return jar;
  throw new UserError(
    `FIRESTORE_EMULATOR=official needs ${jar}, which does not exist`,
    'Download it with: npx firebase setup:emulators:firestore',
  );
}

function firestoreEnvironment({ config, firebase, environment, limits }: Project): Record<string, string> {
  const { indexes, databases = [] } = firebase.firestore ?? {};
  const hasIndexes = indexes !== undefined || databases.some((database) => database.indexes !== undefined);
  return {
    NODE_OPTIONS: `${YOUNG_GENERATION} ${environment.NODE_OPTIONS ?? ''}`.trim(),
    SAVEPOINT_FIRESTORE_LOG_REQUESTS: '1',
    SAVEPOINT_FIRESTORE_DENY_BROKEN_RULES: '1',
    SAVEPOINT_FIRESTORE_LIMITS: limits,
    SAVEPOINT_FIRESTORE_EXPECTED_HOTSPOTS: JSON.stringify(config.expectedHotspots ?? {}),
    // Without indexes in firebase.json, no query needs one.
    ...(indexes !== undefined && { SAVEPOINT_FIRESTORE_INDEXES: indexes }),
    ...(hasIndexes && config.requireIndexes && { SAVEPOINT_FIRESTORE_REQUIRE_INDEXES: '1' }),
  };
}
