// firebase-tools' program for workers takes one function of ten lines from a module that loads a
// thousand files: half of the time to start a worker, and 50 MB. This puts that function in the
// place of the module.
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { findModuleRoot } = require('../module-root.cjs');

const NEEDED = 'findModuleRoot';

/** Leaves the module alone where the program takes something else from it. */
exports.skipUnusedImports = () => {
  const program = require.resolve(process.argv[1]);
  const uses = readFileSync(program, 'utf8').matchAll(/functionsEmulatorShared_1\.(\w+)/g);
  if ([...uses].some(([, name]) => name !== NEEDED)) return;
  const file = join(dirname(program), 'functionsEmulatorShared.js');
  require.cache[file] = Object.assign(new Module(file), { exports: { findModuleRoot }, loaded: true });
};
