#!/usr/bin/env node
// Owns the choice between the bundle and the source: the bundle starts faster and is used unless the source is newer.

import { existsSync, readdirSync, statSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

const BUNDLE = new URL('../dist/main.js', import.meta.url);
const SOURCE = new URL('../src/', import.meta.url);
const OLDEST_NODE = 24;

if (Number(process.versions.node.split('.', 1)[0]) < OLDEST_NODE) {
  process.stderr.write(
    `savepoint-firestore: Node ${process.versions.node} is too old; install Node ${OLDEST_NODE} or newer.\n`,
  );
  process.exit(1);
}

function isSourceNewer() {
  if (!existsSync(BUNDLE)) return true;
  if (!existsSync(SOURCE)) return false;
  const builtAt = statSync(BUNDLE).mtimeMs;
  const folder = fileURLToPath(SOURCE);
  return readdirSync(folder, { recursive: true, withFileTypes: true }).some(
    (entry) =>
      entry.isFile() &&
      entry.name.endsWith('.ts') &&
      !entry.name.endsWith('.test.ts') &&
      statSync(`${entry.parentPath}/${entry.name}`).mtimeMs > builtAt,
  );
}

nodeModule.enableCompileCache();
await import(isSourceNewer() ? new URL('main.ts', SOURCE) : BUNDLE);
