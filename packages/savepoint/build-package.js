// Builds the npm package `savepoint` in dist/package, from which it is packed and published.

import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { compilePackage, readManifest, writeManifest } from '../compiled-package.js';

const PACKAGE = import.meta.dirname;
const OUTPUT = join(PACKAGE, 'dist', 'package');

/** @param {string} source such as `./src/index.ts` */
function compiledEntry(source) {
  const path = source.replace(/\.ts$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

compilePackage(PACKAGE);
for (const name of ['README.md', 'LICENSE']) cpSync(join(PACKAGE, name), join(OUTPUT, name));
for (const path of ['bin/savepoint.mjs', 'path', 'preload']) {
  cpSync(join(PACKAGE, path), join(OUTPUT, path), { recursive: true });
}
writeManifest(PACKAGE, {
  description: 'Runs any Firebase project on one machine: no Java, no download, no login, no network.',
  exports: Object.fromEntries(
    Object.entries(readManifest(PACKAGE).exports).map(([name, source]) => [name, compiledEntry(source)]),
  ),
});
