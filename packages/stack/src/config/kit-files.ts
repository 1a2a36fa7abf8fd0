// Paths of the kit's files and of the packages that it starts as processes, resolved from the kit
// rather than from the project.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { extname, join, resolve } from 'node:path';
import { UserError } from '../user-error.ts';

/**
 * The parent folder of the packages. The npm package `savepoint-stack` has folders with the same
 * names.
 */
const PACKAGES = resolve(import.meta.dirname, '..', '..', '..');

/** Absolute path of a file of the kit, such as `kitPath('firebase-tools', 'preload.cjs')`. */
export function kitPath(...segments: string[]): string {
  return join(PACKAGES, ...segments);
}

/**
 * Absolute path of a program of the kit, without its extension: a source in the repository, a
 * bundle in the npm package.
 */
export function kitProgram(...segments: string[]): string {
  return `${kitPath(...segments)}${extname(import.meta.filename)}`;
}

/**
 * Absolute path of a file in a package that the kit depends on.
 * @throws UserError when the package is not installed
 */
export function packagePath(name: string, ...segments: string[]): string {
  const folders = createRequire(import.meta.filename).resolve.paths(name) ?? [];
  const folder = folders.map((each) => join(each, name)).find((each) => existsSync(each));
  if (folder === undefined) throw new UserError(`The package ${name} is not installed`, 'Run npm install.');
  return join(folder, ...segments);
}
