// The Functions emulator gives each concurrent request a process of its own, about 130 MB each: 200 callers would need 26 GB. In
// production one instance serves 80 requests concurrently, so here one worker per function serves them all: a busy worker accepts further
// requests, and a worker that is to finish exits after its last request instead of its first. firebase-tools kills a worker whose function
// threw; this one is to finish, so that neither the other requests nor the response to the failed one are lost.
exports.module = 'lib/emulator/functionsRuntimeWorker.js';

exports.expected = {
  'worker states BUSY, IDLE and FINISHING': ({ RuntimeWorkerState: { BUSY, IDLE, FINISHING } }) =>
    [BUSY, IDLE, FINISHING].every((state) => typeof state === 'string'),
  'RuntimeWorkerPool.getIdleWorker(triggerId, runtime)': ({ RuntimeWorkerPool }) =>
    RuntimeWorkerPool.prototype.getIdleWorker.length === 2,
  'RuntimeWorkerPool.getTriggerWorkers(triggerId, runtime)': ({ RuntimeWorkerPool }) =>
    RuntimeWorkerPool.prototype.getTriggerWorkers.length === 2,
  'RuntimeWorker.onLogs(listener, forever)': ({ RuntimeWorker }) =>
    /this\.runtime\.events\.on\("log", listener\)/.test(RuntimeWorker.prototype.onLogs),
  'RuntimeWorker.processStream(s, buf) that emits a FATAL log before it kills the process': ({
    RuntimeWorker,
  }) =>
    /events\.emit\("log", log\);[\s\S]*"FATAL"[\s\S]*process\.kill\(\)/.test(
      RuntimeWorker.prototype.processStream,
    ),
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
      child.kill = (signal) => (this.state === FINISHING && this.requestsInFlight > 0 ? true : kill(signal));
      this.onLogs(({ level }) => {
        if (level === 'FATAL') this.state = FINISHING;
      }, true);
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
