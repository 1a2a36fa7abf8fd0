// Builds the npm package `savepoint-stack` in dist/package, from which it is packed and published.
// Folder names and places match those in packages/. stack/ is compiled; Studio, the event log and
// everything that other processes load are bundled with their dependencies.

import { cpSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { compilePackage, writeManifest } from '../compiled-package.js';
import { thirdPartyLicenses } from '../third-party-licenses.js';

const { bundleOptions, packagedBundles } = createRequire(import.meta.url)('../bundles.cjs');

const PACKAGE = import.meta.dirname;
const PACKAGES = dirname(PACKAGE);
const OUTPUT = join(PACKAGE, 'dist', 'package');

function copyFiles() {
  for (const name of ['README.md', 'LICENSE']) cpSync(join(PACKAGE, name), join(OUTPUT, name));
  for (const path of ['bundles.cjs', 'stack/preload', 'firebase-tools/preload.cjs', 'firebase-tools/shims']) {
    const isLoaded = (file) => !file.endsWith('.ts');
    cpSync(join(PACKAGES, path), join(OUTPUT, path), { recursive: true, filter: isLoaded });
  }
}

const BUNDLED = {
  bundle: true,
  platform: 'node',
  // What `main` names of a package for Node and browsers may load its files in ways that a bundler
  // does not follow.
  mainFields: ['module', 'main'],
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: PACKAGES,
};
/** CommonJS variables that bundled packages expect. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;";

/** Bundles programs to the same places in the package. Returns the absolute paths of all inputs. */
async function bundlePrograms(programs) {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: Object.fromEntries(programs.map((name) => [name, join(PACKAGES, `${name}.ts`)])),
    outdir: OUTPUT,
    format: 'esm',
    target: 'node24',
    legalComments: 'none',
    banner: { js: REQUIRE },
  });
  return inputsOf(metafile);
}

/** Builds the files that other processes load. In the repository they are built on demand. */
async function bundlePreloads() {
  const built = packagedBundles().map(({ name, output }) =>
    bundle({ ...bundleOptions(name), outfile: join(OUTPUT, output) }),
  );
  return (await Promise.all(built)).flatMap(({ metafile }) => inputsOf(metafile));
}

function inputsOf({ inputs }) {
  return Object.keys(inputs).map((input) => join(PACKAGES, input));
}

async function buildPage() {
  process.env.NODE_ENV = 'production';
  const { output } = await buildWithVite({
    configFile: join(PACKAGES, 'studio', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(OUTPUT, 'studio', 'dist', 'page') },
  });
  return output.flatMap(({ modules = {} }) => Object.keys(modules));
}

compilePackage(PACKAGE);
copyFiles();
const bundledFiles = await Promise.all([
  bundlePrograms([
    'studio/server/main',
    'messaging/src/main',
    'remote-config/src/main',
    'event-log/src/main',
    'event-log/src/query-process',
  ]),
  bundlePreloads(),
  buildPage(),
]);
writeFileSync(join(OUTPUT, 'third-party-licenses.txt'), thirdPartyLicenses(bundledFiles.flat()));
writeManifest(PACKAGE, {
  description: 'The engine of savepoint: a stack of Firebase emulators on one machine.',
  exports: {
    './preload/*': './stack/preload/*',
    './*': { types: './stack/src/*.d.ts', default: './stack/src/*.js' },
  },
});
