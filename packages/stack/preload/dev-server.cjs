// Preloaded into the dev server (NODE_OPTIONS --require).
const { readFileSync } = require('node:fs');
const http = require('node:http');
const { join } = require('node:path');
const { bundlePath } = require('../../bundles.cjs');

require(bundlePath('inbound-guard')).guardProcess(http);

const {
  SAVEPOINT_EVENT_LOG: isRecording,
  SAVEPOINT_EVENT_LOG_URL: endpoint,
  SAVEPOINT_STUDIO_URL: studio = '',
} = process.env;
if (endpoint && isRecording !== '0') {
  const script = readFileSync(join(__dirname, 'dev-server', 'browser-tracing.js'), 'utf8');
  require('./dev-server/inject-script.cjs').injectScript(
    http,
    script.replace('%ENDPOINT%', endpoint).replace('%STUDIO%', studio),
  );
}
