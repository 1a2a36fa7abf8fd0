// Preloaded into the Node processes of a command that runs on a stack: firebase-tools that starts
// or exports emulators does so on this stack instead, however it was found: npm, npx and yarn put
// node_modules/.bin before the `firebase` of ours on the PATH. The Node is the project's.
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
  // Node calls this for its program, and lets preloads replace it.
  Module.runMain = () => import(pathToFileURL(LAUNCHER).href);
}
