// The composition root: the only file that connects database, rules, transports, triggers and request monitor.

import { opendirSync, readFileSync } from 'node:fs';
import { RpcError, StatusCode, statusName } from '../core/rpc-error.ts';
import { FirestoreEmulator } from '../database/firestore-emulator.ts';
import { parseIndexDefinitions } from '../query/index-definitions.ts';
import { createFirestoreService } from '../rpc/emulator-service.ts';
import { coverageReport } from '../rules/ruleset.ts';
import type { AdminApi } from '../transport/admin.ts';
import { createGrpcServer } from '../transport/grpc-server.ts';
import { RequestsWebSocket } from '../transport/requests-websocket.ts';
import { type CommandLine, DEFAULT_PROJECT, UsageError, unusablePath } from './command-line.ts';
import { DocumentTriggers } from './document-triggers.ts';
import { readExport } from './export-files.ts';
import { FirestoreServer } from './firestore-server.ts';
import { monitorRecord } from './monitor-record.ts';
import { RequestGuard } from './request-guard.ts';
import { evaluationLine } from './request-log.ts';
import { RequestedExports } from './requested-exports.ts';
import { loadRulesFile, replaceRules, watchRulesFile } from './rules-files.ts';
import { createProjectValidator } from './single-project.ts';
import { TriggerDelivery } from './trigger-delivery.ts';

/** The settings of an emulator. All are optional, with the defaults of the command line, except that `port` is 0. */
export type EmulatorSettings = Partial<CommandLine> & {
  /** Receives log lines; standard output when absent. */
  readonly log?: (line: string) => void;
};

/** A listening emulator. */
export interface RunningEmulator {
  /** host:port, the format of FIRESTORE_EMULATOR_HOST. */
  readonly host: string;
  readonly port: number;
  readonly websocketPort: number | undefined;
  readonly emulator: FirestoreEmulator;
  /** The number of open connections and WebChannel sessions. */
  readonly stats: { connections: number; sessions: number };
  /** Stops the emulator; resolves when the port is released. */
  close(): Promise<void>;
}

function createAdminApi(
  emulator: FirestoreEmulator,
  triggers: DocumentTriggers,
  exports: RequestedExports,
  log: (line: string) => void,
): AdminApi {
  return {
    setRules: (projectId, files) => replaceRules(emulator, projectId, files, log),
    clearDocuments: (databaseName, path) => {
      triggers.suppress(() => emulator.clearDocuments(databaseName, path.join('/')));
    },
    registerTrigger: (projectId, key, registration) => triggers.register(projectId, key, registration),
    exportDatabase: (databaseName, directory, name) =>
      exports.write({ directory, name, documents: () => emulator.scan(databaseName) }),
    coverage: (projectId, form) => {
      const ruleset = emulator.ruleset(projectId);
      if (ruleset === undefined) {
        throw new RpcError(
          StatusCode.NOT_FOUND,
          `Project ${projectId} has no rules; PUT them to :securityRules.`,
        );
      }
      return coverageReport(ruleset.coverage, form);
    },
  };
}

async function importDocuments(
  emulator: FirestoreEmulator,
  importFrom: string,
  projectId: string,
  log: (line: string) => void,
): Promise<void> {
  const databaseName = `projects/${projectId}/databases/(default)`;
  try {
    const { count, documents } = await readExport(importFrom, databaseName);
    emulator.importDocuments(databaseName, documents);
    log(`imported ${count} documents into ${databaseName}`);
  } catch (error) {
    throw unusablePath('import', importFrom, error);
  }
}

/** Opens the databases. Throws UsageError for a --data-dir that cannot be used. */
function openDatabases(settings: EmulatorSettings, log: (line: string) => void): FirestoreEmulator {
  const { dataDir, singleProjectMode = 'off', projectId = DEFAULT_PROJECT, edition = 'standard' } = settings;
  const rejectsOthers = singleProjectMode === 'error';
  const validateProject = createProjectValidator({ projectId, rejectsOthers, warn: log });
  try {
    return new FirestoreEmulator({
      edition,
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(singleProjectMode === 'off' ? {} : { validateProject }),
    });
  } catch (error) {
    throw dataDir === undefined ? error : unusablePath('data-dir', dataDir, error);
  }
}

