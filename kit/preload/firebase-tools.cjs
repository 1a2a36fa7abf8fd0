// Loaded before firebase-tools (NODE_OPTIONS --require). Owns three changes to it, each made where the module is loaded and nowhere else:
// 1. The Auth emulator compiles the validators of its whole OpenAPI document at start, 4 to 5 seconds of CPU; exegesis can compile each
//    at its first use, so that option is switched on.
// 2. The Functions emulator gives each simultaneous request a process of its own, about 130 MB each: two hundred shoppers would need
//    26 GB. In production one instance serves 80 requests at a time, so here one worker per function serves them all.
// 3. The Auth emulator's hidden frame, through which Google's window answers, fetches a script of Google's: it gets our stand-in.
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const Module = require('node:module');

if (/[/\\]firebase-tools[/\\]lib[/\\]bin[/\\]firebase\.js$/.test(process.argv[1] ?? '')) {
  const load = Module._load;
  const changed = new WeakSet();
  const changes = {
    'exegesis-express': compileValidatorsLazily,
    './functionsRuntimeWorker': shareWorkers,
    './functionsEmulator': startOneWorkerAtATime,
    './handlers': serveGoogleScript,
  };
  Module._load = function loadChanged(request, ...rest) {
    const loaded = load.call(this, request, ...rest);
    const change = changes[request];
    if (change === undefined || changed.has(loaded)) return loaded;
    const replacement = change(loaded) ?? loaded;
    changed.add(replacement);
    return replacement;
  };
}

function compileValidatorsLazily(exegesisExpress) {
  return {
    ...exegesisExpress,
    middleware: (document, options) =>
      exegesisExpress.middleware(document, { ...options, lazyCompileValidationSchemas: true }),
  };
}

/** A busy worker takes further requests; a worker that is told to finish ends with its last request, not with its first. */
function shareWorkers({ RuntimeWorker, RuntimeWorkerPool, RuntimeWorkerState }) {
  const { BUSY, IDLE, FINISHING } = RuntimeWorkerState;
  const { getIdleWorker } = RuntimeWorkerPool.prototype;
  RuntimeWorkerPool.prototype.getIdleWorker = function getSharedWorker(triggerId, runtime) {
    const idle = getIdleWorker.call(this, triggerId, runtime);
    return idle ?? this.getTriggerWorkers(triggerId, runtime).find((worker) => worker.state === BUSY);
  };
  const { request } = RuntimeWorker.prototype;
  RuntimeWorker.prototype.request = async function requestShared(...args) {
    this.inFlight = (this.inFlight ?? 0) + 1;
    const { process: child } = this.runtime;
    if (child.kill.bySavepoint === undefined) {
      const kill = child.kill.bind(child);
      child.kill = (signal) => (this.state === FINISHING && this.inFlight > 1 ? true : kill(signal));
      child.kill.bySavepoint = true;
    }
    try {
      return await request.apply(this, args);
    } finally {
      this.inFlight -= 1;
      if (this.state === IDLE && this.inFlight > 0) this.state = BUSY;
      if (this.state === FINISHING && this.inFlight === 0) child.kill();
    }
  };
}

/** Requests that arrive while a function's worker starts wait for that one. */
function startOneWorkerAtATime({ FunctionsEmulator }) {
  if (FunctionsEmulator === undefined) return;
  const { startRuntime } = FunctionsEmulator.prototype;
  const starting = new Map();
  FunctionsEmulator.prototype.startRuntime = function startRuntimeOnce(backend, trigger) {
    const key = `${backend.codebase} ${trigger?.id}`;
    if (!starting.has(key)) {
      const started = startRuntime.call(this, backend, trigger).finally(() => starting.delete(key));
      starting.set(key, started);
    }
    return starting.get(key);
  };
}

/** The shop's page finds the script under the same address (web/src/firebase/google-script.ts). */
function serveGoogleScript({ registerHandlers }) {
  if (registerHandlers === undefined) return undefined;
  const script = readFileSync(join(__dirname, '../shims/google/api.js'));
  return {
    registerHandlers: (app, ...rest) => {
      app.get('/emulator/auth/api.js', (_, response) => response.type('text/javascript').end(script));
      app.get('/emulator/auth/iframe', (_, response, next) => {
        const { end } = response;
        response.end = (html) =>
          end.call(response, html.replace('https://apis.google.com/js/api.js', '/emulator/auth/api.js'));
        next();
      });
      registerHandlers(app, ...rest);
    },
  };
}
