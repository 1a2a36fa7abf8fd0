// Preloaded into firebase-tools (NODE_OPTIONS --require). Its child processes inherit the preload,
// so nothing is loaded until it is known that this process is firebase-tools.
const { join } = require('node:path');

const ENTRY = join('firebase-tools', 'lib', 'bin', 'firebase.js');

const entry = process.argv[1] ?? '';
if (entry.endsWith(ENTRY)) {
  const { bundlePath } = require('../bundles.cjs');
  // Its workers load this bundle (patches/worker-environments.ts).
  bundlePath('functions-worker');
  require(bundlePath('firebase-tools')).patchFirebaseTools(entry);
}
