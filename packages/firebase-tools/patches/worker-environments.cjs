// Which functions share a worker: those of a codebase with the same secrets, because a function
// sees the secrets that it binds and no other. A request names its function (functions-worker/), so
// that a worker needs none of its own. Only Node's workers are shared. One that reads at its start
// which function it serves is not, nor is any with `functions.workers: 'isolated'`.
const { join } = require('node:path');
const { inspectPortOf } = require('./inspect-ports.cjs');
const { isNode } = require('./node-backend.cjs');

exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.loadTriggers(backend) that refreshes the workers': ({ FunctionsEmulator }) =>
    /workerPools\[\w+\.codebase\]\.refresh\(\)/.test(FunctionsEmulator.prototype.loadTriggers),
  'FunctionsEmulator.getRuntimeEnvs(backend, trigger) that contains getSystemEnvs(trigger)': ({
    FunctionsEmulator,
  }) => /this\.getSystemEnvs\(trigger\)/.test(FunctionsEmulator.prototype.getRuntimeEnvs),
  'FunctionsEmulator.getSystemEnvs(trigger) with FUNCTION_TARGET, FUNCTION_SIGNATURE_TYPE and K_SERVICE': ({
    FunctionsEmulator: {
      prototype: { getSystemEnvs },
    },
  }) => NAMES.every((name) => getSystemEnvs.toString().includes(`envs.${name} = `)),
  'FunctionsEmulator.resolveSecretEnvs(backend, trigger) that reads trigger.secretEnvironmentVariables': ({
    FunctionsEmulator: {
      prototype: { resolveSecretEnvs },
    },
  }) => resolveSecretEnvs.length === 2 && /trigger\?\.secretEnvironmentVariables/.test(resolveSecretEnvs),
};

const PRELOAD = join(__dirname, '..', 'functions-worker.cjs');
/** The variables that name the function of a worker. */
const NAMES = ['FUNCTION_TARGET', 'FUNCTION_SIGNATURE_TYPE', 'K_SERVICE'];
/**
 * The variable with which deployment names the source of the events that a function publishes;
 * firebase-tools makes it a label only.
 */
const EVENT_SOURCE = 'EVENTARC_CLOUD_EVENT_SOURCE';
const ISOLATES = process.env.SAVEPOINT_FUNCTION_WORKERS === 'isolated';

exports.apply = ({ FunctionsEmulator }, load) => {
  const { getSignatureType } = load('./functionsEmulatorShared');
  const { discoverTriggers, getRuntimeEnvs, resolveSecretEnvs } = FunctionsEmulator.prototype;
  FunctionsEmulator.prototype.discoverTriggers = async function discoverAndAssign(backend) {
    const definitions = await discoverTriggers.call(this, backend);
    const identify = isNode(backend)
      ? (each) => ({
          target: each.entryPoint,
          signature: getSignatureType(each),
          service: each.name,
          eventSource: eventSourceOf(each),
        })
      : () => undefined;
    const pool = this.workerPools[backend.codebase];
    pool.definitions = new Map(definitions.map((each) => [each.id, { ...each, identity: identify(each) }]));
    pool.environments = new Map(
      isNode(backend) && !ISOLATES ? definitions.map((each) => [each.id, environmentOf(each)]) : [],
    );
    updateRecords(this, backend, definitions);
    return definitions;
  };
  FunctionsEmulator.prototype.getRuntimeEnvs = function getSharedEnvs(backend, trigger) {
    const envs = {
      ...getRuntimeEnvs.call(this, backend, trigger),
      ...(trigger !== undefined && { [EVENT_SOURCE]: eventSourceOf(trigger) }),
    };
    if (!isNode(backend)) return envs;
    const pool = this.workerPools[backend.codebase];
    if (pool.environments?.has(trigger?.id)) for (const name of [...NAMES, EVENT_SOURCE]) delete envs[name];
    const inspectPort = inspectPortOf(backend.codebase, pool.getKey(trigger?.id, backend.runtime));
    return {
      ...envs,
      // firebase-tools' program for workers takes the target of each request from a message then
      // (functions-worker/request-target.cjs).
      FUNCTION_DEBUG_MODE: 'true',
      // Those of .env do not replace what is preloaded.
      NODE_OPTIONS: [process.env.NODE_OPTIONS, `--require ${JSON.stringify(PRELOAD)}`, envs.NODE_OPTIONS]
        .filter((options) => options !== undefined)
        .join(' '),
      ...(inspectPort !== undefined && { SAVEPOINT_INSPECT_PORT: String(inspectPort) }),
    };
  };
  FunctionsEmulator.prototype.resolveSecretEnvs = async function resolveBoundSecrets(backend, trigger) {
    const secrets = await resolveSecretEnvs.call(this, backend, trigger);
    if (!isNode(backend)) return secrets;
    const bound = (trigger?.secretEnvironmentVariables ?? backend.secretEnv).map(({ key }) => key);
    return Object.fromEntries(Object.entries(secrets).filter(([name]) => bound.includes(name)));
  };
};

/** As deployment names it: the label has a name of the emulator before it. */
const eventSourceOf = ({ labels }) => labels?.[EVENT_SOURCE]?.replace(/^[\w.-]+\.googleapis\.com\//, '');

/** What tells apart the environments of a codebase's functions, as the key of their worker. */
function environmentOf({ secretEnvironmentVariables, blockingTrigger }) {
  const secrets = (secretEnvironmentVariables ?? []).map(({ key, secret, version }) => [
    key,
    secret,
    version,
  ]);
  // Blocking functions do not verify tokens (token-verification.cjs).
  return `shared ${JSON.stringify([secrets.map((each) => each.join(' ')).sort(), blockingTrigger !== undefined])}`;
}

/** firebase-tools keeps the record of a trigger whose event has not changed. */
function updateRecords({ triggers }, backend, definitions) {
  const byId = new Map(definitions.map((each) => [each.id, each]));
  for (const { def, backend: owner } of Object.values(triggers)) {
    const current = byId.get(def.id);
    if (owner.codebase !== backend.codebase || current === undefined) continue;
    def.secretEnvironmentVariables = current.secretEnvironmentVariables;
    def.timeoutSeconds = current.timeoutSeconds;
  }
}
