// What the builds of the packages `savepoint` and `savepoint-stack` share: their sources are
// compiled by tsc, file by file, because Node strips no types below node_modules, and because they
// start files of their own as processes and preload others, by their paths.

import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** @param {string} folder */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
}

/**
 * Compiles a package, and what it imports of its neighbors where that is not up to date, into its
 * folder dist/package, which is emptied.
 * @param {string} folder of the package
 */
export function compilePackage(folder) {
  rmSync(join(folder, 'dist', 'package'), { recursive: true, force: true });
  const compiler = createRequire(import.meta.url).resolve('typescript/package.json');
  execFileSync(
    process.execPath,
    [
      join(dirname(compiler), readManifest(dirname(compiler)).bin.tsc),
      ...['-b', '--force', join(folder, 'tsconfig.package.json')],
    ],
    { stdio: 'inherit' },
  );
}

/**
 * Writes the manifest that is published: the one of the repository with the fields given, and with
 * exactly this version for packages of the repository, which are `*` in a workspace.
 * @param {string} folder of the package
 * @param {object} fields
 */
export function writeManifest(folder, fields) {
  const { name, version, license, type, engines, bin, dependencies } = readManifest(folder);
  const published = {
    ...{ name, version, license, type, engines, bin, ...fields },
    dependencies: Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [name, range === '*' ? version : range]),
    ),
  };
  writeFileSync(join(folder, 'dist', 'package', 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
}
