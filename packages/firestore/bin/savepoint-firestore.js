#!/usr/bin/env node
// Runs the command from dist/, which starts faster, or from src/ in the repository while a source
// file is newer than the bundle. Until the version check has passed, this file uses nothing that an
// old Node does not have.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

const PACKAGE = new URL('../', import.meta.url);
const BUNDLE = new URL('dist/main.js', PACKAGE);
const SOURCE = new URL('src/', PACKAGE);
/** A workspace package that the bundle contains. */
const SHARED_SOURCE = new URL('../shared/src/', PACKAGE);
const { name, version, engines } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
const isRepository = existsSync(SOURCE);
/** Node strips types without a flag from 22.18 on. */
const required = isRepository ? '22.18' : engines.node.replace('>=', '');

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

function isSourceNewer() {
  if (!isRepository) return false;
  if (!existsSync(BUNDLE)) return true;
  const builtAt = statSync(BUNDLE).mtimeMs;
  return [SOURCE, SHARED_SOURCE]
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(fileURLToPath(folder), { recursive: true, withFileTypes: true }))
    .some(
      (entry) =>
        entry.isFile() &&
        entry.name.endsWith('.ts') &&
        !entry.name.endsWith('.test.ts') &&
        statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > builtAt,
    );
}

if (isNodeTooOld()) {
  console.error(`${name} needs Node ${required} or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else if (process.argv.includes('--version')) {
  console.log(version);
} else {
  // Not in Node 20.
  module.enableCompileCache?.();
  await import(isSourceNewer() ? new URL('main.ts', SOURCE) : BUNDLE);
}
