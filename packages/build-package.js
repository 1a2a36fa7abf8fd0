// Builds the package in the current folder into dist/: JavaScript with source maps by esbuild,
// declarations by tsc.
//
//   node ../build-package.js [--bundle-only] [--copy SPECIFIER]
//
// Entry points are src/main.ts and what `exports` of package.json names: dist/NAME.js is built from
// src/NAME.ts. Packages in `dependencies` stay imports. Everything else, private workspace packages
// included, is bundled, and the licenses of what was bundled are collected in
// dist/third-party-licenses.txt.

import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { builtinModules, createRequire } from 'node:module';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { build } from 'esbuild';
import { thirdPartyLicenses } from './third-party-licenses.js';

const EMULATORS = import.meta.dirname;
const PACKAGE = process.cwd();
const DIST = join(PACKAGE, 'dist');
const require = createRequire(join(PACKAGE, 'package.json'));
const manifest = JSON.parse(readFileSync('package.json', 'utf8'));
const dependencies = Object.keys(manifest.dependencies ?? {});

/** Folders of the private packages next to this one that it imports. */
const workspacePackages = Object.keys(manifest.devDependencies ?? {})
  .filter((name) => name.startsWith('@savepoint/'))
  .map((name) => realpathSync(join(EMULATORS, '..', 'node_modules', name)));

const { values: flags } = parseArgs({
  options: { 'bundle-only': { type: 'boolean', default: false }, copy: { type: 'string', multiple: true } },
});

/** Such as `['index', 'rules/ruleset']`. */
const exported = Object.values(manifest.exports).map(
  (target) => /^\.\/dist\/(.+)\.js$/.exec(target.default)[1],
);

/**
 * Other processes may be loading the file that is replaced: they see the old one or the new one,
 * never half of one.
 */
function replaceFile(path, contents) {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, contents);
  renameSync(temporary, path);
}

async function bundle() {
  const { outputFiles, metafile } = await build({
    entryPoints: Object.fromEntries(['main', ...exported].map((name) => [name, `src/${name}.ts`])),
    outdir: 'dist',
    bundle: true,
    splitting: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    external: dependencies.flatMap((name) => [name, `${name}/*`]),
    inject: [join(EMULATORS, 'node-20-polyfills.js')],
    sourcemap: true,
    legalComments: 'none',
    metafile: true,
    write: false,
    // Bundled CommonJS packages call require for Node's own modules.
    banner: {
      js: "import { createRequire as createBundleRequire } from 'node:module'; const require = createBundleRequire(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
  });
  for (const { path, contents } of outputFiles) replaceFile(path, contents);
  const current = new Set(outputFiles.map(({ path }) => basename(path)));
  for (const name of readdirSync(DIST)) {
    if (/^chunk-.*\.js(\.map)?$/.test(name) && !current.has(name)) rmSync(join(DIST, name));
  }
  return Object.keys(metafile.inputs);
}

/** @param inputs paths of bundled files, relative to the package */
function collectLicenses(inputs) {
  const text = thirdPartyLicenses(inputs.map((input) => resolve(input)));
  const path = join(DIST, 'third-party-licenses.txt');
  if (text === '') rmSync(path, { force: true });
  else replaceFile(path, text);
}

/**
 * Writes the declarations that a consumer of the exported entry points can reach. Those of a
 * bundled workspace package go into a folder of its name.
 */
function declare() {
  const entries = exported.map((name) => join(PACKAGE, 'src', `${name}.ts`));
  const output = mkdtempSync(join(DIST, 'declarations-'));
  try {
    emitDeclarations(entries, output);
    for (const name of readdirSync(DIST, { recursive: true })) {
      if (name.endsWith('.d.ts') && !/^(types|declarations-\w+)\W/.test(name)) rmSync(join(DIST, name));
    }
    const reachable = new Set(entries);
    for (const source of reachable) {
      const emitted = join(output, relative(EMULATORS, declarationOf(source)));
      const text = readFileSync(existsSync(emitted) ? emitted : declarationOf(source), 'utf8');
      replaceFile(
        published(source),
        withPublishedImports(text, source, (target) => reachable.add(target)),
      );
    }
  } finally {
    rmSync(output, { recursive: true });
  }
}

function emitDeclarations(entries, output) {
  const config = join(output, 'tsconfig.json');
  const compilerOptions = {
    composite: false,
    incremental: false,
    tsBuildInfoFile: null,
    declaration: true,
    emitDeclarationOnly: true,
    rootDir: EMULATORS,
    outDir: output,
  };
  writeFileSync(
    config,
    JSON.stringify({
      extends: join(PACKAGE, 'tsconfig.json'),
      compilerOptions,
      files: entries,
      // tsc emits nothing for a file that it reaches through node_modules: workspace packages are
      // named here.
      include: workspacePackages.map((folder) => join(folder, 'src', '**', '*.ts')),
      exclude: ['**/*.test.ts'],
    }),
  );
  execFileSync(process.execPath, [typescriptCompiler(), '-p', config], { stdio: 'inherit' });
}

/**
 * Makes imports of workspace files point at their published declarations; calls back with each such
 * file.
 */
function withPublishedImports(text, source, onImport) {
  return text.replace(
    /(\bfrom |\bimport\(|^import )(['"])([^'"]+)\2/gm,
    (whole, before, quote, specifier) => {
      const target = resolveSource(specifier, source);
      if (target === null) return whole;
      onImport(target);
      const path = relative(dirname(published(source)), published(target))
        .split(sep)
        .join('/');
      return `${before}${quote}${path.startsWith('.') ? path : `./${path}`}${quote}`.replace('.d.ts', '.js');
    },
  );
}

function typescriptCompiler() {
  const path = require.resolve('typescript/package.json');
  return join(dirname(path), JSON.parse(readFileSync(path, 'utf8')).bin.tsc);
}

function declarationOf(source) {
  return source.replace(/(\.d)?\.(ts|js)$/, '.d.ts');
}

/** Where the declarations of a source file lie in dist. */
function published(source) {
  const own = relative(join(PACKAGE, 'src'), source);
  const path = own.startsWith('..') ? relative(EMULATORS, source).replace(`${sep}src${sep}`, sep) : own;
  return join(DIST, declarationOf(path));
}

/**
 * The workspace file behind an import; null for a package that the installed one depends on, and
 * for Node's own.
 */
function resolveSource(specifier, from) {
  if (specifier.startsWith('.')) return resolve(dirname(from), specifier);
  const name = specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
  if (specifier.startsWith('node:') || builtinModules.includes(name) || dependencies.includes(name))
    return null;
  const path = fileURLToPath(import.meta.resolve(specifier));
  if (!path.startsWith(EMULATORS + sep) || path.includes(`${sep}node_modules${sep}`)) {
    throw new Error(`${from}: its declarations need ${name}, which is not in the package's dependencies.`);
  }
  return path;
}

const inputs = await bundle();
for (const specifier of flags.copy ?? []) {
  const path = require.resolve(specifier);
  copyFileSync(path, join(DIST, basename(path)));
  inputs.push(path);
}
collectLicenses(inputs);
if (!flags['bundle-only']) declare();
