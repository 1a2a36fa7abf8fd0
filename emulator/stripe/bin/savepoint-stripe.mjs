#!/usr/bin/env node
// Starts the command line: from the sources where Node can read them, from the built files in an installed package,
// where it cannot. Says so when Node is too old.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(`savepoint-stripe needs Node 24 or newer; this is ${process.version}.`);
  process.exit(1);
}
await import(import.meta.url.includes('/node_modules/') ? '../dist/main.js' : '../src/main.ts');
