#!/usr/bin/env node
// The command of the npm package. Until the version check has passed, this file uses nothing that
// an old Node does not have.

import { readFileSync } from 'node:fs';
import * as module from 'node:module';

const { name, version, engines } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);
const required = engines.node.replace('>=', '');

function isNodeTooOld() {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

if (isNodeTooOld()) {
  console.error(`${name} needs Node ${required} or newer; this is ${process.version}.`);
  process.exitCode = 1;
} else if (process.argv[2] === '--version') {
  console.log(version);
} else {
  // Not in Node 20.
  module.enableCompileCache?.();
  await import(new URL('node-20-polyfills.js', import.meta.url));
  module.createRequire(import.meta.url)('savepoint-stack/preload/loopback-only.cjs');
  await import(new URL('../src/main.js', import.meta.url));
}
