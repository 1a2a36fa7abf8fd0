// The Functions emulator gives each function a process of its own, and each concurrent request of a
// function a further one: about 160 MB each. In production an instance serves many requests at
// once, so here a busy worker accepts further requests, and functions with the same environment
// share one (worker-environments.cjs). Workers of code that has been loaded again end after their
// last request, those that are still starting at once.
exports.module = 'lib/emulator/functionsRuntimeWorker.js';

exports.expected = {
  'worker states BUSY and IDLE': ({ RuntimeWorkerState: { BUSY, IDLE } }) =>
    [BUSY, IDLE].every((state) => typeof state === 'string'),
  'RuntimeWorkerPool with getKey, getIdleWorker and getTriggerWorkers of (triggerId, runtime)': ({
    RuntimeWorkerPool: {
      prototype: { getKey, getIdleWorker, getTriggerWorkers },
    },
  }) => [getKey, getIdleWorker, getTriggerWorkers].every((method) => method.length === 2),
  'RuntimeWorkerPool.refresh() and exit() that end this.workers': ({
    RuntimeWorkerPool: {
      prototype: { refresh, exit },
    },
  }) => [refresh, exit].every((method) => /of this\.workers\.values\(\)/.test(method)),
};

exports.apply = ({ RuntimeWorkerPool, RuntimeWorkerState: { BUSY } }) => {
  const { prototype } = RuntimeWorkerPool;
  const { getKey, getIdleWorker } = prototype;
  prototype.getKey = function getEnvironmentKey(triggerId, runtime) {
    return this.environments?.get(triggerId) ?? getKey.call(this, triggerId, runtime);
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
};
