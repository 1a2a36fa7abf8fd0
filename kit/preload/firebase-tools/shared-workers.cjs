// The Functions emulator gives each concurrent request a process of its own, about 130 MB each: 200 shoppers would need 26 GB. In
// production one instance serves 80 requests concurrently, so here one worker per function serves them all: a busy worker accepts further
// requests, and a worker that is to finish exits after its last request instead of its first.
exports.module = 'lib/emulator/functionsRuntimeWorker.js';

exports.expected = {
  'worker states BUSY, IDLE and FINISHING': ({ RuntimeWorkerState: { BUSY, IDLE, FINISHING } }) =>
    [BUSY, IDLE, FINISHING].every((state) => typeof state === 'string'),
  'RuntimeWorkerPool.getIdleWorker(triggerId, runtime)': ({ RuntimeWorkerPool }) =>
    RuntimeWorkerPool.prototype.getIdleWorker.length === 2,
  'RuntimeWorkerPool.getTriggerWorkers(triggerId, runtime)': ({ RuntimeWorkerPool }) =>
    RuntimeWorkerPool.prototype.getTriggerWorkers.length === 2,
  'RuntimeWorker.request(req, resp, body, debug) that sets the state and kills this.runtime.process': ({
    RuntimeWorker,
  }) => {
    const { request } = RuntimeWorker.prototype;
    return (
      request.length === 4 &&
      /this\.runtime\.process\.kill\(\)/.test(request) &&
      /this\.state = /.test(request)
    );
  },
};

exports.apply = ({ RuntimeWorker, RuntimeWorkerPool, RuntimeWorkerState }) => {
  const { BUSY, IDLE, FINISHING } = RuntimeWorkerState;
  const { getIdleWorker } = RuntimeWorkerPool.prototype;
  RuntimeWorkerPool.prototype.getIdleWorker = function getSharedWorker(triggerId, runtime) {
    const idle = getIdleWorker.call(this, triggerId, runtime);
    return idle ?? this.getTriggerWorkers(triggerId, runtime).find((worker) => worker.state === BUSY);
  };
  const { request } = RuntimeWorker.prototype;
  const processesWithDelayedKill = new WeakSet();
  RuntimeWorker.prototype.request = async function requestShared(...args) {
    this.requestsInFlight = (this.requestsInFlight ?? 0) + 1;
    const { process: child } = this.runtime;
    if (!processesWithDelayedKill.has(child)) {
      processesWithDelayedKill.add(child);
      const kill = child.kill.bind(child);
      child.kill = (signal) => (this.state === FINISHING && this.requestsInFlight > 1 ? true : kill(signal));
    }
    try {
      return await request.apply(this, args);
    } finally {
      this.requestsInFlight -= 1;
      if (this.state === IDLE && this.requestsInFlight > 0) this.state = BUSY;
      if (this.state === FINISHING && this.requestsInFlight === 0) child.kill();
    }
  };
};
