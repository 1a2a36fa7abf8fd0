// Builds the npm package `savepoint-stack` into dist/package, from where it is packed and
// published. Its folders have the names and places of those in packages/: stack/ is compiled,
// firebase-tools/ is copied. Studio and the event log are programs with dependencies of their own,
// which are bundled.

import { cpSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildWithVite } from 'vite';
import { compilePackage, writeManifest } from '../compiled-package.js';
import { thirdPartyLicenses } from '../third-party-licenses.js';

const PACKAGE = import.meta.dirname;
const PACKAGES = dirname(PACKAGE);
const OUTPUT = join(PACKAGE, 'dist', 'package');

function copyFiles() {
  for (const name of ['README.md', 'LICENSE']) cpSync(join(PACKAGE, name), join(OUTPUT, name));
  for (const folder of ['stack/preload', 'firebase-tools', 'server/inbound-guard.cjs']) {
    const isLoaded = (path) => !/\.ts$|\/(dist|node_modules|package\.json|tsconfig\.json)$/.test(path);
    cpSync(join(PACKAGES, folder), join(OUTPUT, folder), { recursive: true, filter: isLoaded });
  }
}

const BUNDLED = {
  bundle: true,
  platform: 'node',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: PACKAGES,
};
/** What bundled CommonJS packages call. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;";

/**
 * Bundles programs to the same places in the package. Returns the absolute paths of what they
 * contain.
 */
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

/**
 * Bundles what records firebase-tools and its workers of functions, which
 * packages/event-log/build.ts does in the repository.
 */
async function bundleRecorders() {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: ['firebase-tools', 'functions-worker'].map((name) =>
      join(PACKAGES, 'event-log', 'src', `${name}.ts`),
    ),
    outdir: join(OUTPUT, 'event-log', 'dist'),
    outExtension: { '.js': '.cjs' },
    format: 'cjs',
    target: 'node24',
    minifySyntax: true,
    legalComments: 'none',
  });
  return inputsOf(metafile);
}

/** Bundles the guard, which server/inbound-guard.cjs does in the repository. */
async function bundleGuard() {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: [join(PACKAGES, 'server', 'src', 'guard', 'preload.ts')],
    outfile: join(OUTPUT, 'server', 'dist', 'inbound-guard.cjs'),
    format: 'cjs',
    target: 'node20.19',
  });
  return inputsOf(metafile);
}

function inputsOf({ inputs }) {
  return Object.keys(inputs).map((input) => join(PACKAGES, input));
}

/** Builds Studio's page. */
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
  bundlePrograms(['studio/server/main', 'event-log/src/main', 'event-log/src/query-process']),
  bundleRecorders(),
  bundleGuard(),
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
