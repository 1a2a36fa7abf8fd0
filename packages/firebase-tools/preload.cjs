// Preloaded into firebase-tools (NODE_OPTIONS --require): applies the patches of
// patches/ to the modules that they name, right after each is loaded, and to Node's
// own modules at once. A patch states what it expects of its module. When that does not hold, the
// process prints one line and exits, because an emulator that runs half patched would fail later
// and less clearly.
const { existsSync, readFileSync, realpathSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { unmetExpectation } = require('./unmet-expectation.cjs');

const PATCHES = [
  'lazy-validators',
  'shared-workers',
  'worker-requests',
  'worker-environments',
  'worker-starts',
  'trigger-retry',
  'trigger-registration',
  'registration-requests',
  'trigger-enabling',
  'blocking-events',
  'token-verification',
  'sdk-version',
  'engines-range',
  'functions-sdk',
  'java-programs',
  'firestore-ports',
  'firestore-emulator',
  'google-script',
  'request-failures',
  'auth-refresh-tokens',
  'auth-sessions',
  // Before the guard, which stands around it: a request that is rejected has no span.
  'request-tracing',
  'inbound-guard',
  'printable-logs',
  'express-errors',
  'function-bodies',
  'export-requests',
  'export-folder',
  'not-found-headers',
  'hosting-patterns',
  'hosting-redirects',
  'hosting-proxy',
  'hosting-functions',
  'hosting-cloud-run',
  'storage-rules',
  'storage-rules-reload',
  'storage-replaced-rules',
  'storage-resource',
  'storage-server',
  'storage-json-api',
  'storage-multipart',
  'storage-layer',
  'storage-generation',
  'storage-events',
  'pubsub-server',
  'pubsub-emulator',
  'tasks-server',
  'eventarc-events',
  'metadata-server',
  'task-queue-reload',
  'functions-reload',
  'functions-other-project',
  'secrets-file',
];
const ENTRY = join('lib', 'bin', 'firebase.js');

const entry = process.argv[1] ?? '';
if (entry.endsWith(join('firebase-tools', ENTRY))) patchModules(realpathSync(entry).slice(0, -ENTRY.length));

/** @param {string} root folder of the firebase-tools package, with a trailing slash */
function patchModules(root) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const fail = (patch, expected) => {
    process.stderr.write(
      `patch ${patch.name} does not apply to firebase-tools ${version}: expected ${expected}\n`,
    );
    process.exit(1);
  };
  const check = (patch, moduleExports) => {
    const unmet = unmetExpectation(patch, moduleExports);
    if (unmet !== undefined) fail(patch, `${patch.module} to have ${unmet}`);
  };
  const patchesByFile = new Map();
  for (const name of PATCHES) {
    const patch = { name, ...require(`./patches/${name}.cjs`) };
    if (Module.isBuiltin(patch.module)) {
      const builtin = require(patch.module);
      check(patch, builtin);
      patch.apply(builtin);
      continue;
    }
    const file = moduleFile(root, patch.module);
    if (file === undefined) fail(patch, `a module ${patch.module}`);
    patchesByFile.set(file, [...(patchesByFile.get(file) ?? []), patch]);
  }
  const { load } = Module.prototype;
  Module.prototype.load = function loadPatched(file) {
    load.call(this, file);
    const patches = patchesByFile.get(file) ?? [];
    // All are checked before the first is applied: each expects the module as it is installed.
    for (const patch of patches) check(patch, this.exports);
    // A patch may load other modules by paths relative to its own.
    for (const patch of patches) patch.apply(this.exports, (path) => this.require(path));
  };
}

/** The file of a module: a path is below the package, a bare name is one of its dependencies. */
function moduleFile(root, name) {
  if (name.endsWith('.js')) return existsSync(join(root, name)) ? realpathSync(join(root, name)) : undefined;
  try {
    return realpathSync(Module.createRequire(join(root, 'package.json')).resolve(name));
  } catch {
    return undefined;
  }
}
