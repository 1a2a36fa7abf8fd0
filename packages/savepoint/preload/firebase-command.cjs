// Preloaded into the Node processes of a command that runs on a stack: if firebase-tools is to
// start or export emulators, it uses this stack instead, no matter how it was found. npm, npx and
// yarn put node_modules/.bin before our `firebase` on the PATH. The process runs on the project's
// Node.
const { realpathSync } = require('node:fs');
const Module = require('node:module');
const { basename, join, resolve } = require('node:path');
const { pathToFileURL } = require('node:url');

const LAUNCHER = join(__dirname, '..', 'bin', 'savepoint.mjs');
const PROGRAM = /[\\/]firebase-tools[\\/]lib[\\/]bin[\\/]firebase\.js$/;
const ON_STACK = ['emulators:exec', 'emulators:start', 'emulators:export'];

function isFirebaseTools(program) {
  if (!/^firebase(\.js)?$/.test(basename(program))) return false;
  try {
    return PROGRAM.test(realpathSync(resolve(program)));
  } catch {
    return false;
  }
}

const [, program = '', ...args] = process.argv;
const isOnStack = process.env.SAVEPOINT_STACK !== undefined && args.some((each) => ON_STACK.includes(each));
if (isOnStack && isFirebaseTools(program)) {
  process.argv.splice(1, 1, LAUNCHER, 'firebase', '--');
  // Node calls this to run its main module, and preloads may replace it.
  Module.runMain = () => import(pathToFileURL(LAUNCHER).href);
}
