#!/usr/bin/env node
// Runs the command from dist/, or from src/ in the repository, where there is no need to build.
// Until the version check has passed, this file uses nothing that an old Node does not have.

import { existsSync, readFileSync } from 'node:fs';
import * as module from 'node:module';

const PACKAGE = new URL('../', import.meta.url);
const { name, version, engines } = JSON.parse(readFileSync(new URL('package.json', PACKAGE), 'utf8'));
const source = new URL('src/main.ts', PACKAGE);
const isRepository = existsSync(source);
/** Node strips types without a flag from 22.18 on. */
const required = isRepository ? '22.18' : engines.node.replace('>=', '');

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

if (isNodeTooOld()) {
  console.error(`${name} needs Node ${required} or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else if (process.argv.includes('--version')) {
  console.log(version);
} else {
  // Not in Node 20.
  module.enableCompileCache?.();
  await import(isRepository ? source : new URL('dist/main.js', PACKAGE));
}
