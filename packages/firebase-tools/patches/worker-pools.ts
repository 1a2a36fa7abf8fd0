// A busy worker accepts more requests. After a reload, workers of the previous code end after their
// last request, and those that are still starting end immediately.
import { hasSource, patchModule } from '../patch.ts';
import type { WorkerModule } from './functions-emulator.ts';

export const workerPools = patchModule<WorkerModule>('lib/emulator/functionsRuntimeWorker.js', {
  expected: {
    'worker states BUSY and IDLE': ({ RuntimeWorkerState: { BUSY, IDLE } }) =>
      [BUSY, IDLE].every((state) => typeof state === 'string'),
    'RuntimeWorkerPool with getKey, getIdleWorker and getTriggerWorkers of (triggerId, runtime)': ({
      RuntimeWorkerPool: { prototype },
    }) =>
      [prototype.getKey, prototype.getIdleWorker, prototype.getTriggerWorkers].every(
        (method) => method.length === 2,
      ),
    'RuntimeWorkerPool.refresh() and exit() that end this.workers': ({ RuntimeWorkerPool: { prototype } }) =>
      [prototype.refresh, prototype.exit].every((method) =>
        hasSource(method, /of this\.workers\.values\(\)/),
      ),
  },
  apply({ RuntimeWorkerPool: { prototype }, RuntimeWorkerState: { BUSY } }) {
    const { getKey, getIdleWorker } = prototype;
    prototype.getKey = function getEnvironmentKey(triggerId, runtime) {
      const key = triggerId === undefined ? undefined : this.environments?.get(triggerId);
      return key ?? getKey.call(this, triggerId, runtime);
    };
    prototype.getIdleWorker = function getSharedWorker(triggerId, runtime) {
      const idle = getIdleWorker.call(this, triggerId, runtime);
      return idle ?? this.getTriggerWorkers(triggerId, runtime).find((worker) => worker.state === BUSY);
    };
    prototype.refresh = function retireWorkers() {
      this.generation = (this.generation ?? 0) + 1;
      for (const worker of [...this.workers.values()].flat()) worker.retire();
      this.warmUp?.();
    };
    prototype.exit = function endWorkers() {
      this.isClosed = true;
      for (const worker of [...this.workers.values()].flat()) worker.end();
    };
  },
});
