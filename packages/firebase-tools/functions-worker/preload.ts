// Preloaded into workers of the Functions emulator (patches/worker-environments.ts): lets
// firebase-tools' worker program serve several functions. Each request names its function in a
// header. A process started by a function inherits the preload but is not changed.
import { basename } from 'node:path';
import { openDebugger } from './debugger.ts';
import { reportExit } from './exit-report.ts';
import { followInvocations } from './invocation.ts';
import { callLocalServices } from './local-services.ts';
import { importAwaitingModules } from './module-load.ts';
import { nameOutput } from './output-names.ts';
import { replaceEnvironment } from './request-environment.ts';
import { dispatchRequests } from './request-target.ts';
import { startRecording } from './tracing.ts';
import { rejectDatabaseCalls } from './unavailable-database.ts';
import { skipUnusedImports } from './unused-imports.ts';

const program = process.argv[1] ?? '';
if (basename(program).startsWith('functionsEmulatorRuntime')) {
  nameOutput();
  const traceHeaders = startRecording();
  // Code that starts the debugger with SIGUSR1 (patches/blocked-worker.ts) reads its port from the
  // output.
  process.debugPort = 0;
  skipUnusedImports(program);
  followInvocations();
  openDebugger();
  dispatchRequests(program);
  replaceEnvironment();
  reportExit();
  importAwaitingModules();
  rejectDatabaseCalls();
  callLocalServices(traceHeaders);
}
