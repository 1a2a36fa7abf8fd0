// Builds the npm package `savepoint` into dist/package, from where it is packed and published:
//
//   node build-package.js
//
// The sources are compiled by tsc, file by file, because Node strips no types below node_modules.
// They are not bundled: the kit starts files of its own as processes and preloads others, by their
// paths. Studio and the event log are programs with dependencies of their own, which are bundled.

import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build as bundle } from 'esbuild';
import { build as buildWithVite } from 'vite';

const KIT = import.meta.dirname;
const REPOSITORY = dirname(KIT);
const OUTPUT = join(KIT, 'dist', 'package');
const COPIED = ['preload', 'shims', 'README.md', 'LICENSE'];
const require = createRequire(import.meta.url);

const readManifest = (folder) => JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));

function compile() {
  const path = require.resolve('typescript/package.json');
  const compiler = join(dirname(path), readManifest(dirname(path)).bin.tsc);
  execFileSync(process.execPath, [compiler, '-p', join(KIT, 'tsconfig.package.json')], { stdio: 'inherit' });
}

function copyFiles() {
  for (const name of COPIED.filter((each) => existsSync(join(KIT, each)))) {
    const isSource = (path) => !/\.(test\.)?ts$|\/preload\/dist$/.test(path);
    cpSync(join(KIT, name), join(OUTPUT, name), { recursive: true, filter: isSource });
  }
  cpSync(join(KIT, 'package', 'savepoint.js'), join(OUTPUT, 'bin', 'savepoint.js'));
  cpSync(join(REPOSITORY, 'emulator', 'node-20-polyfills.js'), join(OUTPUT, 'bin', 'node-20-polyfills.js'));
}

/**
 * A program that imports the package has not loaded what its command loads first. On one line,
 * which the source map does not have.
 */
function importPolyfills() {
  const file = join(OUTPUT, 'dist', 'index.js');
  writeFileSync(file, `import '../bin/node-20-polyfills.js'; ${readFileSync(file, 'utf8')}`);
}

const BUNDLED = {
  bundle: true,
  platform: 'node',
  logLevel: 'warning',
  metafile: true,
  absWorkingDir: REPOSITORY,
};
/** What bundled CommonJS packages call. */
const REQUIRE =
  "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;";

/**
 * Bundles programs of a folder of the kit to the same places in the package. Returns the absolute
 * paths of what they contain.
 */
async function bundlePrograms(programs, target) {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: Object.fromEntries(programs.map((name) => [name, join(KIT, `${name}.ts`)])),
    outdir: OUTPUT,
    format: 'esm',
    target,
    inject: [join(REPOSITORY, 'emulator', 'node-20-polyfills.js')],
    legalComments: 'none',
    banner: { js: REQUIRE },
  });
  return inputsOf(metafile);
}

/**
 * Bundles what records firebase-tools and its workers of functions, which kit/event-log/build.ts
 * does in the repository.
 */
async function bundleRecorders() {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: ['firebase-tools', 'functions-worker'].map((name) =>
      join(KIT, 'event-log', 'src', `${name}.ts`),
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

/** Bundles the guard, which kit/preload/inbound-guard.cjs does in the repository. */
async function bundleGuard() {
  const { metafile } = await bundle({
    ...BUNDLED,
    entryPoints: [join(REPOSITORY, 'emulator', 'shared', 'src', 'guard', 'preload.ts')],
    outfile: join(OUTPUT, 'preload', 'dist', 'inbound-guard.cjs'),
    format: 'cjs',
    target: 'node20.19',
  });
  return inputsOf(metafile);
}

function inputsOf({ inputs }) {
  return Object.keys(inputs).map((input) => join(REPOSITORY, input));
}

/** Builds Studio's page. */
async function buildPage() {
  process.env.NODE_ENV = 'production';
  const { output } = await buildWithVite({
    configFile: join(KIT, 'studio', 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: join(OUTPUT, 'studio', 'dist', 'page') },
  });
  return output.flatMap(({ modules = {} }) => Object.keys(modules));
}

async function bundleAll() {
  const files = await Promise.all([
    bundlePrograms(['studio/server/main'], 'node20.19'),
    bundlePrograms(['event-log/src/main', 'event-log/src/query-process'], 'node24'),
    bundleRecorders(),
    bundleGuard(),
    buildPage(),
  ]);
  const { thirdPartyLicenses } = await import(join(REPOSITORY, 'emulator', 'third-party-licenses.js'));
  writeFileSync(join(OUTPUT, 'third-party-licenses.txt'), thirdPartyLicenses(files.flat()));
}

/**
 * The manifest of the kit with its published name, compiled entry points, and the versions of its
 * workspace packages.
 */
function writeManifest() {
  const { exports = {}, dependencies, version, type } = readManifest(KIT);
  const emulator = readManifest(join(REPOSITORY, 'emulator', 'firestore'));
  const published = {
    name: 'savepoint',
    version,
    description: 'Runs any Firebase project on one machine: no Java, no download, no login, no network.',
    license: emulator.license,
    type,
    engines: { node: emulator.engines.node },
    bin: { savepoint: 'bin/savepoint.js' },
    exports: Object.fromEntries(
      Object.entries(exports).map(([name, source]) => [name, compiledEntry(source)]),
    ),
    dependencies: withVersions(dependencies),
  };
  writeFileSync(join(OUTPUT, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}

/**
 * The dependencies, with exactly the version of this repository for its own packages, which are `*`
 * in a workspace.
 */
function withVersions(dependencies) {
  const { version } = readManifest(KIT);
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [name, range === '*' ? version : range]),
  );
}

/** @param source such as `./src/config/define-config.ts` */
function compiledEntry(source) {
  const path = source.replace('./src/', './dist/').replace(/\.ts$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

rmSync(OUTPUT, { recursive: true, force: true });
mkdirSync(OUTPUT, { recursive: true });
compile();
importPolyfills();
copyFiles();
await bundleAll();
writeManifest();
