// Builds the npm package `savepoint` into dist/package, from where it is packed and published.

import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compilePackage, readManifest, writeManifest } from '../compiled-package.js';

const PACKAGE = import.meta.dirname;
const OUTPUT = join(PACKAGE, 'dist', 'package');

/**
 * A program that imports the package has not loaded what its command loads first. On one line,
 * which the source map does not have.
 */
function importPolyfills() {
  const file = join(OUTPUT, 'src', 'index.js');
  writeFileSync(file, `import '../bin/node-20-polyfills.js'; ${readFileSync(file, 'utf8')}`);
}

/** @param {string} source such as `./src/index.ts` */
function compiledEntry(source) {
  const path = source.replace(/\.ts$/, '');
  return { types: `${path}.d.ts`, default: `${path}.js` };
}

compilePackage(PACKAGE);
importPolyfills();
for (const name of ['README.md', 'LICENSE']) cpSync(join(PACKAGE, name), join(OUTPUT, name));
cpSync(join(PACKAGE, 'package', 'savepoint.js'), join(OUTPUT, 'bin', 'savepoint.js'));
cpSync(join(dirname(PACKAGE), 'node-20-polyfills.js'), join(OUTPUT, 'bin', 'node-20-polyfills.js'));
writeManifest(PACKAGE, {
  description: 'Runs any Firebase project on one machine: no Java, no download, no login, no network.',
  bin: { savepoint: 'bin/savepoint.js' },
  exports: Object.fromEntries(
    Object.entries(readManifest(PACKAGE).exports).map(([name, source]) => [name, compiledEntry(source)]),
  ),
});
