// Builds the package in the current folder into dist/: JavaScript with source maps, and
// declarations.
//
//   node ../build-package.js [--bundle-only]
//
// Entry points are src/main.ts and what `exports` of package.json names: dist/NAME.js is built from
// src/NAME.ts. Packages in `dependencies` stay imports. Everything else, private workspace packages
// included, is bundled, and the licenses of what was bundled are collected in
// dist/third-party-licenses.txt.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'tsdown';
import { thirdPartyLicenses } from './third-party-licenses.js';

const PACKAGES = import.meta.dirname;
const DIST = join(process.cwd(), 'dist');
/** The kit compares it with the sources, so it is replaced last. */
const LICENSES = 'third-party-licenses.txt';
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));

const { values: flags } = parseArgs({
  options: { 'bundle-only': { type: 'boolean', default: false } },
});

/** Such as `['index', 'rules/ruleset']`. */
const exported = Object.values(manifest.exports).map(
  (target) => /^\.\/dist\/(.+)\.js$/.exec(target.default)[1],
);

/** In the folder of all sources, which the declarations' plugin takes for their root. */
const COMPILER_CONFIGURATION = join(PACKAGES, `tsconfig.${basename(process.cwd())}-${process.pid}.json`);

/** The package and what it bundles of its neighbors; all of them are several times as much. */
function writeCompilerConfiguration() {
  const configuration = {
    extends: '../tsconfig.base.json',
    compilerOptions: { composite: false },
    include: [`${basename(process.cwd())}/src`, 'server/src'],
    exclude: ['**/*.test.ts'],
  };
  writeFileSync(COMPILER_CONFIGURATION, JSON.stringify(configuration));
}

/** Bundles into a folder. Returns the absolute paths of what the bundles contain. */
async function bundle(outDir) {
  const inputs = new Set();
  await build({
    config: false,
    entry: Object.fromEntries(['main', ...exported].map((name) => [name, `src/${name}.ts`])),
    outDir,
    clean: false,
    format: 'esm',
    platform: 'node',
    target: `node${manifest.engines.node.replace('>=', '')}`,
    fixedExtension: false,
    sourcemap: true,
    // Bundled CommonJS packages read __dirname.
    shims: true,
    dts: flags['bundle-only'] ? false : { sourcemap: false, entry: exported.map((name) => `src/${name}.ts`) },
    tsconfig: COMPILER_CONFIGURATION,
    deps: { onlyBundle: false },
    logLevel: 'warn',
    inputOptions: { checks: { bundlerTimings: false } },
    plugins: [
      {
        name: 'inputs',
        generateBundle(_, chunks) {
          for (const { moduleIds = [] } of Object.values(chunks)) for (const id of moduleIds) inputs.add(id);
        },
      },
    ],
  });
  return [...inputs];
}

/**
 * Moves the built files into dist/, and removes those of an earlier build. Other processes may be
 * loading what is replaced: they see the old file or the new one, never half of one.
 */
function publish(built) {
  const names = readdirSync(built, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(built.length + 1))
    .sort((left, right) => Number(left === LICENSES) - Number(right === LICENSES));
  for (const name of names) {
    mkdirSync(dirname(join(DIST, name)), { recursive: true });
    renameSync(join(built, name), join(DIST, name));
  }
  for (const entry of readdirSync(DIST, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = path.slice(DIST.length + 1);
    const isCurrent =
      names.includes(name) || /^types\b/.test(name) || (flags['bundle-only'] && name.endsWith('.d.ts'));
    if (entry.isFile() && !isCurrent) rmSync(path);
  }
}

mkdirSync(DIST, { recursive: true });
const built = mkdtempSync(join(DIST, 'types-'));
try {
  writeCompilerConfiguration();
  const inputs = await bundle(built);
  copyFileSync(join(PACKAGES, 'server', 'launch.mjs'), join(built, 'launch.mjs'));
  const licenses = thirdPartyLicenses(inputs);
  if (licenses !== '') writeFileSync(join(built, LICENSES), licenses);
  publish(built);
} finally {
  rmSync(built, { recursive: true });
  rmSync(COMPILER_CONFIGURATION, { force: true });
}
