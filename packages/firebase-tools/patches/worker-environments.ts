// Decides which functions share a worker: those of a codebase with the same secrets, because a
// function sees only the secrets that it binds. Each request names its function
// (functions-worker/), so a worker needs no environment variables for it. Only Node workers are
// shared. A worker that reads at startup which function it serves is not shared, nor is any with
// `functions.workers: 'isolated'`.
import { join } from 'node:path';
import { hasSource, patchModule } from '../patch.ts';
import {
  type Backend,
  type Definition,
  type Environment,
  type FunctionsEmulator,
  type FunctionsEmulatorModule,
  isNode,
  poolOf,
} from './functions-emulator.ts';
import { inspectPortOf } from './inspect-ports.ts';

/** The used parts of lib/emulator/functionsEmulatorShared.js. */
interface Shared {
  getSignatureType(definition: Definition): string;
}

/** Built before this process loads this file (preload.cjs). */
const PRELOAD = join(import.meta.dirname, '..', 'dist', 'functions-worker.cjs');
/** The variables that name a worker's function. */
const NAMES = ['FUNCTION_TARGET', 'FUNCTION_SIGNATURE_TYPE', 'K_SERVICE'];
/**
 * The variable in which a deployment sets the source of a function's published events;
 * firebase-tools only sets a label.
 */
const EVENT_SOURCE = 'EVENTARC_CLOUD_EVENT_SOURCE';
const ISOLATES = process.env.SAVEPOINT_FUNCTION_WORKERS === 'isolated';

export const workerEnvironments = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.loadTriggers(backend) that refreshes the workers': ({ FunctionsEmulator }) =>
      hasSource(FunctionsEmulator.prototype.loadTriggers, /workerPools\[\w+\.codebase\]\.refresh\(\)/),
    'FunctionsEmulator.getRuntimeEnvs(backend, trigger) that contains getSystemEnvs(trigger)': ({
      FunctionsEmulator,
    }) => hasSource(FunctionsEmulator.prototype.getRuntimeEnvs, /this\.getSystemEnvs\(trigger\)/),
    'FunctionsEmulator.getSystemEnvs(trigger) with FUNCTION_TARGET, FUNCTION_SIGNATURE_TYPE and K_SERVICE': ({
      FunctionsEmulator: { prototype },
    }) => NAMES.every((name) => String(prototype.getSystemEnvs).includes(`envs.${name} = `)),
    'FunctionsEmulator.resolveSecretEnvs(backend, trigger) that reads trigger.secretEnvironmentVariables': ({
      FunctionsEmulator: { prototype },
    }) =>
      prototype.resolveSecretEnvs.length === 2 &&
      hasSource(prototype.resolveSecretEnvs, /trigger\?\.secretEnvironmentVariables/),
  },
  apply({ FunctionsEmulator: { prototype } }, load) {
    const { getSignatureType } = load<Shared>('./functionsEmulatorShared');
    const { discoverTriggers, getRuntimeEnvs, resolveSecretEnvs } = prototype;
    prototype.discoverTriggers = async function discoverAndAssign(backend) {
      const definitions = await discoverTriggers.call(this, backend);
      const identify = isNode(backend)
        ? (each: Definition) => ({
            target: each.entryPoint,
            signature: getSignatureType(each),
            service: each.name,
            eventSource: eventSourceOf(each),
          })
        : () => undefined;
      const pool = poolOf(this, backend.codebase);
      pool.definitions = new Map(definitions.map((each) => [each.id, { ...each, identity: identify(each) }]));
      pool.environments = new Map(
        isNode(backend) && !ISOLATES ? definitions.map((each) => [each.id, environmentOf(each)]) : [],
      );
      updateRecords(this, backend, definitions);
      return definitions;
    };
    prototype.getRuntimeEnvs = function getSharedEnvs(backend, trigger) {
      const envs: Environment = {
        ...getRuntimeEnvs.call(this, backend, trigger),
        ...(trigger !== undefined && { [EVENT_SOURCE]: eventSourceOf(trigger) }),
      };
      if (!isNode(backend)) return envs;
      const pool = poolOf(this, backend.codebase);
      if (trigger !== undefined && pool.environments?.has(trigger.id))
        for (const name of [...NAMES, EVENT_SOURCE]) delete envs[name];
      const inspectPort = inspectPortOf(backend.codebase, pool.getKey(trigger?.id, backend.runtime));
      return {
        ...envs,
        // firebase-tools' worker program then reads each request's target from a message
        // (functions-worker/request-target.ts).
        FUNCTION_DEBUG_MODE: 'true',
        // Variables from .env do not replace the preload.
        NODE_OPTIONS: [process.env.NODE_OPTIONS, `--require ${JSON.stringify(PRELOAD)}`, envs.NODE_OPTIONS]
          .filter((options) => options !== undefined)
          .join(' '),
        ...(inspectPort !== undefined && { SAVEPOINT_INSPECT_PORT: String(inspectPort) }),
      };
    };
    prototype.resolveSecretEnvs = async function resolveBoundSecrets(backend, trigger) {
      const secrets = await resolveSecretEnvs.call(this, backend, trigger);
      if (!isNode(backend)) return secrets;
      const bound = (trigger?.secretEnvironmentVariables ?? backend.secretEnv).map(({ key }) => key);
      return Object.fromEntries(Object.entries(secrets).filter(([name]) => bound.includes(name)));
    };
  },
});

/** Named as in a deployment: the label has a prefix with a name of the emulator. */
function eventSourceOf({ labels }: Definition): string | undefined {
  return labels?.[EVENT_SOURCE]?.replace(/^[\w.-]+\.googleapis\.com\//, '');
}

/** Identifies the environment of a codebase's functions, as the key of their worker. */
function environmentOf({ secretEnvironmentVariables, blockingTrigger }: Definition): string {
  const secrets = (secretEnvironmentVariables ?? []).map(({ key, secret, version }) => [
    key,
    secret,
    version,
  ]);
  // Blocking functions do not verify tokens (token-verification.ts).
  return `shared ${JSON.stringify([secrets.map((each) => each.join(' ')).sort(), blockingTrigger !== undefined])}`;
}

/** firebase-tools keeps the record of a trigger whose event has not changed. */
function updateRecords(
  { triggers }: FunctionsEmulator,
  backend: Backend,
  definitions: readonly Definition[],
): void {
  const byId = new Map(definitions.map((each) => [each.id, each]));
  for (const { def, backend: owner } of Object.values(triggers)) {
    const current = byId.get(def.id);
    if (owner.codebase !== backend.codebase || current === undefined) continue;
    def.secretEnvironmentVariables = current.secretEnvironmentVariables;
    def.timeoutSeconds = current.timeoutSeconds;
  }
}
