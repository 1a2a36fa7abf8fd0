// firebase-tools looks for the program of firebase-functions, which lists the functions, in folders
// `.bin` beside the package. Some package managers have none there: with nodeLinker pnpm of Yarn
// the package is in `node_modules/.store`. The package itself says where its program is.
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { findModuleRoot } = require('../module-root.cjs');

exports.module = 'lib/deploy/functions/runtimes/node/index.js';

exports.expected = {
  'Delegate.findFunctionsBinary() that finds the program of the firebase-functions of this.sourceDir': ({
    Delegate: {
      prototype: { findFunctionsBinary },
    },
  }) =>
    findFunctionsBinary.length === 0 &&
    /require\.resolve\("firebase-functions", \{ paths: \[this\.sourceDir\] \}\)/.test(findFunctionsBinary) &&
    /"\.bin", "firebase-functions"/.test(findFunctionsBinary),
};

const SDK = 'firebase-functions';

exports.apply = ({ Delegate }) => {
  Delegate.prototype.findFunctionsBinary = function findProgram() {
    const fromSource = createRequire(join(this.sourceDir, 'package.json'));
    const root = findModuleRoot(SDK, fromSource.resolve(SDK));
    return join(root, fromSource(join(root, 'package.json')).bin[SDK]);
  };
};
