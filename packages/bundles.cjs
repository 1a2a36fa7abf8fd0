// What is loaded into the processes of other programs is bundled: one file loads faster than
// hundreds, and Node strips no types below node_modules. The npm package has the bundles; in the
// repository the first process that needs one whose sources have changed builds it.
const { existsSync, readFileSync, renameSync, statSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');

/**
 * @typedef {object} Bundle
 * @property {string} entry its TypeScript source
 * @property {string} output in the repository, below packages/
 * @property {string} target the oldest Node that loads it
 */

/** @type {Record<string, Bundle>} */
const BUNDLES = {
  'inbound-guard': {
    entry: 'server/src/guard/preload.ts',
    output: 'server/dist/inbound-guard.cjs',
    target: 'node20.19',
  },
  'firebase-tools': {
    entry: 'firebase-tools/patch-firebase-tools.ts',
    output: 'firebase-tools/dist/patches.cjs',
    target: 'node20.19',
  },
  'functions-worker': {
    entry: 'firebase-tools/functions-worker/preload.ts',
    output: 'firebase-tools/dist/functions-worker.cjs',
    target: 'node20.19',
  },
  // Below a folder node_modules, like installed packages: Node would print deprecation warnings for
  // what other packages require through the hook in the first of the two.
  'functions-recorder': {
    entry: 'event-log/src/functions-worker.ts',
    output: 'event-log/dist/node_modules/functions-worker.cjs',
    target: 'node24',
  },
  'servers-recorder': {
    entry: 'event-log/src/firebase-tools.ts',
    output: 'event-log/dist/node_modules/firebase-tools.cjs',
    target: 'node24',
  },
};

/**
 * Absolute path of a bundle, which is up to date.
 * @param {string} name one of the above
 */
exports.bundlePath = (name) => {
  const { entry, output } = BUNDLES[name];
  // npm packs no folder node_modules.
  if (!existsSync(join(__dirname, entry))) return join(__dirname, output.replace('/node_modules/', '/'));
  const path = join(__dirname, output);
  if (isStale(path)) build(name, path);
  return path;
};

/** The options of esbuild for a bundle. */
exports.bundleOptions = (name) => {
  const { entry, target } = BUNDLES[name];
  return {
    entryPoints: [join(__dirname, entry)],
    bundle: true,
    platform: 'node',
    target,
    format: 'cjs',
    minifySyntax: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    absWorkingDir: __dirname,
    define: {
      'import.meta.dirname': '__dirname',
      'import.meta.filename': '__filename',
      'import.meta.url': '__filename',
    },
  };
};

/** The bundles by name, with their paths in the npm package. */
exports.packagedBundles = () =>
  Object.entries(BUNDLES).map(([name, { output }]) => ({
    name,
    output: output.replace('/node_modules/', '/'),
  }));

/** Beside a bundle, the paths of its sources. */
const inputsFile = (path) => `${path}.inputs.json`;

function isStale(path) {
  if (!existsSync(path) || !existsSync(inputsFile(path))) return true;
  const builtMs = statSync(path).mtimeMs;
  const inputs = [__filename, ...JSON.parse(readFileSync(inputsFile(path), 'utf8'))];
  return inputs.some((input) => (statSync(input, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) > builtMs);
}

function build(name, path) {
  const temporary = `${path}.${process.pid}.tmp`;
  const { metafile } = require('esbuild').buildSync({ ...exports.bundleOptions(name), outfile: temporary });
  const sources = Object.keys(metafile.inputs).filter((input) => !input.includes('node_modules/'));
  writeFileSync(inputsFile(path), JSON.stringify(sources.map((input) => join(__dirname, input))));
  // Processes may be loading the file that is replaced.
  renameSync(temporary, path);
}
