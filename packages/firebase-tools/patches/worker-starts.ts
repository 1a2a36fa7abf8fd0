// The Functions emulator starts a worker when a function is called, one per concurrent request, and
// never responds if that fails. Here shared workers start as soon as functions are loaded, requests
// wait for a start in progress, and a worker that ends is replaced. Unanswered requests of an ended
// worker are handled as follows:
//
//   an event, unless its own function ended the worker: sent again, to the next worker
//   any other: 500 and the reason; 503 for an event that was sent again in vain
import type { Request } from 'express';
import { hasSource, patchModule } from '../patch.ts';
import { respondWithError } from './error-response.ts';
import {
  type Backend,
  type Definition,
  type EnvironmentRead,
  type FunctionsEmulator,
  type FunctionsEmulatorModule,
  poolOf,
  type Worker,
  type WorkerPool,
} from './functions-emulator.ts';
import { chooseInspectPort } from './inspect-ports.ts';
import { deathOf } from './worker-deaths.ts';

/** How often workers may end while handling the same event. */
const MAX_ATTEMPTS = 3;

export const workerStarts = patchModule<FunctionsEmulatorModule>('lib/emulator/functionsEmulator.js', {
  expected: {
    'FunctionsEmulator.startRuntime(backend, trigger) that returns a worker': ({
      FunctionsEmulator: { prototype },
    }) => prototype.startRuntime.length === 2 && hasSource(prototype.startRuntime, /return worker;/),
    'FunctionsEmulator.connect() that awaits loadTriggers(backend)': ({ FunctionsEmulator }) =>
      hasSource(FunctionsEmulator.prototype.connect, /await this\.loadTriggers\(backend/),
    'FunctionsEmulator.handleHttpsTrigger(req, res) that may return without a response': ({
      FunctionsEmulator: { prototype },
    }) =>
      prototype.handleHttpsTrigger.length === 2 &&
      hasSource(prototype.handleHttpsTrigger, /Failed to handle request/),
  },
  apply({ FunctionsEmulator: { prototype } }) {
    const { connect, handleHttpsTrigger, loadTriggers, startRuntime } = prototype;
    const startsInProgress = new WeakMap<WorkerPool, Map<string, Promise<Worker>>>();
    const warmStarts = new WeakMap<FunctionsEmulator, Promise<unknown>>();

    /** Starts the worker of a function, or waits for the start in progress. */
    prototype.startRuntime = async function startCurrent(backend, trigger) {
      const pool = poolOf(this, backend.codebase);
      for (;;) {
        const { generation } = pool;
        const key = pool.getKey(trigger.id, backend.runtime);
        const isCurrent = (): boolean =>
          pool.isClosed === true ||
          (pool.generation === generation && pool.getKey(trigger.id, backend.runtime) === key);
        try {
          const worker = await startOnce(this, backend, pool.definitions?.get(trigger.id) ?? trigger);
          worker.isAwaited = true;
          if (isCurrent()) return worker;
        } catch (error) {
          if (isCurrent()) throw error;
        }
      }
    };

    function startOnce(emulator: FunctionsEmulator, backend: Backend, trigger: Definition): Promise<Worker> {
      const pool = poolOf(emulator, backend.codebase);
      const starts = startsInProgress.get(pool) ?? new Map<string, Promise<Worker>>();
      startsInProgress.set(pool, starts);
      const key = `${pool.generation} ${pool.getKey(trigger.id, backend.runtime)}`;
      const inProgress = starts.get(key);
      if (inProgress !== undefined) return inProgress;
      const started = start(emulator, backend, trigger).finally(() => starts.delete(key));
      starts.set(key, started);
      return started;
    }

    async function start(
      emulator: FunctionsEmulator,
      backend: Backend,
      trigger: Definition,
    ): Promise<Worker> {
      const pool = poolOf(emulator, backend.codebase);
      await chooseInspectPort(emulator, backend, trigger);
      const worker = await startRuntime.call(emulator, backend, trigger);
      if (worker.environmentRead !== undefined && (pool.environments?.size ?? 0) > 0) {
        isolate(emulator, backend, worker.environmentRead);
      }
      worker.death.then(({ reason }) => replace(emulator, backend, trigger, { worker, reason }));
      return worker;
    }

    function replace(
      emulator: FunctionsEmulator,
      backend: Backend,
      trigger: Definition,
      { worker, reason }: { readonly worker: Worker; readonly reason: string },
    ): void {
      if (worker.isEnding) return;
      emulator.logger.logLabeled('WARN', 'functions', `A worker has ended: ${reason}`);
      // A worker that ends without a request would end again.
      if (worker.invocationCount > 0) startOnce(emulator, backend, trigger).catch(() => undefined);
    }

    prototype.loadTriggers = function loadAndWarmUp(backend, ...others) {
      poolOf(this, backend.codebase).warmUp = () => void warmStarts.set(this, warmUp(this, backend));
      return loadTriggers.call(this, backend, ...others);
    };

    /** Starts the shared workers. */
    function warmUp(emulator: FunctionsEmulator, backend: Backend): Promise<unknown> {
      const pool = poolOf(emulator, backend.codebase);
      const { definitions, environments = new Map<string, string>(), generation } = pool;
      const triggers = new Map([...environments].map(([id, key]) => [key, definitions?.get(id)]));
      const starts = [...triggers.values()]
        .filter((trigger) => trigger !== undefined)
        .map((trigger) =>
          startOnce(emulator, backend, trigger).catch(({ message }: Error) => {
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

    prototype.connect = async function connectAndReport() {
      await connect.call(this);
      // packages/stack/src/emulators/firebase-tools.ts reads this line, and starts other servers
      // meanwhile.
      const report = (): void => this.logger.logLabeled('BULLET', 'functions', 'The workers have started.');
      Promise.resolve(warmStarts.get(this)).then(report);
    };

    prototype.handleHttpsTrigger = async function handleWithRetry(request, response) {
      // firebase-tools keeps the triggers of functions that have been removed by a reload.
      if (isGone(this, request.params))
        return void response.status(404).send('This function no longer exists.');
      for (let attempt = 1; ; attempt += 1) {
        deathOf.delete(response);
        try {
          await handleHttpsTrigger.call(this, request, response);
        } catch (error) {
          this.logger.log('DEBUG', error);
        }
        if (response.headersSent || response.destroyed) return;
        const death = deathOf.get(response);
        if (death === undefined)
          return respondWithError(response, undefined, 503, 'The worker of the function did not start.');
        const { definition, isCulprit, reason } = death;
        const isRepeated = definition.eventTrigger !== undefined && !isCulprit;
        if (isRepeated && attempt < MAX_ATTEMPTS) continue;
        return respondWithError(
          response,
          definition,
          isRepeated ? 503 : 500,
          `The worker of ${definition.name} ended: ${reason}.`,
        );
      }
    };
  },
});

function isGone(emulator: FunctionsEmulator, { region, trigger_name: name }: Request['params']): boolean {
  const { triggers } = emulator;
  const key = region === undefined ? String(name) : `${region}-${name}`;
  const record = Object.hasOwn(triggers, key) ? triggers[key] : undefined;
  // A name such as `constructor`.
  if (record === undefined) return key in triggers;
  const { definitions } = poolOf(emulator, record.backend.codebase);
  return definitions !== undefined && !definitions.has(record.def.id);
}

/** Gives each function of a codebase its own worker. */
function isolate(
  emulator: FunctionsEmulator,
  { codebase }: Backend,
  { variable, place }: EnvironmentRead,
): void {
  const pool = poolOf(emulator, codebase);
  pool.environments = new Map();
  emulator.logger.logLabeled(
    'WARN',
    'functions',
    `${place} reads ${variable} while codebase ${codebase} is loaded, so each of its functions has a worker of its own`,
  );
  pool.refresh();
}
