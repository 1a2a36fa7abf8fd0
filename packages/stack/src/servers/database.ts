// The Realtime Database. firebase-tools gets its address through
// packages/firebase-tools/patches/database-server.ts.
import { hostAndPort } from '../config/environment.ts';
import { packagePath } from '../config/kit-files.ts';
import { listenHost } from '../config/listen-host.ts';
import { findDatabaseExport } from '../data/data-folders.ts';
import { exportDatabases, importDatabases, type StoredDatabase } from '../data/stored-databases.ts';
import { databaseRules, loadDatabaseRules } from '../emulators/database-rules.ts';
import { YOUNG_GENERATION } from '../emulators/firebase-tools.ts';
import { registerTriggers } from '../emulators/functions-reload.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { tracingVariables } from './event-log.ts';
import type { Server, StartingStack } from './server.ts';

export const database: Server = {
  name: 'database',
  label: 'Realtime Database',
  isNeeded: (project) => selectEmulators(project).includes('database'),
  ports: () => [{ name: 'database', label: 'Realtime Database', note: 'WebSocket and REST on one port' }],
  dependsOn: [],
  isAwaited: true,
  isRequired: 'always',
  environment: (_project, { ports, servers }) =>
    servers.has('database')
      ? {
          FIREBASE_DATABASE_EMULATOR_HOST: hostAndPort(ports.database),
          // Read by packages/firebase-tools/patches/database-server.ts.
          SAVEPOINT_DATABASE_HOST: hostAndPort(ports.database),
        }
      : {},
  start(stack) {
    let kept: readonly StoredDatabase[] | undefined;
    return {
      command: process.execPath,
      args: [packagePath('savepoint-database', 'bin', 'savepoint-database.mjs'), ...options(stack)],
      cwd: stack.project.folder,
      env: {
        ...stack.environment,
        ...tracingVariables(stack),
        NODE_OPTIONS: `${YOUNG_GENERATION} ${stack.project.environment.NODE_OPTIONS ?? ''}`.trim(),
      },
      async beforeStop() {
        kept = await exportDatabases(stack.ports.database);
      },
      async afterStart() {
        await restore(stack, kept);
        kept = undefined;
      },
    };
  },
};

/** Restores data before rules are loaded. Writes of a restart must not trigger functions. */
async function restore(
  { project, ports, servers }: StartingStack,
  databases: readonly StoredDatabase[] | undefined,
): Promise<void> {
  for (const { file, instance } of databaseRules(project)) {
    await loadDatabaseRules(file, { port: ports.database, instance });
  }
  if (databases !== undefined) await importDatabases(ports.database, databases);
  if (servers.has('functions')) await registerTriggers('database', ports.functions);
}

function options({ project, ports, servers, importFolder }: StartingStack): string[] {
  const imported = importFolder === undefined ? undefined : findDatabaseExport(importFolder);
  return [
    ...['--host', listenHost(project, 'database'), '--port', String(ports.database)],
    ...(servers.has('functions') ? ['--functions-emulator', hostAndPort(ports.functions)] : []),
    ...(imported === undefined ? [] : ['--import', imported]),
  ];
}
