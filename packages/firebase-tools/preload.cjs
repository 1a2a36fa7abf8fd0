// Preloaded into firebase-tools (NODE_OPTIONS --require). What it starts inherits the preload, so
// nothing is loaded before it is known that this is firebase-tools.
const { join } = require('node:path');

const ENTRY = join('firebase-tools', 'lib', 'bin', 'firebase.js');

const entry = process.argv[1] ?? '';
if (entry.endsWith(ENTRY)) {
  const { bundlePath } = require('../bundles.cjs');
  // Its workers load it (patches/worker-environments.ts).
  bundlePath('functions-worker');
  require(bundlePath('firebase-tools')).patchFirebaseTools(entry);
}
