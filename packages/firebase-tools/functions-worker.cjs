// Preloaded into workers of the Functions emulator (firebase-tools/worker-environments.cjs): makes
// firebase-tools' program for workers serve several functions. Each request names its function in a
// header. A process that a function starts inherits the preload, and is left alone.
const { basename } = require('node:path');

const RUNTIME = 'functionsEmulatorRuntime';

if (basename(process.argv[1] ?? '').startsWith(RUNTIME)) {
  // Whoever starts the debugger with SIGUSR1 (firebase-tools/blocked-worker.cjs) reads from the
  // output which port it has.
  process.debugPort = 0;
  require('./functions-worker/unused-imports.cjs').skipUnusedImports();
  require('./functions-worker/invocation.cjs').followInvocations();
  require('./functions-worker/debugger.cjs').openDebugger();
  require('./functions-worker/request-target.cjs').dispatchRequests();
  require('./functions-worker/request-environment.cjs').replaceEnvironment();
  require('./functions-worker/exit-report.cjs').reportExit();
  require('./functions-worker/module-load.cjs').importAwaitingModules();
}
