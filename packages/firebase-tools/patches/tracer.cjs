// Records spans of the servers of this process, where OTEL_EXPORTER_OTLP_ENDPOINT names a receiver;
// undefined otherwise, and where the bundle of packages/event-log cannot be loaded: the servers run
// without.
const { bundleOfEventLog } = require('../event-log-bundle.cjs');

/** @returns {import('../../event-log/src/firebase-tools.ts').Tracer | undefined} */
function loadTracer() {
  const endpoint = process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (!endpoint) return undefined;
  try {
    return require(bundleOfEventLog('firebase-tools.cjs')).createTracer(endpoint.replace(/\/$/, ''));
  } catch (error) {
    process.stderr.write(`The emulators of firebase-tools are not recorded: ${error.message}\n`);
    return undefined;
  }
}

exports.tracer = loadTracer();
