// Preloaded into firebase-tools and, through it, its workers (NODE_OPTIONS --require). In a worker of the Functions emulator it starts to
// record spans and logs, where OTEL_EXPORTER_OTLP_ENDPOINT says who receives them. A function runs without, when recording cannot start.
const { existsSync } = require('node:fs');
const { basename } = require('node:path');
const { bundleOfEventLog } = require('./event-log-bundle.cjs');

const RUNTIME = 'functionsEmulatorRuntime';
const BUNDLE = bundleOfEventLog('functions-worker.cjs');
const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, FUNCTION_TARGET: functionName } = process.env;

if (endpoint && functionName && existsSync(BUNDLE) && basename(process.argv[1] ?? '').startsWith(RUNTIME)) {
  try {
    const { recordFunctions } = require(BUNDLE);
    recordFunctions(endpoint.replace(/\/$/, ''), functionName);
  } catch (error) {
    process.stderr.write(`${functionName} is not recorded: ${error.stack}\n`);
  }
}
