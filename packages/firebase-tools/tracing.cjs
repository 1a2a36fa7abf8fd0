// Preloaded into firebase-tools and, through it, its workers (NODE_OPTIONS --require). In a worker
// of the Functions emulator it starts to record spans and logs, where OTEL_EXPORTER_OTLP_ENDPOINT
// says who receives them. Functions run without, when recording cannot start.
const { existsSync } = require('node:fs');
const { basename } = require('node:path');
const { bundleOfEventLog } = require('./event-log-bundle.cjs');
const { invocationOf } = require('./functions-worker/invocation.cjs');

const RUNTIME = 'functionsEmulatorRuntime';
const BUNDLE = bundleOfEventLog('functions-worker.cjs');
const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint } = process.env;

if (endpoint && existsSync(BUNDLE) && basename(process.argv[1] ?? '').startsWith(RUNTIME)) {
  try {
    const { recordFunctions } = require(BUNDLE);
    recordFunctions(endpoint.replace(/\/$/, ''), invocationOf);
  } catch (error) {
    process.stderr.write(`The functions are not recorded: ${error.stack}\n`);
  }
}
