// Preloaded into firebase-tools and, through it, its workers (NODE_OPTIONS --require). In a worker of the Functions emulator it makes
// firebase-tools' program for workers serve several functions: each request names its function in a header.
const { basename } = require('node:path');

const RUNTIME = 'functionsEmulatorRuntime';

if (basename(process.argv[1] ?? '').startsWith(RUNTIME)) {
  // Whoever starts the debugger with SIGUSR1 (firebase-tools/blocked-worker.cjs) reads from the output which port it has.
  process.debugPort = 0;
  require('./functions-worker/unused-imports.cjs').skipUnusedImports();
  require('./functions-worker/invocation.cjs').followInvocations();
  require('./functions-worker/debugger.cjs').openDebugger();
  require('./functions-worker/request-target.cjs').dispatchRequests();
  require('./functions-worker/request-environment.cjs').replaceEnvironment();
  require('./functions-worker/exit-report.cjs').reportExit();
}