/** Throws UsageError for an --export-root that is not a folder. */
function checkExportRoot(root: string | undefined): void {
  if (root === undefined) return;
  try {
    opendirSync(root).closeSync();
  } catch (error) {
    throw unusablePath('export-root', root, error);
  }
}

/** Reads --indexes and applies --require-indexes. Throws UsageError for a file that cannot be used. */
function loadIndexes(emulator: FirestoreEmulator, { indexes, requireIndexes }: EmulatorSettings): void {
  if (indexes === undefined) {
    if (requireIndexes !== true) return;
    throw new UsageError('--require-indexes: expected --indexes FILE too, a firestore.indexes.json file.');
  }
  try {
    const definitions = parseIndexDefinitions(readFileSync(indexes, 'utf8'));
    if (requireIndexes === true) emulator.requireIndexes(definitions);
  } catch (error) {
    throw unusablePath('indexes', indexes, error);
  }
}

/** Starts the transports, the triggers and the request monitor of `emulator`. */
async function listen(
  emulator: FirestoreEmulator,
  settings: EmulatorSettings,
  log: (line: string) => void,
): Promise<RunningEmulator> {
  const host = settings.host ?? '127.0.0.1';
  const { functionsEmulator, websocketPort } = settings;
  const { allowedHosts = [], allowedOrigins = [], exportRoot = process.cwd() } = settings;
  const guard = new RequestGuard({ host, allowedHosts, allowedOrigins, log });
  const delivery =
    functionsEmulator === undefined ? undefined : new TriggerDelivery({ address: functionsEmulator, log });
  const triggers = new DocumentTriggers(emulator, delivery);
  const service = createFirestoreService(emulator);
  if (settings.logRequests === true) emulator.onEvaluation((evaluation) => log(evaluationLine(evaluation)));
  const server = await FirestoreServer.start({
    service,
    admin: createAdminApi(emulator, triggers, new RequestedExports(exportRoot, log), log),
    grpc: createGrpcServer(service, { hostRejection: (name) => guard.hostRejection(name) }),
    databases: () => emulator.databases(),
    host,
    port: settings.port ?? 0,
    guard,
    onHttpError: (request, error) => {
      if (error.cause !== undefined) log(`${request.method} ${request.url}: ${(error.cause as Error).stack}`);
      else if (error.code === StatusCode.UNIMPLEMENTED) log(`${statusName(error.code)}: ${error.message}`);
    },
  });
  const monitor =
    websocketPort === undefined
      ? undefined
      : await RequestsWebSocket.listen(host, websocketPort, (headers) => guard.rejection(headers)).catch(
          async (error) => {
            await server.close();
            throw error;
          },
        );
  if (monitor !== undefined) {
    emulator.onEvaluation((evaluation) => {
      const record = monitorRecord(emulator, evaluation);
      if (record !== undefined) monitor.publish(record);
    });
  }
  const stopWatching =
    settings.rules === undefined ? () => {} : watchRulesFile(emulator, settings.rules, log);
  const { port } = server.address;
  return {
    host: host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`,
    port,
    websocketPort: monitor?.port,
    emulator,
    get stats() {
      return server.stats;
    },
    async close() {
      stopWatching();
      delivery?.close();
      monitor?.close();
      await server.close();
      emulator.close();
    },
  };
}

/**
 * Starts an emulator. Rejects with UsageError for invalid settings, and with the system error when the port is not
 * available.
 */
export async function startEmulator(settings: EmulatorSettings = {}): Promise<RunningEmulator> {
  const log = settings.log ?? console.log;
  checkExportRoot(settings.exportRoot);
  const emulator = openDatabases(settings, log);
  try {
    loadIndexes(emulator, settings);
    if (settings.rules !== undefined) loadRulesFile(emulator, settings.rules, log);
    const { importFrom, projectId = DEFAULT_PROJECT } = settings;
    if (importFrom !== undefined) await importDocuments(emulator, importFrom, projectId, log);
    return await listen(emulator, settings, log);
  } catch (error) {
    emulator.close();
    throw error;
  }
}
