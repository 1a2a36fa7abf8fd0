#!/usr/bin/env node
// Starts the command line with Node's own type stripping; says so where it is missing.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`savepoint-shopify needs Node 24 or newer; this is ${process.version}.`);
  process.exit(1);
}
await import('../src/main.ts');
