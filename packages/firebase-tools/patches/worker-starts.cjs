// The Functions emulator starts a worker when a function is called, one for each of several
// requests, and never responds when that fails. Here the workers that functions share start as soon
// as the functions are loaded, requests wait for a start that is in progress, and a worker that
// ends is replaced. What becomes of the requests that a worker has not answered when it ends:
//
//   an event, unless its own function ended the worker: sent again, to the next worker
//   any other: 500 and the reason; 503 for an event that was sent again in vain
const { respondWithError } = require('./error-response.cjs');
const { chooseInspectPort } = require('./inspect-ports.cjs');
const { deathOf } = require('./worker-deaths.cjs');

exports.module = 'lib/emulator/functionsEmulator.js';

exports.expected = {
  'FunctionsEmulator.startRuntime(backend, trigger) that returns a worker': ({
    FunctionsEmulator: {
      prototype: { startRuntime },
    },
  }) => startRuntime.length === 2 && /return worker;/.test(startRuntime),
  'FunctionsEmulator.connect() that awaits loadTriggers(backend)': ({ FunctionsEmulator }) =>
    /await this\.loadTriggers\(backend/.test(FunctionsEmulator.prototype.connect),
  'FunctionsEmulator.handleHttpsTrigger(req, res) that may return without a response': ({
    FunctionsEmulator,
  }) => {
    const { handleHttpsTrigger } = FunctionsEmulator.prototype;
    return handleHttpsTrigger.length === 2 && /Failed to handle request/.test(handleHttpsTrigger);
  },
};

/** How often a worker may end under the same event. */
const MAX_ATTEMPTS = 3;

exports.apply = ({ FunctionsEmulator }) => {
  const { connect, handleHttpsTrigger, loadTriggers, startRuntime } = FunctionsEmulator.prototype;
  const startsInProgress = new WeakMap();
  const warmStarts = new WeakMap();

  /** Starts the worker of a function, or waits for the start that is in progress. */
  FunctionsEmulator.prototype.startRuntime = async function startCurrent(backend, trigger) {
    const pool = this.workerPools[backend.codebase];
    for (;;) {
      const { generation } = pool;
      const key = pool.getKey(trigger.id, backend.runtime);
      const isCurrent = () =>
        pool.isClosed || (pool.generation === generation && pool.getKey(trigger.id, backend.runtime) === key);
      try {
        const worker = await startOnce(this, backend, pool.definitions?.get(trigger.id) ?? trigger);
        worker.isAwaited = true;
        if (isCurrent()) return worker;
      } catch (error) {
        if (isCurrent()) throw error;
      }
    }
  };

  function startOnce(emulator, backend, trigger) {
    const pool = emulator.workerPools[backend.codebase];
    const starts = startsInProgress.get(pool) ?? new Map();
    startsInProgress.set(pool, starts);
    const key = `${pool.generation} ${pool.getKey(trigger.id, backend.runtime)}`;
    if (!starts.has(key)) {
      starts.set(
        key,
        start(emulator, backend, trigger).finally(() => starts.delete(key)),
      );
    }
    return starts.get(key);
  }

  async function start(emulator, backend, trigger) {
    const pool = emulator.workerPools[backend.codebase];
    await chooseInspectPort(emulator, backend, trigger);
    const worker = await startRuntime.call(emulator, backend, trigger);
    if (worker.environmentRead !== undefined && pool.environments.size > 0) {
      isolate(emulator, backend, worker.environmentRead);
    }
    worker.death.then(({ reason }) => replace(emulator, backend, trigger, { worker, reason }));
    return worker;
  }

  function replace(emulator, backend, trigger, { worker, reason }) {
    if (worker.isEnding) return;
    emulator.logger.logLabeled('WARN', 'functions', `A worker has ended: ${reason}`);
    // One that ends without a request would end again.
    if (worker.invocationCount > 0) startOnce(emulator, backend, trigger).catch(() => undefined);
  }

  FunctionsEmulator.prototype.loadTriggers = function loadAndWarmUp(backend, ...others) {
    this.workerPools[backend.codebase].warmUp = () => warmStarts.set(this, warmUp(this, backend));
    return loadTriggers.call(this, backend, ...others);
  };

  /** Starts the workers that functions share. */
  function warmUp(emulator, backend) {
    const pool = emulator.workerPools[backend.codebase];
    const { definitions, environments, generation } = pool;
    const triggers = new Map([...environments].map(([id, key]) => [key, definitions.get(id)]));
    const starts = [...triggers.values()].map((trigger) =>
      startOnce(emulator, backend, trigger).catch(({ message }) => {
        if (pool.generation !== generation) return;
        emulator.logger.logLabeled(
          'WARN',
          'functions',
          `The worker of ${trigger.name} did not start: ${message}`,
        );
      }),
    );
    return Promise.allSettled([warmStarts.get(emulator), ...starts]);
  }

  FunctionsEmulator.prototype.connect = async function connectAndReport() {
    await connect.call(this);
    // Read by packages/stack/src/emulators/firebase-tools.ts, which starts other servers meanwhile.
    const report = () => this.logger.logLabeled('BULLET', 'functions', 'The workers have started.');
    Promise.resolve(warmStarts.get(this)).then(report);
  };

  FunctionsEmulator.prototype.handleHttpsTrigger = async function handleWithRetry(req, res) {
    // firebase-tools keeps the triggers of functions that are gone since their code was loaded
    // again.
    if (isGone(this, req.params)) return void res.status(404).send('This function does not exist any more.');
    for (let attempt = 1; ; attempt += 1) {
      deathOf.delete(res);
      try {
        await handleHttpsTrigger.call(this, req, res);
      } catch (error) {
        this.logger.log('DEBUG', error);
      }
      if (res.headersSent || res.destroyed) return;
      const death = deathOf.get(res);
      if (death === undefined)
        return respondWithError(res, undefined, 503, 'The worker of the function did not start.');
      const { definition, isCulprit, reason } = death;
      const isRepeated = definition.eventTrigger !== undefined && !isCulprit;
      if (isRepeated && attempt < MAX_ATTEMPTS) continue;
      return respondWithError(
        res,
        definition,
        isRepeated ? 503 : 500,
        `The worker of ${definition.name} ended: ${reason}.`,
      );
    }
  };
};

function isGone({ triggers, workerPools }, { region, trigger_name: name }) {
  const key = region === undefined ? name : `${region}-${name}`;
  // Such as constructor.
  if (!Object.hasOwn(triggers, key)) return key in triggers;
  const record = triggers[key];
  const definitions = workerPools[record.backend.codebase].definitions;
  return definitions !== undefined && !definitions.has(record.def.id);
}

/** Gives each function of a codebase a worker of its own. */
function isolate(emulator, { codebase }, { variable, place }) {
  const pool = emulator.workerPools[codebase];
  pool.environments = new Map();
  emulator.logger.logLabeled(
    'WARN',
    'functions',
    `${place} reads ${variable} while codebase ${codebase} is loaded, so each of its functions has a worker of its own`,
  );
  pool.refresh();
}
