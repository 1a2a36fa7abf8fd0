// Launches the commands of the emulators. Each package has a copy in dist/. Until the version check
// has passed, this file uses only features of old Node versions.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import * as module from 'node:module';
import { fileURLToPath } from 'node:url';

/** The bundles also contain these sources of another package. */
const SHARED_SOURCE = new URL('../server/src/', import.meta.url);

/**
 * Runs the command of an emulator: from its bundle, which starts faster, or from the sources if
 * they are newer, as in the repository. Exits with a one-line error if Node is older than
 * package.json requires.
 * @param {URL} folder of the package
 */
export async function launch(folder) {
  const { name, version, engines } = JSON.parse(readFileSync(new URL('package.json', folder), 'utf8'));
  const required = engines.node.replace('>=', '');
  if (isOlder(process.versions.node, required)) {
    console.error(`${name} needs Node ${required} or newer; this is ${process.version}.`);
    process.exitCode = 1;
  } else if (process.argv.includes('--version')) {
    console.log(version);
  } else {
    module.enableCompileCache();
    const bundle = new URL('dist/main.js', folder);
    const source = new URL('src/', folder);
    await import(isUpToDate(bundle, source) ? bundle.href : new URL('main.ts', source).href);
  }
}

function isOlder(version, required) {
  const [major, minor] = version.split('.').map(Number);
  const [requiredMajor, requiredMinor] = required.split('.').map(Number);
  return major < requiredMajor || (major === requiredMajor && minor < requiredMinor);
}

function isUpToDate(bundle, source) {
  if (!existsSync(source)) return true;
  if (!existsSync(bundle)) return false;
  const builtAt = statSync(bundle).mtimeMs;
  return [source, SHARED_SOURCE]
    .flatMap((each) => readdirSync(fileURLToPath(each), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .every((entry) => statSync(`${entry.parentPath}/${entry.name}`).mtimeMs <= builtAt);
}
