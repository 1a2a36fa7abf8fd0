// The composition root: the only file that connects the database, rules, transports, triggers and
// request monitor.

import { opendirSync, readFileSync } from 'node:fs';
import { Clock } from '@savepoint/server/core/clock';
import { printable, printableError } from '@savepoint/server/core/printable';
import { RequestGuard } from '@savepoint/server/guard/request-guard';
import { OtlpExporter } from '@savepoint/server/http/otlp-exporter';
import { TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import { UsageError } from '@savepoint/server/process/command-line';
import { currentMicros } from '../core/commit-time.ts';
import { StatusCode, statusName } from '../core/rpc-error.ts';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { readExport } from '../export/export-files.ts';
import { RequestedExports } from '../export/requested-exports.ts';
import { parseIndexDefinitions } from '../query/index-definitions.ts';
import { createFirestoreService } from '../rpc/emulator-service.ts';
import { coverageReport } from '../rules/ruleset.ts';
import type { AdminApi } from '../transport/admin.ts';
import { createGrpcServer } from '../transport/grpc-server.ts';
import { RequestsWebSocket } from '../transport/requests-websocket.ts';
import { DocumentTriggers } from '../triggers/document-triggers.ts';
import { type CommandLine, DEFAULT_PROJECT, unusablePath } from './command-line.ts';
import { traceCommits } from './commit-tracing.ts';
import { type DatabaseConfig, forEachDatabase, readFirebaseConfig } from './firebase-config.ts';
import { FirestoreServer } from './firestore-server.ts';
import { limitWarning } from './limit-warning.ts';
import { monitorRecord } from './monitor-record.ts';
import { RejectionLog } from './rejection-log.ts';
import { evaluationLine, isLeftOut } from './request-log.ts';
import { traceRequests } from './request-tracing.ts';
import {
  describeRules,
  loadRulesFile,
  loadRulesFileOrDeny,
  replaceRules,
  rulesetInForce,
  watchRulesFile,
} from './rules-files.ts';
import { createProjectValidator } from './single-project.ts';
import { testRules } from './test-rules.ts';
import { TimeToLive } from './time-to-live.ts';

/**
 * The settings of an emulator. All are optional and default to those of the command line, except
 * that `port` defaults to 0.
 */
export type EmulatorSettings = Partial<CommandLine> & {
  /** Receives log lines. Default: standard output. */
  readonly log?: (line: string) => void;
  /** How long spans are collected before they are sent. Default: one second. */
  readonly spanDelayMs?: number;
};

/** A listening emulator. */
export interface RunningEmulator {
  /** host:port, the form of FIRESTORE_EMULATOR_HOST. */
  readonly host: string;
  readonly port: number;
  readonly websocketPort: number | undefined;
  readonly emulator: FirestoreEmulator;
  /** The number of open connections and WebChannel sessions. */
  readonly stats: { connections: number; sessions: number };
  /** Stops the emulator. Resolves once the port is released. */
  close(): Promise<void>;
}

function createAdminApi(
  emulator: FirestoreEmulator,
  triggers: DocumentTriggers,
  exports: RequestedExports,
  settings: ListenSettings,
): Omit<AdminApi, 'advanceClock'> {
  const { log } = settings;
  return {
    setRules: (scope, file) => replaceRules(emulator, scope, file, log),
    setIndexes: (databaseId, text) => setIndexes(emulator, text, settings, databaseId),
    rules: (scope) => describeRules(rulesetInForce(emulator, scope)),
    clearDocuments: (databaseName, path) => {
      triggers.suppress(() => emulator.clearDocuments(databaseName, path.join('/')));
    },
    registerTrigger: (projectId, key, registration) => triggers.register(projectId, key, registration),
    exportDatabase: (databaseName, directory, name) =>
      exports.write({ directory, name, documents: () => emulator.scan(databaseName) }),
    importDatabase: (databaseName, path) =>
      exports.read({
        path,
        databaseName,
        load: (documents) => triggers.suppress(() => emulator.mergeDocuments(databaseName, documents)),
      }),
    limitsReport: (projectId) => emulator.limitsReport(projectId),
    sentEvents: (projectId) => triggers.sentEvents(projectId),
    redeliver: (projectId, id, traceparent) => triggers.redeliver(projectId, id, traceparent),
    testRules: (projectId, body) => testRules(emulator, projectId, body),
    coverage: (scope, form) => coverageReport(rulesetInForce(emulator, scope).coverage, form),
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

/** Opens the databases. Throws UsageError for an unusable --data-dir. */
function openDatabases(
  settings: EmulatorSettings,
  clock: Clock,
  log: (line: string) => void,
): FirestoreEmulator {
  const { dataDir, singleProjectMode = 'off', projectId = DEFAULT_PROJECT, edition = 'standard' } = settings;
  const { limits = 'off', expectedHotspots = {} } = settings;
  const rejectsOthers = singleProjectMode === 'error';
  const validateProject = createProjectValidator({ projectId, rejectsOthers, warn: log });
  try {
    return new FirestoreEmulator({
      edition,
      limits,
      expectedHotspots,
      onLimitFinding: (finding) => {
        if (finding.expected === undefined) log(limitWarning(finding));
      },
      clock: () => currentMicros() + Math.round(clock.offsetMs * 1000),
      ...(dataDir === undefined ? {} : { dataDir }),
      ...(singleProjectMode === 'off' ? {} : { validateProject }),
    });
  } catch (error) {
    throw dataDir === undefined ? error : unusablePath('data-dir', dataDir, error);
  }
}

/** Throws UsageError if --export-root is not a folder. */
function checkExportRoot(root: string | undefined): void {
  if (root === undefined) return;
  try {
    opendirSync(root).closeSync();
  } catch (error) {
    throw unusablePath('export-root', root, error);
  }
}

/**
 * Applies the TTL policies of a firestore.indexes.json, and with --require-indexes its indexes, to
 * the databases with this id or to all. Throws UsageError for an invalid file.
 */
function loadIndexes(
  emulator: FirestoreEmulator,
  path: string,
  settings: EmulatorSettings,
  databaseId?: string,
): void {
  try {
    setIndexes(emulator, readFileSync(path, 'utf8'), settings, databaseId);
  } catch (error) {
    throw unusablePath('indexes', path, error);
  }
}

/**
 * Like `loadIndexes`, for the text of such a file. Throws INVALID_ARGUMENT for an invalid one,
 * without changing anything.
 */
function setIndexes(
  emulator: FirestoreEmulator,
  text: string,
  { requireIndexes }: Pick<EmulatorSettings, 'requireIndexes'>,
  databaseId?: string,
): void {
  const definitions = parseIndexDefinitions(text);
  emulator.setTimeToLive(definitions, databaseId);
  emulator.setIndexExemptions(definitions, databaseId);
  if (requireIndexes === true) emulator.requireIndexes(definitions, databaseId);
}

/**
 * Loads --rules and --indexes, and the files of each database in --config. Throws UsageError for an
 * invalid file. Returns functions that start watching the rules files, to be called once the
 * emulator listens.
 */
function loadDefinitions(
  emulator: FirestoreEmulator,
  settings: EmulatorSettings,
  log: (line: string) => void,
): readonly (() => () => void)[] {
  const watchers: (() => () => void)[] = [];
  const { rules, indexes, config, requireIndexes, denyBrokenRules } = settings;
  const loadRules = denyBrokenRules === true ? loadRulesFileOrDeny : loadRulesFile;
  const load = (files: Pick<DatabaseConfig, 'rules' | 'indexes'>, databaseId?: string): void => {
    if (files.indexes !== undefined) loadIndexes(emulator, files.indexes, settings, databaseId);
    const path = files.rules;
    if (path === undefined) return;
    loadRules(emulator, path, log, databaseId);
    watchers.push(() => watchRulesFile(emulator, path, log, databaseId));
  };
  load({ rules, indexes });
  const databases = config === undefined ? [] : readFirebaseConfig(config);
  forEachDatabase(config ?? '', databases, (database) => load(database, database.databaseId));
  const isIndexed = indexes !== undefined || databases.some((database) => database.indexes !== undefined);
  if (requireIndexes === true && !isIndexed) {
    throw new UsageError('--require-indexes: expected --indexes FILE too, a firestore.indexes.json file.');
  }
  return watchers;
}

type ListenSettings = EmulatorSettings & {
  readonly clock: Clock;
  readonly log: (line: string) => void;
  readonly watchers: readonly (() => () => void)[];
};

/** Starts the transports, the triggers and the request monitor of `emulator`. */
async function listen(emulator: FirestoreEmulator, settings: ListenSettings): Promise<RunningEmulator> {
  const { clock, log } = settings;
  const host = settings.host ?? '127.0.0.1';
  const { functionsEmulator, websocketPort } = settings;
  const { exportRoot = process.cwd() } = settings;
  const guard = new RequestGuard({ ...settings, host });
  const delivery =
    functionsEmulator === undefined
      ? undefined
      : new TriggerDelivery({ sender: 'Firestore', address: functionsEmulator, log });
  const triggers = new DocumentTriggers(emulator, delivery);
  const timeToLive = new TimeToLive(emulator, clock, log);
  const logsRequests = settings.logRequests === true;
  const mainProject = settings.singleProjectMode === 'warn' ? settings.projectId : undefined;
  if (logsRequests) {
    emulator.onEvaluation((evaluation) => {
      if (!isLeftOut(evaluation)) log(evaluationLine(evaluation, mainProject));
    });
  }
  const rejections = new RejectionLog(logsRequests ? log : () => {});
  const unobserved = createFirestoreService(emulator);
  const observed = logsRequests ? rejections.observe(unobserved) : unobserved;
  const { otlpEndpoint, spanDelayMs } = settings;
  const exporter =
    otlpEndpoint === undefined
      ? undefined
      : new OtlpExporter({
          endpoint: otlpEndpoint,
          service: 'firestore',
          ...(spanDelayMs !== undefined && { delayMs: spanDelayMs }),
        });
  const service = exporter === undefined ? observed : traceRequests(observed, (span) => exporter.add(span));
  if (exporter !== undefined) traceCommits(emulator, (span) => exporter.add(span));
  const server = await FirestoreServer.start({
    service,
    admin: {
      ...createAdminApi(emulator, triggers, new RequestedExports(exportRoot, log), settings),
      advanceClock: async (seconds) => {
        await timeToLive.advance(seconds * 1000);
        return clock.nowSeconds();
      },
    },
    grpc: createGrpcServer(service, {
      rejectAuthority: (name) => guard.rejectAuthority(name),
      onError: (method, error) => rejections.report(`${method} (grpc)`, error),
    }),
    databases: () => emulator.databases(),
    host,
    port: settings.port ?? 0,
    guard,
    onHttpError: (request, error) => {
      // The query is omitted, because it may contain a token.
      const path = request.url?.split('?', 1)[0] ?? '/';
      if (error.cause !== undefined) {
        for (const line of printableError(error.cause).split('\n')) log(`${request.method} ${path}: ${line}`);
      }
      if (logsRequests) rejections.report(`${request.method} ${path}`, error);
      else if (error.code === StatusCode.UNIMPLEMENTED) log(`${statusName(error.code)}: ${error.message}`);
    },
  });
  const monitor =
    websocketPort === undefined
      ? undefined
      : await RequestsWebSocket.listen(host, websocketPort, guard).catch(async (error) => {
          await server.close();
          throw error;
        });
  if (monitor !== undefined) {
    emulator.onEvaluation((evaluation) => {
      const record = monitorRecord(emulator, evaluation);
      if (record !== undefined) monitor.publish(record);
    });
  }
  timeToLive.start();
  const unwatch = settings.watchers.map((watch) => watch());
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
      for (const stop of unwatch) stop();
      timeToLive.close();
      delivery?.close();
      monitor?.close();
      await server.close();
      emulator.close();
      await exporter?.flush();
    },
  };
}

/**
 * Starts an emulator. Rejects with UsageError for invalid settings, and with the system error if
 * the port is not available.
 */
export async function startEmulator(settings: EmulatorSettings = {}): Promise<RunningEmulator> {
  const write = settings.log ?? console.log;
  // Log lines quote requests.
  const log = (line: string): void => write(printable(line));
  checkExportRoot(settings.exportRoot);
  const clock = new Clock();
  const emulator = openDatabases(settings, clock, log);
  try {
    const watchers = loadDefinitions(emulator, settings, log);
    const { importFrom, projectId = DEFAULT_PROJECT } = settings;
    if (importFrom !== undefined) await importDocuments(emulator, importFrom, projectId, log);
    return await listen(emulator, { ...settings, clock, log, watchers });
  } catch (error) {
    emulator.close();
    throw error;
  }
}
